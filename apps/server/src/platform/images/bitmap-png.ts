import { promisify } from 'node:util'
import { crc32, deflate } from 'node:zlib'

const compress = promisify(deflate)

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const greyscale = 0

/**
 * Encodes a PNG of one bit a pixel (ISO/IEC 15948): white where the bitmap, rows from the top, is
 * not 0.
 */
export async function bitmapToPng(
  bitmap: Uint8Array,
  { width, height }: { width: number; height: number },
): Promise<Buffer> {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.writeUInt8(1, 8)
  header.writeUInt8(greyscale, 9)
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', await compress(packRows(bitmap, width, height))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** Eight pixels a byte, the first in the highest bit; each row begins with its filter, none. */
function packRows(bitmap: Uint8Array, width: number, height: number): Buffer {
  const rowBytes = 1 + Math.ceil(width / 8)
  const packed = Buffer.alloc(rowBytes * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (bitmap[y * width + x] === 0) continue
      const at = y * rowBytes + 1 + (x >> 3)
      packed[at] = (packed[at] ?? 0) | (0x80 >> (x & 7))
    }
  }
  return packed
}

function chunk(type: string, data: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(typed))
  return Buffer.concat([length, typed, check])
}
