import {
  filterSeparable,
  gaussianCurvatureKernel,
  gaussianKernel,
  gaussianSlopeKernel,
} from '#raster/gaussian'
import type { GreyImage } from '#raster/image'
import { createGreyImage } from '#raster/image'
import { directions, strongestLineMeans } from '#raster/line-mean'

/** A filter for bright lines: the profile's standard deviation and the length, both in pixels. */
export interface LineFilter {
  readonly sigma: number
  readonly lengths: readonly number[]
}

const directionCount = 12

/**
 * For each length a pixel's response to a bright line: the second derivative of a Gaussian across the line
 * (an even filter such as Gabor's), normalised for its scale and averaged along the line, the largest over 12
 * directions. Sources: J. V. B. Soares et al., Retinal vessel segmentation using the 2-D Gabor wavelet, 2006,
 * for even oriented filters; E. Ricci and R. Perfetti, Retinal blood vessel segmentation using line
 * operators, 2007, for the line averages; W. T. Freeman and E. H. Adelson, The design and use of steerable
 * filters, 1991, for all directions from three derivatives.
 */
export function respondToLines(image: GreyImage, { sigma, lengths }: LineFilter): GreyImage[] {
  const smooth = gaussianKernel(sigma)
  const slope = gaussianSlopeKernel(sigma)
  const curvature = gaussianCurvatureKernel(sigma)
  const xx = filterSeparable(image, { alongX: curvature, alongY: smooth }).data
  const xy = filterSeparable(image, { alongX: slope, alongY: slope }).data
  const yy = filterSeparable(image, { alongX: smooth, alongY: curvature }).data
  const across = createGreyImage(image)
  return strongestLineMeans(image, { angles: directions(directionCount), lengths }, (angle) => {
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
    const weightXx = -sigma * sigma * sin * sin
    const weightXy = 2 * sigma * sigma * sin * cos
    const weightYy = -sigma * sigma * cos * cos
    for (let i = 0; i < across.data.length; i++) {
      across.data[i] = weightXx * (xx[i] ?? 0) + weightXy * (xy[i] ?? 0) + weightYy * (yy[i] ?? 0)
    }
    return across
  })
}
