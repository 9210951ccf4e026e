import { concatenate } from '../write-elements.ts'

/**
 * Removes from a codestream the parts that decoding does not need and that may identify the patient: the
 * comments and application segments of a JPEG or JPEG-LS (all but JFIF, SPIFF and Adobe), the comments of a
 * JPEG 2000. Everything after the first scan or tile is unchanged.
 */
export function stripCodestream(bytes: Uint8Array): Uint8Array {
  const isJpeg = bytes[0] === 0xff && bytes[1] === 0xd8
  const isJpeg2000 = bytes[0] === 0xff && bytes[1] === 0x4f
  if (!isJpeg && !isJpeg2000) return bytes
  const isDropped = isJpeg ? isJpegMetadata : isJpeg2000Comment
  const lastHeader = isJpeg ? 0xda : 0x90
  const kept: Uint8Array[] = [bytes.subarray(0, 2)]
  let at = 2
  while (at + 4 <= bytes.length && bytes[at] === 0xff && bytes[at + 1] !== lastHeader) {
    const marker = bytes[at + 1] ?? 0
    const end = at + 2 + (((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0))
    const segment = bytes.subarray(at, end)
    if (!isDropped(marker, segment)) kept.push(segment)
    at = end
  }
  return concatenate([...kept, bytes.subarray(at)])
}

function isJpegMetadata(marker: number, segment: Uint8Array): boolean {
  if (marker === 0xfe) return true
  const isApplication = marker >= 0xe0 && marker <= 0xef
  const name = String.fromCharCode(...segment.subarray(4, 9))
  return isApplication && name !== 'JFIF\0' && name !== 'SPIFF' && name !== 'Adobe'
}

function isJpeg2000Comment(marker: number): boolean {
  return marker === 0x64
}
