import type { PolygonOperations } from '#geometry/boolean'
import type { Box } from '#geometry/box'
import type { MultiPolygon, Ring } from '#geometry/polygon'
import { simplify } from '#geometry/simplify'
import { smoothOutline } from '#geometry/smooth-outline'
import { splitAlong } from '#geometry/split'

/** An action on the areas of whole annotations. Lengths are in image pixels. */
export type ReworkAction =
  /** Along a drawn line. */
  | { readonly kind: 'split'; readonly line: Ring }
  /** `separate` splits into connected parts. */
  | { readonly kind: 'separate' | 'merge' | 'fillHoles' }
  | { readonly kind: 'smooth'; readonly width: number }
  | { readonly kind: 'simplify'; readonly tolerance: number }

/** Plain data, so that it can go to a worker, which answers it with `carryOutRework`. */
export interface Rework {
  readonly action: ReworkAction
  /** One area for each annotation. */
  readonly shapes: readonly MultiPolygon[]
  /** The image's area, to which the answer is clipped. */
  readonly bounds: Box
}

/**
 * For each annotation the areas that take its place: it gets the first, and each further one becomes an
 * annotation. An annotation without any has been merged into another.
 */
export type Reworked = readonly (readonly MultiPolygon[])[]

/** Clean areas within the bounds, on hundredths of a pixel. */
export function carryOutRework(
  { action, shapes, bounds }: Rework,
  operations: PolygonOperations,
): Reworked {
  const clean = (shape: MultiPolygon) => operations.clipToBox(operations.union(shape, []), bounds)
  const each = (change: (shape: MultiPolygon) => MultiPolygon) =>
    shapes.map((shape) => [orBefore(shape, clean(change(shape)))])
  switch (action.kind) {
    case 'split':
      return shapes.map((shape) => splitAlong(shape, action.line, operations))
    case 'separate':
      return shapes.map((shape) => (shape.length < 2 ? [shape] : shape.map((part) => [part])))
    case 'merge':
      return merged(shapes, operations)
    case 'smooth':
      return each((shape) => smoothOutline(shape, action.width))
    case 'simplify':
      return each((shape) => simplify(shape, action.tolerance))
    case 'fillHoles':
      return each((shape) => shape.map(({ outer }) => ({ outer, holes: [] })))
  }
}

/** All areas in the place of the last. */
function merged(shapes: readonly MultiPolygon[], operations: PolygonOperations): Reworked {
  const united = shapes.reduce((all, shape) => operations.union(all, shape), [])
  return shapes.map((_, i) => (i === shapes.length - 1 ? [united] : []))
}

/** Nothing is worth the loss of a whole area. */
function orBefore(before: MultiPolygon, after: MultiPolygon): MultiPolygon {
  return after.length === 0 ? before : after
}
