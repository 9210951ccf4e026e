import { findComponents, keepComponents } from './components.ts'
import type { Bitmap } from './image.ts'
import { invert } from './morphology.ts'

/** An area with its holes of at most so many pixels filled; also bays that the border closes. */
export function fillHoles(bitmap: Bitmap, largestHole: number): Bitmap {
  const outside = findComponents(invert(bitmap), 4)
  return invert(keepComponents(outside, (area) => area > largestHole))
}
