import { maskedBoxMean } from '#raster/box-mean'
import type { Bitmap, GreyImage, RgbImage, Size } from '#raster/image'
import { resampleChannel } from '#raster/resample'

import type { FieldOfView } from './field-of-view.ts'
import { fieldMask } from './field-of-view.ts'

/** Radius of the neighbourhood of the local mean, as a share of the field's diameter. */
const meanShare = 1 / 24
/** A photograph whose field is so nearly of the wanted diameter is taken as it is. */
const sizeTolerance = 0.03
const mostDeviations = 5

/** A photograph as the networks see it. */
export interface NetworkInput extends Size {
  /** Red, green and blue, one plane of width x height after the other, rows from the top. */
  readonly planes: Float32Array
  /** The field of view at the same size. */
  readonly mask: Bitmap
}

/**
 * The photograph resampled so that its field has a diameter of so many pixels; each channel less
 * its local mean, in standard deviations of that difference over the field, from -5 to 5; 0
 * outside the field. What the networks are trained on and what they are run on is made here.
 */
export function prepareNetworkInput(
  image: RgbImage,
  field: FieldOfView,
  diameterPx: number,
): NetworkInput {
  const size = sizeFor(image, field.diameterPx, diameterPx)
  const mask = fieldMask(field, size)
  const count = size.width * size.height
  const planes = new Float32Array(3 * count)
  const radius = Math.round((meanShare * field.diameterPx * size.width) / image.width)
  for (const channel of [0, 1, 2] as const) {
    const plane = normalise(resampleChannel(image, channel, size), mask, radius)
    planes.set(plane, channel * count)
  }
  return { ...size, planes, mask }
}

/** The size of the whole photograph at which its field has the wanted diameter. */
function sizeFor({ width, height }: Size, diameterPx: number, wantedPx: number): Size {
  const scale = wantedPx / diameterPx
  if (Math.abs(scale - 1) < sizeTolerance) return { width, height }
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  }
}

function normalise(channel: GreyImage, mask: Bitmap, radius: number): Float32Array {
  const mean = maskedBoxMean(maskedBoxMean(channel, mask, radius), mask, radius)
  const difference = channel.data.map((value, i) =>
    mask.data[i] === 0 ? 0 : value - (mean.data[i] ?? 0),
  )
  const deviation = Math.sqrt(meanSquare(difference, mask)) + 1e-3
  return difference.map((value) =>
    Math.max(-mostDeviations, Math.min(mostDeviations, value / deviation)),
  )
}

function meanSquare(values: Float32Array, mask: Bitmap): number {
  let sum = 0
  let count = 0
  for (let i = 0; i < values.length; i++) {
    sum += (values[i] ?? 0) ** 2
    count += mask.data[i] ?? 0
  }
  return count === 0 ? 0 : sum / count
}
