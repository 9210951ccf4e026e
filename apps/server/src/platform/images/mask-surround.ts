import type { PixelData } from '#dicom/pixel-data'
import type { Picture } from '#dicom/render'
import type { RgbImage } from '#raster/image'
import { fieldMask, fieldOutline, findFieldOfView, widenField } from '#retina/field-of-view'

import type { MaskObstacle } from './decode-messages.ts'

/** Margin around the field of view that stays unmasked, as a share of the field. */
const margin = 0.01

/**
 * Why the surround of a DICOM file's picture cannot be masked; null if it can. Masking is limited
 * to files with the one 8-bit picture that a person has looked at.
 */
export function obstacleOf(pixels: PixelData): MaskObstacle | null {
  return pixels.numberOfFrames > 1 || pixels.bitsAllocated > 8 ? 'other_pixels' : null
}

/** Bounds of the part that remains, in pixels; null if no field of view is found. */
export function keptOutline(picture: Picture): [number, number][] | null {
  const field = keptField(picture)
  return field && fieldOutline(field).map(({ x, y }) => [Math.round(x), Math.round(y)])
}

/** The picture, black outside of its field of view; null if none is found. */
export function maskSurround(picture: Picture): Picture | null {
  const field = keptField(picture)
  if (field === null) return null
  const { data: isKept } = fieldMask(field, picture)
  const { channels } = picture
  const data = picture.data.map((value, at) =>
    isKept[Math.floor(at / channels)] === 1 ? value : 0,
  )
  return { ...picture, data }
}

function keptField(picture: Picture) {
  const field = findFieldOfView(asRgb(picture))
  return field.kind === 'field-of-view' ? widenField(field, margin) : null
}

function asRgb({ width, height, channels, data }: Picture): RgbImage {
  if (channels === 3) return { width, height, data }
  const rgb = new Uint8Array(3 * data.length)
  for (let at = 0; at < data.length; at++) rgb.fill(data[at] ?? 0, 3 * at, 3 * at + 3)
  return { width, height, data: rgb }
}
