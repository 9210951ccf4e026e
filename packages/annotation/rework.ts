import type { PolygonOperations } from '#geometry/boolean'
import type { Box } from '#geometry/box'
import type { MultiLine } from '#geometry/line'
import { cleanLines } from '#geometry/line'
import type { MultiPolygon, Ring } from '#geometry/polygon'
import { simplify, simplifyLine } from '#geometry/simplify'
import { smoothLines, smoothOutline } from '#geometry/smooth-outline'
import type { Drawn } from './commands.ts'
import { separateDrawn, splitDrawn } from './rework-parts.ts'

/** An action on the areas and lines of whole annotations. Lengths are in image pixels. */
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
  /** The area and the lines of each annotation. */
  readonly shapes: readonly Drawn[]
  /** The image's area, to which the answer is clipped. */
  readonly bounds: Box
}

/**
 * For each annotation the areas and lines that take its place: it gets the first, and each further one becomes
 * an annotation. An annotation without any has been merged into another.
 */
export type Reworked = readonly (readonly Drawn[])[]

/** Clean areas and lines within the bounds, on hundredths of a pixel. */
export function carryOutRework(
  { action, shapes, bounds }: Rework,
  operations: PolygonOperations,
): Reworked {
  const clean = (shape: MultiPolygon) => operations.clipToBox(operations.union(shape, []), bounds)
  const each = (
    change: (shape: MultiPolygon) => MultiPolygon,
    changeLines: (lines: MultiLine) => MultiLine = (lines) => lines,
  ): Reworked =>
    shapes.map(({ geometry, lines }) => [
      {
        geometry: orBefore(geometry, clean(change(geometry))),
        lines: cleanLines(changeLines(lines), bounds),
      },
    ])
  switch (action.kind) {
    case 'split':
      return shapes.map((shape) => splitDrawn(shape, action.line, operations))
    case 'separate':
      return shapes.map(separateDrawn)
    case 'merge':
      return merged(shapes, operations)
    case 'smooth':
      return each(
        (shape) => smoothOutline(shape, action.width),
        (lines) => smoothLines(lines, action.width),
      )
    case 'simplify':
      return each(
        (shape) => simplify(shape, action.tolerance),
        (lines) => lines.map((line) => simplifyLine(line, action.tolerance)),
      )
    case 'fillHoles':
      return each((shape) => shape.map(({ outer }) => ({ outer, holes: [] })))
  }
}

/** All areas and lines in the place of the last, whose own lines come first. */
function merged(shapes: readonly Drawn[], operations: PolygonOperations): Reworked {
  const geometry = shapes.reduce<MultiPolygon>(
    (all, shape) => operations.union(all, shape.geometry),
    [],
  )
  const lines = [...shapes.slice(-1), ...shapes.slice(0, -1)].flatMap((shape) => shape.lines)
  return shapes.map((_, i) => (i === shapes.length - 1 ? [{ geometry, lines }] : []))
}

/** Nothing is worth the loss of a whole area. */
function orBefore(before: MultiPolygon, after: MultiPolygon): MultiPolygon {
  return after.length === 0 ? before : after
}
