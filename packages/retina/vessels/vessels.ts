import type { Bitmap, GreyImage, RgbImage, Size } from '#raster/image'
import { createGreyImage } from '#raster/image'
import { resampleChannel } from '#raster/resample'

import type { FieldOfView } from '../field-of-view.ts'
import { fieldMask } from '../field-of-view.ts'
import { normaliseIllumination } from '../illumination.ts'
import type { LineFilter } from './filter.ts'
import { respondToLines } from './filter.ts'

/** Diameter of the field, in pixels, at which vessels are searched. */
const workingDiameterPx = 720
/** Relative tolerance within which a photograph needs no resampling. */
const sizeTolerance = 0.03
/** The unreliable rim of the field, as a share of its diameter. */
const rimShare = 0.008

/** A line filter in shares of the field's diameter, and how much its responses count. */
interface WeightedFilter extends LineFilter {
  readonly weights: readonly number[]
}

/** Standard deviation of the finest vessels' profile, as a share of the field's diameter. */
const unit = 1.55 / 540
const filters: readonly WeightedFilter[] = [
  { sigma: 0.6 * unit, lengths: [5 * unit, 10 * unit], weights: [4.91, 2.46] },
  { sigma: 1.6 * unit, lengths: [16 * unit], weights: [1.82] },
  { sigma: 2.4 * unit, lengths: [24 * unit], weights: [3.09] },
]
const intercept = -4.64

/**
 * The probability from 0 to 1 that each pixel belongs to a vessel, over the whole photograph but at
 * the working size; 0 outside the field. The logistic function of a weighted sum of line responses
 * to the normalised green channel. Filters, weights and intercept are the same for all photographs;
 * the weights' scale and the intercept are a logistic regression on manual vessel maps of HRF's
 * healthy eyes (training/fit-vessel-filters.ts).
 */
export function mapVessels(image: RgbImage, field: FieldOfView): GreyImage {
  const size = workingSize(image, field.diameterPx)
  const diameterPx = (field.diameterPx * size.width) / image.width
  const inner = { ...field, diameterPx: field.diameterPx * (1 - 2 * rimShare) }
  const innerMask = fieldMask(inner, size)
  const darkness = normaliseIllumination(resampleChannel(image, 1, size), innerMask, diameterPx)
  mirrorAtRim(darkness, innerMask, inner)
  return toProbability(scoreLines(darkness, diameterPx), fieldMask(field, size))
}

function workingSize({ width, height }: Size, diameterPx: number): Size {
  const scale = workingDiameterPx / diameterPx
  if (Math.abs(scale - 1) < sizeTolerance) return { width, height }
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  }
}

/** Continues the image past the circle as its mirror image, so that its edge is no line. */
function mirrorAtRim(image: GreyImage, mask: Bitmap, field: FieldOfView): void {
  const { width, height, data } = image
  const scale = width / field.imageSize.width
  const centreX = field.centre.x * scale
  const centreY = field.centre.y * scale
  const twice = field.diameterPx * scale
  for (let y = 0, i = 0; y < height; y++) {
    const dy = y + 0.5 - centreY
    for (let x = 0; x < width; x++, i++) {
      if (mask.data[i] === 1) continue
      const dx = x + 0.5 - centreX
      const inwards = twice / Math.sqrt(dx * dx + dy * dy) - 1
      const fromX = Math.floor(centreX + dx * inwards)
      const fromY = Math.floor(centreY + dy * inwards)
      const isInImage = fromX >= 0 && fromY >= 0 && fromX < width && fromY < height
      const from = fromY * width + fromX
      if (isInImage && mask.data[from] === 1) data[i] = data[from] ?? 0
    }
  }
}

function scoreLines(darkness: GreyImage, diameterPx: number): GreyImage {
  const score = createGreyImage(darkness)
  score.data.fill(intercept)
  for (const { sigma, lengths, weights } of filters) {
    const responses = respondToLines(darkness, {
      sigma: sigma * diameterPx,
      lengths: lengths.map((length) => length * diameterPx),
    })
    for (const [i, response] of responses.entries()) add(score, response, weights[i] ?? 0)
  }
  return score
}

function add({ data }: GreyImage, other: GreyImage, weight: number): void {
  for (let i = 0; i < data.length; i++) data[i] = (data[i] ?? 0) + weight * (other.data[i] ?? 0)
}

function toProbability(score: GreyImage, mask: Bitmap): GreyImage {
  const data = score.data.map((value, i) => (mask.data[i] === 0 ? 0 : 1 / (1 + Math.exp(-value))))
  return { ...score, data }
}
