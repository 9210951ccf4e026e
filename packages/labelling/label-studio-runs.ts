import { decodeToBitmap, encodeBitmap, type Rle } from '#coco/rle'
import { DamagedAnnotation, type ImageSize } from './labelled-image.ts'

/** Largest image, in pixels, of which a mask is read. */
const mostPixels = 120_000_000
const channels = 4
const alpha = 3
const wordBits = 8
/** Bits for the length of a run, for each of the four classes of lengths. */
const lengthBits = [3, 4, 8, 16] as const

/**
 * The mask in Label Studio's bytes: the pixels' red, green, blue and alpha along the rows, packed as
 * @thi.ng/rle-pack does. Big-endian bits: 32 for the number of values; 5 for the bits of a value, less 1; four
 * times 4 for the bits of a length, less 1; then groups of a bit that is set for a run of one value, 2 bits for
 * the class of the length, the length less 1, and one value or as many as the length. Foreground is where alpha
 * is above 0. Throws DamagedAnnotation.
 */
export function maskOfLabelStudio(bytes: readonly number[], { width, height }: ImageSize): Rle {
  const pixels = width * height
  const read = bitReader(bytes)
  const isSized = Number.isInteger(pixels) && pixels > 0 && pixels <= mostPixels
  if (!isSized || read(32) !== pixels * channels) throw new DamagedAnnotation('rle')
  const valueBits = read(5) + 1
  const lengths = lengthBits.map(() => read(4) + 1)
  const bitmap = new Uint8Array(pixels)
  let at = 0
  while (at < pixels * channels) {
    const isRun = read(1) === 1
    const end = at + 1 + read(lengths[read(2)] ?? 0)
    if (end > pixels * channels) throw new DamagedAnnotation('rle')
    if (isRun) {
      if (read(valueBits) > 0) fillAlpha(bitmap, at, end)
      at = end
    }
    for (; at < end; at++) {
      if (read(valueBits) > 0) fillAlpha(bitmap, at, at + 1)
    }
  }
  return encodeBitmap(bitmap, [height, width], 'row-major')
}

/** Marks the pixels whose alpha is among these values. */
function fillAlpha(bitmap: Uint8Array, from: number, to: number): void {
  const firstPixel = Math.ceil((from - alpha) / channels)
  const endPixel = Math.ceil((to - alpha) / channels)
  bitmap.fill(1, firstPixel, endPixel)
}

/** A mask in Label Studio's bytes, with 255 in all four channels of the foreground. */
export function labelStudioOfMask(mask: Rle): number[] {
  const bitmap = decodeToBitmap(mask, 'row-major')
  const { write, bytes } = bitWriter()
  write(bitmap.length * channels, 32)
  write(wordBits - 1, 5)
  for (const bits of lengthBits) write(bits - 1, 4)
  for (let at = 0; at < bitmap.length;) {
    const here = bitmap[at] ?? 0
    let end = at + 1
    while (end < bitmap.length && bitmap[end] === here) end++
    writeRun(write, (end - at) * channels, here * 0xff)
    at = end
  }
  return bytes()
}

type WriteBits = (value: number, bits: number) => void

function writeRun(write: WriteBits, length: number, value: number): void {
  for (let left = length; left > 0;) {
    const sizeClass = lengthBits.findIndex((bits) => left <= 2 ** bits)
    const size = sizeClass === -1 ? lengthBits.length - 1 : sizeClass
    const bits = lengthBits[size] ?? 0
    const run = Math.min(left, 2 ** bits)
    write(1, 1)
    write(size, 2)
    write(run - 1, bits)
    write(value, wordBits)
    left -= run
  }
}

function bitReader(bytes: readonly number[]): (bits: number) => number {
  let at = 0
  return (bits) => {
    let value = 0
    for (let left = bits; left > 0;) {
      const byte = bytes[at >>> 3]
      if (byte === undefined || !Number.isInteger(byte) || byte < 0 || byte > 0xff) {
        throw new DamagedAnnotation('rle')
      }
      const free = 8 - (at & 7)
      const taken = Math.min(free, left)
      value = value * 2 ** taken + ((byte >>> (free - taken)) & (2 ** taken - 1))
      at += taken
      left -= taken
    }
    return value
  }
}

function bitWriter(): { write: WriteBits; bytes: () => number[] } {
  const done: number[] = []
  let [byte, filled] = [0, 0]
  const write: WriteBits = (value, bits) => {
    for (let left = bits; left > 0;) {
      const taken = Math.min(8 - filled, left)
      left -= taken
      byte = (byte << taken) | (Math.floor(value / 2 ** left) & (2 ** taken - 1))
      filled += taken
      if (filled < 8) continue
      done.push(byte)
      ;[byte, filled] = [0, 0]
    }
  }
  return { write, bytes: () => (filled === 0 ? done : [...done, byte << (8 - filled)]) }
}
