import type { PolygonOperations } from '#geometry/boolean'
import type { Box } from '#geometry/box'
import type { MultiPolygon, Ring } from '#geometry/polygon'

/** What the hand drew: an area, or the line that a round brush followed. */
export type Drawing =
  | { readonly kind: 'area'; readonly area: MultiPolygon }
  | { readonly kind: 'stroke'; readonly line: Ring; readonly radius: number }

export type PlanOperation = 'add' | 'subtract' | 'replace'

/**
 * A new area to be worked out. Plain data, so that it can go to a worker, which answers it with
 * `carryOut`.
 */
export interface ShapePlan {
  readonly base: MultiPolygon
  readonly operation: PlanOperation
  readonly drawing: Drawing
  /** The image's area, to which the answer is clipped. */
  readonly bounds: Box
}

/** The area that a plan leads to: clean, within the bounds, on hundredths of a pixel. */
export function carryOut(plan: ShapePlan, operations: PolygonOperations): MultiPolygon {
  const drawn = areaOf(plan.drawing, operations)
  return operations.clipToBox(combine(plan, drawn, operations), plan.bounds)
}

function areaOf(drawing: Drawing, operations: PolygonOperations): MultiPolygon {
  return drawing.kind === 'area'
    ? drawing.area
    : operations.inflateLine(drawing.line, drawing.radius)
}

function combine(
  { base, operation }: ShapePlan,
  drawn: MultiPolygon,
  operations: PolygonOperations,
): MultiPolygon {
  if (operation === 'add') return operations.union(base, drawn)
  if (operation === 'subtract') return operations.difference(base, drawn)
  return operations.union(drawn, [])
}
