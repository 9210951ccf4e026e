import { boxMeanWithin } from '#raster/box-mean'
import type { Bitmap, GreyImage } from '#raster/image'

import { fieldMask } from '../field-of-view.ts'
import type { EyeView, PreparedEye } from '../prepared-eye.ts'

/** Diameter of the field, in pixels, at which quality is judged. */
export const viewDiameterPx = 256
/** The unreliable rim of the field, as a share of its diameter. */
const rimShare = 0.03

/** A photograph for judging its quality: three channels from 0 to 255, and the area to examine. */
export interface QualityView extends EyeView {
  /** The field without its rim, and the indices of its pixels. */
  readonly inner: Bitmap
  readonly pixels: Int32Array
  /** How much of the field's circle is lit and within the frame, from 0 to 1. */
  readonly visible: number
}

/** The photograph resampled so that its field has a diameter of 256 pixels. */
export function viewForQuality(eye: PreparedEye): QualityView {
  const { field } = eye
  const view = eye.viewWithField(viewDiameterPx)
  const inner = fieldMask({ ...field, diameterPx: field.diameterPx * (1 - 2 * rimShare) }, view)
  return { ...view, inner, pixels: pixelsOf(inner), visible: shareOfCircle(view.mask) }
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
