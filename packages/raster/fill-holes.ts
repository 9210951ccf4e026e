import { findComponents, keepComponents } from './components.ts'
import type { Bitmap } from './image.ts'
import { invert } from './morphology.ts'

/**
 * Fills the holes of an area that have at most the given number of pixels, including bays that the border
 * closes.
 */
export function fillHoles(bitmap: Bitmap, largestHole: number): Bitmap {
  const outside = findComponents(invert(bitmap), 4)
  return invert(keepComponents(outside, (area) => area > largestHole))
}
