import type { Box } from '#geometry/box'
import type { Point } from '#geometry/point'
import type { View } from './view.ts'
import { inImagePixels } from './view.ts'

/** A place on the image, and the kind of pointer that points at it. */
export interface Aim {
  /** In image pixels; may be outside the image. */
  readonly at: Point
  readonly pointerType: 'mouse' | 'pen' | 'touch'
}

type Pointer = Pick<Aim, 'pointerType'>

/** How far a mouse or a pen reaches for a handle, in screen pixels. */
export const handleReach = 7
/** A finger hides its target, so it takes the nearest within this many screen pixels. */
const fingerReach = 20
/** How far a finger reaches inside a small shape, as a part of the shape's shorter side. */
const shareOfShape = 1 / 4

/**
 * The distance, in image pixels, within which a press takes something. A finger reaches farther than the
 * usual number of screen pixels.
 */
export function reachOf({ pointerType }: Pointer, view: View, usual: number = handleReach): number {
  return inImagePixels(view, pointerType === 'touch' ? Math.max(usual, fingerReach) : usual)
}

/**
 * The same inside a shape with this box. In a small one a finger reaches less far, so that it can still mean
 * the middle or the other side.
 */
export function reachInside(
  { width, height }: Box,
  pointer: Pointer,
  view: View,
  usual: number = handleReach,
): number {
  const least = Math.max(inImagePixels(view, usual), shareOfShape * Math.min(width, height))
  return Math.min(reachOf(pointer, view, usual), least)
}
