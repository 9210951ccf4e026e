import type { PolygonOperations } from '#geometry/boolean'
import type { Box } from '#geometry/box'
import { boxesIntersect, boxOf } from '#geometry/box'
import type { MultiPolygon, Polygon, Ring } from '#geometry/polygon'
import { area } from '#geometry/polygon'
import type { Search } from './search.ts'

/** The user's input: an area, the path of a round brush, or a search. */
export type Drawing =
  | { readonly kind: 'area'; readonly area: MultiPolygon }
  | { readonly kind: 'stroke'; readonly line: Ring; readonly radius: number }
  | Search

export function isSearch(drawing: Drawing): drawing is Search {
  return drawing.kind !== 'area' && drawing.kind !== 'stroke'
}

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
  /** Areas that an added drawing must not cover; they may overlap. */
  readonly spared: MultiPolygon
  /** Parts of the answer below this area in square pixels go, unless they are as in the base. */
  readonly leastPart: number
}

/** Thrown for a search that was not answered before. */
class NotFoundYetError extends Error {
  override readonly name = 'NotFoundYetError'
}

/**
 * The area that a plan leads to: clean, within the bounds, on hundredths of a pixel; the base itself
 * if the drawing adds or takes away nothing. For a search, `found` is the area that answers it.
 * Throws NotFoundYetError and PolygonOperationError.
 */
export function carryOut(
  plan: ShapePlan,
  operations: PolygonOperations,
  found?: MultiPolygon,
): MultiPolygon {
  // The drawing is usually much smaller than its target: clipping first avoids work on the whole.
  const drawn = operations.clipToBox(areaOf(plan.drawing, operations, found), plan.bounds)
  if (changesNothing(plan, drawn)) return plan.base
  const shape = operations.clipToBox(combine(plan, drawn, operations), plan.bounds)
  if (plan.operation !== 'replace' && haveSameArea(shape, plan.base)) return plan.base
  return plan.leastPart > 0 ? withoutCrumbs(shape, plan) : shape
}

/** Whether it is certain, without working it out, that a drawing changes nothing. */
function changesNothing({ base, operation }: ShapePlan, drawn: MultiPolygon): boolean {
  if (operation === 'replace') return false
  return drawn.length === 0 || (operation === 'subtract' && overlapping(base, drawn).length === 0)
}

/** Adding only enlarges an area and subtracting only reduces it, so equal areas are the same. */
function haveSameArea(a: MultiPolygon, b: MultiPolygon): boolean {
  return Math.abs(area(a) - area(b)) < leastDifference
}

function areaOf(
  drawing: Drawing,
  operations: PolygonOperations,
  found: MultiPolygon | undefined,
): MultiPolygon {
  if (drawing.kind === 'area') return drawing.area
  if (drawing.kind === 'stroke') return operations.inflateLine(drawing.line, drawing.radius)
  if (found !== undefined) return found
  throw new NotFoundYetError(`Find the area of ${drawing.kind} before the plan is carried out.`)
}

function combine(
  { base, operation, spared }: ShapePlan,
  drawn: MultiPolygon,
  operations: PolygonOperations,
): MultiPolygon {
  if (operation === 'subtract') return operations.difference(base, drawn)
  if (operation === 'replace') return operations.union(drawn, [])
  const inTheWay = overlapping(spared, drawn)
  return operations.union(
    base,
    inTheWay.length === 0 ? drawn : operations.difference(drawn, inTheWay),
  )
}

/** The polygons that a drawn area can meet; of many in the image they are few. */
function overlapping(polygons: MultiPolygon, drawn: MultiPolygon): MultiPolygon {
  const around = boxOf(drawn)
  if (around === null) return []
  return polygons.filter((polygon) => {
    const box = boxOf([polygon])
    return box !== null && boxesIntersect(box, around)
  })
}

function withoutCrumbs(shape: MultiPolygon, { base, leastPart }: ShapePlan): MultiPolygon {
  const isCrumb = (part: Polygon) =>
    area([part]) < leastPart && !base.some((before) => coversTheSame(before, part))
  return shape.some(isCrumb) ? shape.filter((part) => !isCrumb(part)) : shape
}

/** For a part cut out of another, either the box or the area is smaller. */
function coversTheSame(a: Polygon, b: Polygon): boolean {
  const [boxA, boxB] = [boxOf([a]), boxOf([b])]
  return (
    boxA?.x === boxB?.x &&
    boxA?.y === boxB?.y &&
    boxA?.width === boxB?.width &&
    boxA?.height === boxB?.height &&
    haveSameArea([a], [b])
  )
}

/** In square pixels: less than any cut between hundredths of a pixel takes away. */
const leastDifference = 1e-5
