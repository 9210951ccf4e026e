import { boxMean } from '#raster/box-mean'
import {
  filterSeparable,
  gaussianCurvatureKernel,
  gaussianKernel,
  gaussianSlopeKernel,
} from '#raster/gaussian'
import type { GreyImage, Size } from '#raster/image'

/**
 * A photograph prepared for following its vessels. For each of eight directions a pixel holds how
 * much of a dark line runs through it in that direction, from 0 to 255.
 */
export interface Guide extends Size {
  /** In the order of `directions`; rows of pixels of the working size. */
  readonly lines: readonly Uint8Array[]
}

/** Longer side of the working size, in pixels. */
const workingSide = 1400

/** Steps from pixel to pixel in half a turn; the other half are their opposites. */
export const directions = [
  { x: 1, y: 0 },
  { x: 2, y: 1 },
  { x: 1, y: 1 },
  { x: 1, y: 2 },
  { x: 0, y: 1 },
  { x: -1, y: 2 },
  { x: -1, y: 1 },
  { x: -2, y: 1 },
] as const

/** Standard deviations of the filters across a line, in working pixels. */
const sigmas = [1.4, 2.4, 4]
/** A line is averaged over this length: in standard deviations, plus pixels. */
const lineSigmas = 1.5
const linePx = 2
/** Reach of the surround whose contrast is equalised, as a share of the longer side. */
const surround = 0.02
/** Contrasts of a surround below this, in levels, are grain. */
const leastContrast = 4
/** Response to a line that counts as certain. */
const certain = 0.6

/** The size at which a photograph is searched: never larger than the photograph. */
export function workingSizeOf({ width, height }: Size): Size {
  const scale = Math.min(1, workingSide / Math.max(width, height))
  return {
    width: Math.max(2, Math.round(width * scale)),
    height: Math.max(2, Math.round(height * scale)),
  }
}

/**
 * Prepares a photograph by views of it in which vessels are dark, all at its working size: the green, and a
 * vessel map if there is one. The response to a line is the second derivative of a Gaussian across it,
 * averaged along it, the largest of three widths, in the sum of all views. Source: W. T. Freeman and E. H.
 * Adelson, The design and use of steerable filters, 1991; T. Lindeberg, Edge detection and ridge detection with
 * automatic scale selection, 1998.
 */
export function prepareGuide(views: readonly GreyImage[]): Guide {
  const even = sumOf(views.map(equalise))
  const lines = directions.map(() => new Uint8Array(even.data.length))
  for (const sigma of sigmas) raise(lines, even, sigma)
  return { width: even.width, height: even.height, lines }
}

function sumOf([first, ...others]: readonly GreyImage[]): GreyImage {
  if (first === undefined) throw new RangeError('A guide needs a view.')
  const data = first.data.map((value, i) =>
    others.reduce((sum, other) => sum + (other.data[i] ?? 0), value),
  )
  return { ...first, data }
}

/** Lighter than the surround is positive, in units of the surround's contrast. */
function equalise(image: GreyImage): GreyImage {
  const radius = Math.max(4, Math.round(surround * Math.max(image.width, image.height)))
  const mean = boxMean(image, radius).data
  const away = image.data.map((value, i) => value - (mean[i] ?? 0))
  const squared = { ...image, data: away.map((value) => value * value) }
  const variance = boxMean(squared, radius).data
  const data = away.map((value, i) => {
    const contrast = Math.max(leastContrast, Math.sqrt(variance[i] ?? 0))
    return Math.max(-3, Math.min(3, value / contrast))
  })
  return { ...image, data }
}

function raise(lines: readonly Uint8Array[], image: GreyImage, sigma: number): void {
  const smooth = gaussianKernel(sigma)
  const slope = gaussianSlopeKernel(sigma)
  const curvature = gaussianCurvatureKernel(sigma)
  const xx = filterSeparable(image, { alongX: curvature, alongY: smooth }).data
  const xy = filterSeparable(image, { alongX: slope, alongY: slope }).data
  const yy = filterSeparable(image, { alongX: smooth, alongY: curvature }).data
  const across = new Float32Array(xx.length)
  for (const [direction, step] of directions.entries()) {
    const target = lines[direction]
    if (target === undefined) continue
    const length = Math.hypot(step.x, step.y)
    const [cos, sin] = [step.x / length, step.y / length]
    const [weightXx, weightXy, weightYy] = [
      sigma * sigma * sin * sin,
      -2 * sigma * sigma * sin * cos,
      sigma * sigma * cos * cos,
    ]
    for (let i = 0; i < across.length; i++) {
      across[i] = weightXx * (xx[i] ?? 0) + weightXy * (xy[i] ?? 0) + weightYy * (yy[i] ?? 0)
    }
    const reach = lineSigmas * sigma + linePx
    raiseAlong(target, { ...image, data: across }, { x: reach * cos, y: reach * sin })
  }
}

/** Each pixel becomes at least the mean of five places, the outermost `reach` away. */
function raiseAlong(
  target: Uint8Array,
  { width, height, data }: GreyImage,
  reach: { readonly x: number; readonly y: number },
): void {
  const places = [-1, -0.5, 0, 0.5, 1].map((part) => ({
    x: Math.round(part * reach.x),
    y: Math.round(part * reach.y),
  }))
  const margin = Math.ceil(Math.max(Math.abs(reach.x), Math.abs(reach.y)))
  const offsets = Int32Array.from(places, ({ x, y }) => y * width + x)
  const share = 255 / (offsets.length * certain)
  for (let y = margin; y < height - margin; y++) {
    for (let i = y * width + margin; i < (y + 1) * width - margin; i++) {
      let sum = 0
      for (let k = 0; k < offsets.length; k++) sum += data[i + (offsets[k] ?? 0)] ?? 0
      const value = Math.min(255, sum * share)
      if (value > (target[i] ?? 0)) target[i] = value
    }
  }
}
