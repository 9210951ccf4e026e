import { squaredDistance } from './distance.ts'
import type { Bitmap } from './image.ts'
import { createBitmap } from './image.ts'

/** The area and all pixels whose centre is within a radius in pixels of it. */
export function dilate(bitmap: Bitmap, radius: number): Bitmap {
  const away = squaredDistance(bitmap).data
  const grown = createBitmap(bitmap)
  for (let i = 0; i < away.length; i++) grown.data[i] = (away[i] ?? 0) <= radius * radius ? 1 : 0
  return grown
}

/**
 * The pixels of the area whose centre is farther than a radius in pixels from all pixels outside. Beyond the
 * image's border counts as inside.
 */
export function erode(bitmap: Bitmap, radius: number): Bitmap {
  return invert(dilate(invert(bitmap), radius))
}

/** The area without the parts into which a disc of a radius in pixels does not fit. */
export function open(bitmap: Bitmap, radius: number): Bitmap {
  return dilate(erode(bitmap, radius), radius)
}

export function invert(bitmap: Bitmap): Bitmap {
  const outside = createBitmap(bitmap)
  for (let i = 0; i < outside.data.length; i++) outside.data[i] = 1 - (bitmap.data[i] ?? 0)
  return outside
}
