import type { Point } from '#geometry/point'
import { boxMean, maskedBoxMean } from '#raster/box-mean'
import type { Bitmap, GreyImage, RgbImage, Size } from '#raster/image'
import { erode } from '#raster/morphology'
import { resample, resampleChannel } from '#raster/resample'

import type { FieldOfView } from '../field-of-view.ts'
import { fieldMask } from '../field-of-view.ts'

/** Width of the field, in pixels, at which the disc is searched. */
const searchPx = 256
/** Usual diameter of the disc at that width. */
const discPx = 0.147 * searchPx
/** Weights of the vessels relative to brightness: vertical ones, and all. */
const upAndDownWeight = 0.9
const vesselWeight = 0.3

/**
 * Finds the optic disc without a network: the place that is brighter than its surround and has many vessels
 * above and below it. Takes the whole photograph and the map of its vessels. Less accurate than a network,
 * but with different errors, so that each can check the other. Sources: M. Foracchia et al., Detection of
 * optic disc in retinal images by means of a geometrical model of vessel structure, IEEE Trans Med Imaging
 * 2004;23:1189-95, for the vessels' convergence; C. Sinthanayothin et al., Br J Ophthalmol 1999;83:902-10,
 * for the brightness.
 */
export function findBrightDisc(image: RgbImage, field: FieldOfView, vessel: GreyImage): Point {
  const size = searchSize(image, field)
  const mask = fieldMask(field, size)
  const brightness = standardise(brightnessAbove(image, mask), mask)
  const near = boxMean(resample(vessel, size), Math.round(0.45 * discPx))
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
    x: ((best % size.width) + 0.5) * (image.width / size.width),
    y: (Math.floor(best / size.width) + 0.5) * (image.height / size.height),
  }
}

function searchSize({ width, height }: Size, { diameterPx }: FieldOfView): Size {
  const scale = Math.min(1, searchPx / diameterPx)
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  }
}

/** How much brighter a disc's area is than its wider surround. */
function brightnessAbove(image: RgbImage, mask: Bitmap): GreyImage {
  const red = resampleChannel(image, 0, mask)
  const green = resampleChannel(image, 1, mask)
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
