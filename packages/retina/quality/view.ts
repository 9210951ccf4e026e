import { boxMeanWithin } from '#raster/box-mean'
import type { Bitmap, GreyImage, RgbImage } from '#raster/image'
import { resampleChannel } from '#raster/resample'

import type { FieldOfView } from '../field-of-view.ts'
import { fieldMask } from '../field-of-view.ts'

/** Diameter of the field, in pixels, at which quality is judged. */
export const viewDiameterPx = 256
/** The unreliable rim of the field, as a share of its diameter. */
const rimShare = 0.03

/** The view in which quality is judged: three channels from 0 to 255 and the mask. */
export interface QualityView {
  readonly red: GreyImage
  readonly green: GreyImage
  readonly blue: GreyImage
  /** The field of view. */
  readonly mask: Bitmap
  /** The field without its rim, and the indices of its pixels. */
  readonly inner: Bitmap
  readonly pixels: Int32Array
  /** How much of the field's circle is lit and within the frame, from 0 to 1. */
  readonly visible: number
}

/** The photograph resampled so that its field has a diameter of 256 pixels. */
export function viewForQuality(image: RgbImage, field: FieldOfView): QualityView {
  const scale = viewDiameterPx / field.diameterPx
  const size = {
    width: Math.max(1, Math.round(image.width * scale)),
    height: Math.max(1, Math.round(image.height * scale)),
  }
  const mask = fieldMask(field, size)
  const inner = fieldMask({ ...field, diameterPx: field.diameterPx * (1 - 2 * rimShare) }, size)
  return {
    red: resampleChannel(image, 0, size),
    green: resampleChannel(image, 1, size),
    blue: resampleChannel(image, 2, size),
    mask,
    inner,
    pixels: pixelsOf(inner),
    visible: shareOfCircle(mask),
  }
}

function shareOfCircle({ data }: Bitmap): number {
  const lit = data.reduce((sum, inside) => sum + inside, 0)
  return lit / (Math.PI * (viewDiameterPx / 2) ** 2)
}

function pixelsOf({ data }: Bitmap): Int32Array {
  const pixels: number[] = []
  for (let i = 0; i < data.length; i++) if (data[i] === 1) pixels.push(i)
  return Int32Array.from(pixels)
}

/** The values of an image at some of its pixels. */
export function valuesAt(image: GreyImage, pixels: Int32Array): Float32Array {
  const values = new Float32Array(pixels.length)
  for (let i = 0; i < pixels.length; i++) values[i] = image.data[pixels[i] ?? 0] ?? 0
  return values
}

/** A nearly Gaussian mean over the mask's pixels: two means over squares of that radius. */
export function smoothIn(image: GreyImage, mask: Bitmap, radius: number): GreyImage {
  const mean = boxMeanWithin(mask, radius)
  return mean(mean(image))
}

export function meanOf(values: ArrayLike<number>): number {
  let sum = 0
  for (let i = 0; i < values.length; i++) sum += values[i] ?? 0
  return values.length === 0 ? 0 : sum / values.length
}

export function deviationOf(values: ArrayLike<number>): number {
  const mean = meanOf(values)
  let sum = 0
  for (let i = 0; i < values.length; i++) sum += ((values[i] ?? 0) - mean) ** 2
  return values.length === 0 ? 0 : Math.sqrt(sum / values.length)
}

/** The value below which a share (0 to 1) of the values lies. */
export function quantileOf(sorted: Float32Array, share: number): number {
  return sorted[Math.round(share * (sorted.length - 1))] ?? 0
}
