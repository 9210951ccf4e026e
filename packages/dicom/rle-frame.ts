import { RefusalError, type RleFault } from './refusal.ts'

const headerBytes = 64
const maximumSegments = 15

/**
 * The segments of one frame in RLE Lossless (PS3.5 annex G), each expanded to `length` bytes: for every
 * sample its bytes from the most significant, each as a plane. Throws a RefusalError if the frame has another
 * number of segments or a segment does not fill its plane.
 */
export function decodeRleFrame(frame: Uint8Array, segments: number, length: number): Uint8Array[] {
  if (frame.length < headerBytes) throw damaged({ kind: 'header' })
  const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength)
  const announced = view.getUint32(0, true)
  if (announced !== segments || segments > maximumSegments) {
    throw damaged({ kind: 'segments', announced, due: segments })
  }
  return Array.from({ length: segments }, (_, index) => {
    const start = view.getUint32(4 + 4 * index, true)
    const end = index + 1 < segments ? view.getUint32(8 + 4 * index, true) : frame.length
    if (start < headerBytes || end < start || end > frame.length) {
      throw damaged({ kind: 'outside' })
    }
    return expand(frame.subarray(start, end), length)
  })
}

/** PackBits: n below 128 copies n + 1 bytes, above 128 repeats the next byte 257 - n times. */
function expand(packed: Uint8Array, length: number): Uint8Array {
  const plane = new Uint8Array(length)
  let filled = 0
  let at = 0
  while (filled < length) {
    const control = packed[at++]
    if (control === undefined) throw damaged({ kind: 'early' })
    if (control === 128) continue
    const isRun = control > 128
    const count = Math.min(isRun ? 257 - control : control + 1, length - filled)
    const taken = isRun ? 1 : count
    if (at + taken > packed.length) throw damaged({ kind: 'early' })
    if (isRun) plane.fill(packed[at] ?? 0, filled, filled + count)
    else plane.set(packed.subarray(at, at + count), filled)
    at += isRun ? 1 : control + 1
    filled += count
  }
  return plane
}

function damaged(why: RleFault): RefusalError {
  return new RefusalError({ kind: 'rle', why })
}
