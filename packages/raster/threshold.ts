import { findComponents, keepComponents } from './components.ts'
import type { Bitmap, GreyImage } from './image.ts'
import { createBitmap } from './image.ts'

/** The pixels that are at least a level. */
export function threshold(image: GreyImage, level: number): Bitmap {
  const bitmap = createBitmap(image)
  for (let i = 0; i < bitmap.data.length; i++) {
    bitmap.data[i] = (image.data[i] ?? 0) >= level ? 1 : 0
  }
  return bitmap
}

/**
 * The connected (8) parts at or above the low level that have a pixel at or above the high level and a
 * minimum area in pixels. Source: J. Canny, 1986.
 */
export function hysteresis(
  image: GreyImage,
  { low, high, smallestArea }: { low: number; high: number; smallestArea: number },
): Bitmap {
  const components = findComponents(threshold(image, low), 8)
  const isStrong = new Uint8Array(components.areas.length)
  for (let i = 0; i < image.data.length; i++) {
    if ((image.data[i] ?? 0) >= high) isStrong[components.labels[i] ?? 0] = 1
  }
  return keepComponents(
    components,
    (area, component) => isStrong[component] === 1 && area >= smallestArea,
  )
}
