import type { GreyImage, RgbImage, Size } from './image.ts'

/** A grey image, or one channel of an interleaved one. */
interface Samples extends Size {
  readonly data: Float32Array | Uint8Array
  readonly offset: number
  readonly stride: number
}

/** For each place of the result: where it begins to read, and with which weights. */
interface Axis {
  readonly first: Int32Array
  readonly weights: Float64Array
  readonly taps: number
}

/**
 * An image at another size: along each axis the mean of the covered area where it gets smaller,
 * linear between the centres of the two nearest pixels where it gets larger.
 */
export function resample(image: GreyImage, size: Size): GreyImage {
  return resampleSamples({ ...image, offset: 0, stride: 1 }, size)
}

/** One channel (0 red, 1 green, 2 blue) of an image at another size, from 0 to 255. */
export function resampleChannel(image: RgbImage, channel: 0 | 1 | 2, size: Size): GreyImage {
  return resampleSamples({ ...image, offset: channel, stride: 3 }, size)
}

function resampleSamples(source: Samples, { width, height }: Size): GreyImage {
  const columns = axisOf(source.width, width)
  const rows = axisOf(source.height, height)
  const narrow = new Float32Array(width * source.height)
  for (let y = 0; y < source.height; y++) {
    resampleRow(source, y, columns, narrow.subarray(y * width, (y + 1) * width))
  }
  const data = new Float32Array(width * height)
  for (let y = 0; y < height; y++) {
    const out = data.subarray(y * width, (y + 1) * width)
    for (let tap = 0; tap < rows.taps; tap++) {
      const weight = rows.weights[y * rows.taps + tap] ?? 0
      if (weight === 0) continue
      const from = ((rows.first[y] ?? 0) + tap) * width
      for (let x = 0; x < width; x++) out[x] = (out[x] ?? 0) + weight * (narrow[from + x] ?? 0)
    }
  }
  return { width, height, data }
}

function resampleRow(source: Samples, y: number, columns: Axis, out: Float32Array): void {
  const { data, stride } = source
  const row = y * source.width * stride + source.offset
  const { first, weights, taps } = columns
  for (let x = 0; x < out.length; x++) {
    let at = row + (first[x] ?? 0) * stride
    let sum = 0
    for (let tap = x * taps; tap < (x + 1) * taps; tap++, at += stride) {
      sum += (weights[tap] ?? 0) * (data[at] ?? 0)
    }
    out[x] = sum
  }
}

function axisOf(from: number, to: number): Axis {
  const taps = to < from ? Math.ceil(from / to) + 1 : Math.min(from, 2)
  const axis = { first: new Int32Array(to), weights: new Float64Array(to * taps), taps }
  const scale = from / to
  for (let i = 0; i < to; i++) {
    if (to < from) averageArea(axis, i, { begin: i * scale, end: (i + 1) * scale, from })
    else interpolate(axis, i, { at: (i + 0.5) * scale - 0.5, from })
  }
  return axis
}

function averageArea(
  { first, weights, taps }: Axis,
  i: number,
  { begin, end, from }: { begin: number; end: number; from: number },
): void {
  const start = Math.min(Math.floor(begin), from - taps)
  first[i] = start
  for (let tap = 0; tap < taps; tap++) {
    const covered = Math.min(end, start + tap + 1) - Math.max(begin, start + tap)
    weights[i * taps + tap] = Math.max(0, covered) / (end - begin)
  }
}

function interpolate(
  { first, weights, taps }: Axis,
  i: number,
  { at, from }: { at: number; from: number },
): void {
  const inside = Math.min(from - 1, Math.max(0, at))
  const start = Math.min(Math.floor(inside), from - taps)
  first[i] = start
  if (taps === 1) {
    weights[i] = 1
    return
  }
  weights[2 * i] = 1 - (inside - start)
  weights[2 * i + 1] = inside - start
}
