import type { GreyImage, Size } from './image.ts'
import { createGreyImage } from './image.ts'

/** Directions of equal distance that cover half a turn: radians from the x axis towards y. */
export function directions(count: number): number[] {
  return Array.from({ length: count }, (_, i) => (Math.PI * i) / count)
}

/**
 * For each length (in pixels) the largest of the means along the lines of that length through each pixel,
 * over directions in radians. The image to average may differ by direction. A line is one pixel wide and cut
 * at the image's border. Uses running sums: the time does not depend on the lengths.
 */
export function strongestLineMeans(
  size: Size,
  { angles, lengths }: { angles: readonly number[]; lengths: readonly number[] },
  imageFor: (angle: number) => GreyImage,
): GreyImage[] {
  const flat = lengths.map(() => createLowest(size))
  const steep = lengths.map(() => createLowest({ width: size.height, height: size.width }))
  for (const angle of angles) {
    const [along, across] = [Math.cos(angle), Math.sin(angle)]
    const image = imageFor(angle)
    if (Math.abs(across) <= Math.abs(along)) {
      raiseToLineMeans(flat, image, { slope: across / along, lengths })
    } else {
      raiseToLineMeans(steep, transpose(image), { slope: along / across, lengths })
    }
  }
  for (const [i, image] of steep.entries()) raise(flat[i], transpose(image))
  return flat
}

function createLowest(size: Size): GreyImage {
  const image = createGreyImage(size)
  image.data.fill(-Infinity)
  return image
}

function raise(image: GreyImage | undefined, other: GreyImage): void {
  if (image === undefined) return
  const { data } = image
  for (let i = 0; i < data.length; i++) data[i] = Math.max(data[i] ?? 0, other.data[i] ?? 0)
}

/** Side in pixels of the squares that are transposed at a time, to stay within the cache. */
const block = 32

/** The image with its rows as columns. */
export function transpose({ width, height, data }: GreyImage): GreyImage {
  const out = new Float32Array(data.length)
  for (let top = 0; top < height; top += block) {
    const bottom = Math.min(height, top + block)
    for (let left = 0; left < width; left += block) {
      const right = Math.min(width, left + block)
      for (let y = top; y < bottom; y++) {
        for (let x = left; x < right; x++) out[x * height + y] = data[y * width + x] ?? 0
      }
    }
  }
  return { width: height, height: width, data: out }
}

/** One line of pixels across the image. */
interface Line {
  /** Sums of the line's pixels before each of them, and of all. */
  readonly sums: Float64Array
  /** Positions of the pixels in the image. */
  readonly indices: Int32Array
  readonly count: number
}

/** For lines that rise by at most a pixel a column, which together cover the image. */
function raiseToLineMeans(
  strongest: readonly GreyImage[],
  image: GreyImage,
  { slope, lengths }: { slope: number; lengths: readonly number[] },
): void {
  const { width, height } = image
  const shifts = Int32Array.from({ length: width }, (_, x) => Math.round(x * slope))
  const reach = shifts[width - 1] ?? 0
  const step = Math.hypot(1, slope)
  const halves = lengths.map((length) => Math.max(0, Math.round((length / step - 1) / 2)))
  const sums = new Float64Array(width + 1)
  const indices = new Int32Array(width)
  for (let row = -Math.max(0, reach); row < height - Math.min(0, reach); row++) {
    const count = gatherLine(image, shifts, row, { sums, indices })
    for (const [i, half] of halves.entries()) {
      const target = strongest[i]
      if (target !== undefined) raiseLine(target.data, { sums, indices, count }, half)
    }
  }
}

/** The pixels of a line inside the image, which are next to each other; returns their number. */
function gatherLine(
  { width, height, data }: GreyImage,
  shifts: Int32Array,
  row: number,
  { sums, indices }: Omit<Line, 'count'>,
): number {
  let count = 0
  let sum = 0
  for (let x = 0; x < width; x++) {
    const y = row + (shifts[x] ?? 0)
    if (y < 0 || y >= height) continue
    const index = y * width + x
    sum += data[index] ?? 0
    indices[count] = index
    count += 1
    sums[count] = sum
  }
  return count
}

function raiseLine(strongest: Float32Array, line: Line, half: number): void {
  const { sums, indices, count } = line
  const whole = Math.max(half, count - half)
  raiseCutLine(strongest, line, { half, from: 0, to: Math.min(half, count) })
  const share = 1 / (2 * half + 1)
  for (let place = half; place < count - half; place++) {
    const mean = ((sums[place + half + 1] ?? 0) - (sums[place - half] ?? 0)) * share
    const index = indices[place] ?? 0
    if (mean > (strongest[index] ?? 0)) strongest[index] = mean
  }
  raiseCutLine(strongest, line, { half, from: Math.min(whole, count), to: count })
}

function raiseCutLine(
  strongest: Float32Array,
  { sums, indices, count }: Line,
  { half, from, to }: { half: number; from: number; to: number },
): void {
  for (let place = from; place < to; place++) {
    const begin = Math.max(0, place - half)
    const end = Math.min(count, place + half + 1)
    const mean = ((sums[end] ?? 0) - (sums[begin] ?? 0)) / (end - begin)
    const index = indices[place] ?? 0
    if (mean > (strongest[index] ?? 0)) strongest[index] = mean
  }
}
