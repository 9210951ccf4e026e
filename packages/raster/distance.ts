import type { Bitmap, GreyImage } from './image.ts'

/** Larger than any squared distance in an image, yet exact in 32 bits with such distances added. */
const unreachable = 1e9

/**
 * The squared distance in pixels from each pixel's centre to that of the nearest pixel inside the area, 1e9
 * if the bitmap is empty. Exact (to 24 bits). Source: P. F. Felzenszwalb and D. P. Huttenlocher, Distance
 * transforms of sampled functions, 2012.
 */
export function squaredDistance({ width, height, data }: Bitmap): GreyImage {
  const out = new Float32Array(data.length)
  for (let i = 0; i < data.length; i++) out[i] = data[i] === 0 ? unreachable : 0
  const scratch = createScratch(Math.max(width, height))
  for (let x = 0; x < width; x++)
    lowerEnvelope(out, { start: x, stride: width, count: height }, scratch)
  for (let y = 0; y < height; y++) {
    lowerEnvelope(out, { start: y * width, stride: 1, count: width }, scratch)
  }
  return { width, height, data: out }
}

interface Scratch {
  readonly heights: Float64Array
  readonly apexes: Int32Array
  readonly starts: Float64Array
}

function createScratch(count: number): Scratch {
  return {
    heights: new Float64Array(count),
    apexes: new Int32Array(count),
    starts: new Float64Array(count + 1),
  }
}

interface Line {
  readonly start: number
  readonly stride: number
  readonly count: number
}

/** Each number of a line becomes the least of (number + squared distance to its place). */
function lowerEnvelope(data: Float32Array, { start, stride, count }: Line, scratch: Scratch): void {
  const { heights, apexes, starts } = scratch
  let last = 0
  apexes[0] = 0
  starts[0] = -Infinity
  starts[1] = Infinity
  for (let i = 0; i < count; i++) heights[i] = data[start + i * stride] ?? 0
  for (let i = 1; i < count; i++) {
    let crossing = crossingOf(heights, apexes[last] ?? 0, i)
    while (crossing <= (starts[last] ?? 0)) {
      last -= 1
      crossing = crossingOf(heights, apexes[last] ?? 0, i)
    }
    last += 1
    apexes[last] = i
    starts[last] = crossing
    starts[last + 1] = Infinity
  }
  for (let i = 0, parabola = 0; i < count; i++) {
    while ((starts[parabola + 1] ?? Infinity) < i) parabola += 1
    const apex = apexes[parabola] ?? 0
    data[start + i * stride] = Math.min(unreachable, (heights[apex] ?? 0) + (i - apex) ** 2)
  }
}

/** Where the parabolas over two places of a line cross. */
function crossingOf(heights: Float64Array, apex: number, i: number): number {
  const height = (heights[i] ?? 0) + i * i
  return (height - ((heights[apex] ?? 0) + apex * apex)) / (2 * (i - apex))
}
