import type { PixelData } from './pixel-data.ts'

/** The stored values of a frame: sample s of pixel p is `values[p * pixelStep + s * sampleStep]`. */
export interface Samples {
  readonly values: Uint8Array | Uint16Array | Uint32Array
  readonly pixelStep: number
  readonly sampleStep: number
}

/** The samples of an uncompressed frame: a part of the element's value, of the bytes that it asks for. */
export function readSamples(frame: Uint8Array, pixels: PixelData, isSubsampled: boolean): Samples {
  const { rows, columns, samplesPerPixel, isPlanar } = pixels
  const count = rows * columns
  if (isSubsampled) return { values: spreadColour(bytesInOrder(frame, pixels)), ...interleaved(3) }
  const values = readValues(frame, pixels, count * samplesPerPixel)
  return isPlanar
    ? { values, pixelStep: 1, sampleStep: count }
    : { values, ...interleaved(samplesPerPixel) }
}

/** The samples of a frame whose bytes are planes, from each sample's most significant byte. */
export function samplesOfPlanes(planes: readonly Uint8Array[], pixels: PixelData): Samples {
  const count = pixels.rows * pixels.columns
  const bytesPerSample = pixels.bitsAllocated / 8
  const values = emptyValues(pixels.bitsAllocated, count * pixels.samplesPerPixel)
  for (const [index, plane] of planes.entries()) {
    const first = Math.floor(index / bytesPerSample) * count
    const shift = 8 * (bytesPerSample - 1 - (index % bytesPerSample))
    for (let pixel = 0; pixel < count; pixel++) {
      values[first + pixel] = (values[first + pixel] ?? 0) | ((plane[pixel] ?? 0) << shift)
    }
  }
  return { values, pixelStep: 1, sampleStep: count }
}

function interleaved(samplesPerPixel: number): Pick<Samples, 'pixelStep' | 'sampleStep'> {
  return { pixelStep: samplesPerPixel, sampleStep: 1 }
}

function readValues(frame: Uint8Array, pixels: PixelData, count: number): Samples['values'] {
  if (pixels.bitsAllocated === 1) {
    return Uint8Array.from({ length: count }, (_, at) => ((frame[at >> 3] ?? 0) >> (at & 7)) & 1)
  }
  if (pixels.bitsAllocated === 8) return bytesInOrder(frame, pixels)
  const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength)
  const values = emptyValues(pixels.bitsAllocated, count)
  const { isLittleEndian } = pixels
  for (let at = 0; at < count; at++) {
    values[at] =
      pixels.bitsAllocated === 16
        ? view.getUint16(2 * at, isLittleEndian)
        : view.getUint32(4 * at, isLittleEndian)
  }
  return values
}

function emptyValues(bits: number, count: number): Samples['values'] {
  if (bits === 8) return new Uint8Array(count)
  return bits === 16 ? new Uint16Array(count) : new Uint32Array(count)
}

/** Bytes that a big-endian file keeps as words (OW) lie swapped (PS3.5 8.1.1). */
function bytesInOrder(frame: Uint8Array, { isLittleEndian, element }: PixelData): Uint8Array {
  if (isLittleEndian || element.vr !== 'OW') return frame
  const swapped = new Uint8Array(frame.length)
  const start = frame.byteOffset - element.value.byteOffset
  for (let at = 0; at < frame.length; at++) swapped[at] = element.value[(start + at) ^ 1] ?? 0
  return swapped
}

/** Y1 Y2 Cb Cr for two neighbours becomes Y Cb Cr for each (PS3.3 C.7.6.3.1.2). */
function spreadColour(frame: Uint8Array): Uint8Array {
  const values = new Uint8Array((frame.length / 2) * 3)
  for (let from = 0, to = 0; from < frame.length; from += 4, to += 6) {
    const [first = 0, second = 0, blue = 0, red = 0] = frame.subarray(from, from + 4)
    values.set([first, blue, red, second, blue, red], to)
  }
  return values
}
