import { crc32 } from 'node:zlib'

/** Length, type and checksum of the last chunk, IEND, which has no content. */
const endBytes = 12

/**
 * A PNG file with a text chunk (tEXt, keyword `case`) before its end, so that files of the same
 * pixels differ.
 */
export function stampPng(png: Buffer, text: string): Buffer {
  const content = Buffer.from(`tEXtcase\0${text}`, 'latin1')
  const length = Buffer.alloc(4)
  length.writeUInt32BE(content.length - 4)
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32BE(crc32(content))
  const end = png.length - endBytes
  return Buffer.concat([png.subarray(0, end), length, content, checksum, png.subarray(end)])
}
