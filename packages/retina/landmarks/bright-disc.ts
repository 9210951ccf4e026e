import type { Point } from '#geometry/point'
import { boxMean, maskedBoxMean } from '#raster/box-mean'
import type { Bitmap, GreyImage } from '#raster/image'
import { erode } from '#raster/morphology'
import { resample } from '#raster/resample'

import type { EyeView, PreparedEye } from '../prepared-eye.ts'

/** Maximum width of the field, in pixels, at which the disc is searched. */
const searchPx = 256
/** Usual diameter of the disc at that width. */
const discPx = 0.147 * searchPx
/** Weights of the vessels relative to brightness: vertical ones, and all. */
const upAndDownWeight = 0.9
const vesselWeight = 0.3

/**
 * Finds the optic disc without a network: the place that is brighter than its surround and has many vessels
 * above and below it. Takes the map of the whole photograph's vessels. Less accurate than a network, but with
 * different errors, so that each can check the other. Sources: M. Foracchia et al., Detection of optic disc in
 * retinal images by means of a geometrical model of vessel structure, IEEE Trans Med Imaging
 * 2004;23:1189-95, for the vessels' convergence; C. Sinthanayothin et al., Br J Ophthalmol 1999;83:902-10,
 * for the brightness.
 */
export function findBrightDisc(eye: PreparedEye, vessel: GreyImage): Point {
  const { photograph } = eye
  const view = eye.viewWithField(Math.min(searchPx, eye.field.diameterPx))
  const { mask } = view
  const brightness = standardise(brightnessAbove(view), mask)
  const near = boxMean(resample(vessel, view), Math.round(0.45 * discPx))
  const upAndDown = standardise(alsoAboveAndBelow(near), mask)
  const vessels = standardise(near, mask)
  const inner = erode(mask, discPx / 4)
  let [best, most] = [0, -Infinity]
  for (let i = 0; i < inner.data.length; i++) {
    if (inner.data[i] === 0) continue
    const score =
      (brightness.data[i] ?? 0) +
      upAndDownWeight * (upAndDown.data[i] ?? 0) +
      vesselWeight * (vessels.data[i] ?? 0)
    if (score > most) [best, most] = [i, score]
  }
  return {
    x: ((best % view.width) + 0.5) * (photograph.width / view.width),
    y: (Math.floor(best / view.width) + 0.5) * (photograph.height / view.height),
  }
}

/** How much brighter a disc's area is than its wider surround. */
function brightnessAbove({ red, green, mask }: EyeView): GreyImage {
  const both = {
    ...green,
    data: green.data.map((value, i) => 0.6 * value + 0.4 * (red.data[i] ?? 0)),
  }
  const disc = maskedBoxMean(both, mask, Math.round(0.45 * discPx))
  const surround = maskedBoxMean(both, mask, Math.round(1.6 * discPx))
  return { ...both, data: disc.data.map((value, i) => value - (surround.data[i] ?? 0)) }
}

/** The mean of each place and of those a disc's diameter above and below. */
function alsoAboveAndBelow({ width, height, data }: GreyImage): GreyImage {
  const away = Math.round(0.9 * discPx) * width
  const sum = data.map((value, i) => (value + (data[i - away] ?? 0) + (data[i + away] ?? 0)) / 3)
  return { width, height, data: sum }
}

/** In standard deviations from the mean over a mask. */
function standardise(image: GreyImage, mask: Bitmap): GreyImage {
  let [count, sum, squares] = [0, 0, 0]
  for (let i = 0; i < image.data.length; i++) {
    if (mask.data[i] === 0) continue
    count += 1
    sum += image.data[i] ?? 0
    squares += (image.data[i] ?? 0) ** 2
  }
  const mean = sum / count
  const deviation = Math.sqrt(Math.max(1e-12, squares / count - mean * mean))
  return { ...image, data: image.data.map((value) => (value - mean) / deviation) }
}
