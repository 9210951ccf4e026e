import type { Bitmap, GreyImage } from './image.ts'

/** Larger than any squared distance in an image, yet exact in 32 bits with such distances added. */
const unreachable = 1e9

/**
 * The squared distance in pixels from each pixel's centre to that of the nearest pixel inside the area, 1e9
 * if the bitmap is empty. Exact (to 24 bits). Source: P. F. Felzenszwalb and D. P. Huttenlocher, Distance
 * transforms of sampled functions, 2012.
 */
export function squaredDistance({ width, height, data }: Bitmap): GreyImage {
  const out = distanceAlongColumns({ width, height, data })
  for (let i = 0; i < out.length; i++) out[i] = Math.min(unreachable, (out[i] ?? 0) ** 2)
  const scratch = createScratch(width)
  for (let y = 0; y < height; y++) lowerEnvelope(out, y * width, width, scratch)
  return { width, height, data: out }
}

/** The distance from each pixel to the nearest one of its column inside the area; large if there is none. */
function distanceAlongColumns({ width, height, data }: Bitmap): Float32Array {
  const out = new Float32Array(width * height)
  const far = Math.ceil(Math.sqrt(unreachable))
  for (let i = 0; i < out.length; i++) {
    const above = i < width ? far : (out[i - width] ?? 0)
    out[i] = data[i] === 0 ? above + 1 : 0
  }
  for (let i = out.length - width - 1; i >= 0; i--) {
    out[i] = Math.min(out[i] ?? 0, (out[i + width] ?? 0) + 1)
  }
  return out
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

/** Each number of a row becomes the least of (number + squared distance to its place). */
function lowerEnvelope(data: Float32Array, start: number, count: number, scratch: Scratch): void {
  const { heights, apexes, starts } = scratch
  let last = 0
  apexes[0] = 0
  starts[0] = -Infinity
  starts[1] = Infinity
  for (let i = 0; i < count; i++) heights[i] = data[start + i] ?? 0
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
    data[start + i] = Math.min(unreachable, (heights[apex] ?? 0) + (i - apex) ** 2)
  }
}

/** Where the parabolas over two places of a line cross. */
function crossingOf(heights: Float64Array, apex: number, i: number): number {
  const height = (heights[i] ?? 0) + i * i
  return (height - ((heights[apex] ?? 0) + apex * apex)) / (2 * (i - apex))
}
