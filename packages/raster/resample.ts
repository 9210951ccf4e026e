import type { Region } from './crop.ts'
import type { GreyImage, RgbImage, Size } from './image.ts'

/** A grey image, or one channel of an interleaved one. */
interface Samples extends Size {
  readonly data: Float32Array | Uint8Array
  readonly offset: number
  readonly stride: number
}

/** For each position of the result: where reading starts, and the weights. */
interface Axis {
  readonly first: Int32Array
  readonly weights: Float64Array
  readonly taps: number
}

/**
 * Resizes an image: along each axis the mean of the covered area if it gets smaller, linear between the
 * centres of the two nearest pixels if it gets larger.
 * @param region the only part of the result to compute; it must lie within it.
 */
export function resample(image: GreyImage, size: Size, region?: Region): GreyImage {
  return resampleSamples({ ...image, offset: 0, stride: 1 }, size, region)
}

/** One channel (0 red, 1 green, 2 blue) of an image at another size, from 0 to 255. */
export function resampleChannel(
  image: RgbImage,
  channel: 0 | 1 | 2,
  size: Size,
  region?: Region,
): GreyImage {
  return resampleSamples({ ...image, offset: channel, stride: 3 }, size, region)
}

function resampleSamples(
  source: Samples,
  size: Size,
  { x: left, y: top, width, height }: Region = { ...size, x: 0, y: 0 },
): GreyImage {
  const columns = axisOf(source.width, size.width, { begin: left, count: width })
  const rows = axisOf(source.height, size.height, { begin: top, count: height })
  const line = new Float32Array(source.width)
  // Rows of the source, at the new width, that the next row of the result needs.
  const narrow = Array.from({ length: rows.taps }, () => new Float32Array(width))
  const data = new Float32Array(width * height)
  let read = rows.first[0] ?? 0
  for (let y = 0; y < height; y++) {
    const out = data.subarray(y * width, (y + 1) * width)
    const first = rows.first[y] ?? 0
    for (; read < first + rows.taps; read++) {
      readRow(source, read, line)
      resampleRow(line, columns, narrow[read % rows.taps] ?? line)
    }
    for (let tap = 0; tap < rows.taps; tap++) {
      const weight = rows.weights[y * rows.taps + tap] ?? 0
      if (weight !== 0) addRow(out, narrow[(first + tap) % rows.taps] ?? line, weight)
    }
  }
  return { width, height, data }
}

function readRow({ data, width, offset, stride }: Samples, y: number, line: Float32Array): void {
  let at = y * width * stride + offset
  for (let x = 0; x < line.length; x++, at += stride) line[x] = data[at] ?? 0
}

function resampleRow(line: Float32Array, { first, weights, taps }: Axis, out: Float32Array): void {
  for (let x = 0; x < out.length; x++) {
    let at = first[x] ?? 0
    let sum = 0
    for (let tap = x * taps; tap < (x + 1) * taps; tap++, at++) {
      sum += (weights[tap] ?? 0) * (line[at] ?? 0)
    }
    out[x] = sum
  }
}

function addRow(out: Float32Array, row: Float32Array, weight: number): void {
  for (let x = 0; x < out.length; x++) out[x] = (out[x] ?? 0) + weight * (row[x] ?? 0)
}

/** For a number of the result's positions, starting at one of them. */
function axisOf(
  from: number,
  to: number,
  { begin, count }: { readonly begin: number; readonly count: number },
): Axis {
  const taps = to < from ? Math.ceil(from / to) + 1 : Math.min(from, 2)
  const axis = { first: new Int32Array(count), weights: new Float64Array(count * taps), taps }
  const scale = from / to
  for (let i = 0; i < count; i++) {
    const place = begin + i
    if (to < from) averageArea(axis, i, { begin: place * scale, end: (place + 1) * scale, from })
    else interpolate(axis, i, { at: (place + 0.5) * scale - 0.5, from })
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
