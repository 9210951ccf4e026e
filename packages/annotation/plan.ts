import type { PolygonOperations } from '#geometry/boolean'
import type { Box } from '#geometry/box'
import { boxesIntersect, boxOf } from '#geometry/box'
import type { Point } from '#geometry/point'
import type { MultiPolygon, Polygon, Ring } from '#geometry/polygon'
import { area } from '#geometry/polygon'
import type { MagicWand } from '#raster/magic-wand'

/**
 * What the hand drew: an area, the line that a round brush followed, the place of a wand, or the
 * extreme points of an object whose area is to be predicted.
 */
export type Drawing =
  | { readonly kind: 'area'; readonly area: MultiPolygon }
  | { readonly kind: 'stroke'; readonly line: Ring; readonly radius: number }
  | {
      readonly kind: 'wand'
      readonly at: Point
      readonly threshold: number
      readonly blur: number
    }
  | ({ readonly kind: 'extremes'; readonly points: readonly Point[] } & PredictionSettings)

/** Both as the call for a prediction takes them. */
export interface PredictionSettings {
  /** How far around the points pixels are looked at, in image pixels. */
  readonly padding: number
  /** In percent: lower draws wider, higher draws tighter. */
  readonly threshold: number
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
  /** What a drawing that is added must leave alone; these areas may overlap. */
  readonly spared: MultiPolygon
  /** Parts of the answer below this area in square pixels go, unless they are as in the base. */
  readonly leastPart: number
}

/** Thrown where a wand is to pick from a photograph that is not at hand. */
class NoPhotographError extends Error {
  override readonly name = 'NoPhotographError'
}

/** Thrown where the area between extreme points has not been predicted before. */
class NotPredictedError extends Error {
  override readonly name = 'NotPredictedError'
}

/**
 * The area that a plan leads to: clean, within the bounds, on hundredths of a pixel. Plans of the
 * magic wand need one made from the photograph in its full size; the others do not. The area between extreme
 * points is for others to predict, who then put it in place of the drawing. Throws
 * NoPhotographError, NotPredictedError and PolygonOperationError.
 */
export function carryOut(
  plan: ShapePlan,
  operations: PolygonOperations,
  wand?: Pick<MagicWand, 'pick'>,
): MultiPolygon {
  // What is drawn is small beside what it is drawn into: clipped first, the whole rarely needs to be.
  const drawn = operations.clipToBox(areaOf(plan.drawing, operations, wand), plan.bounds)
  const shape = operations.clipToBox(combine(plan, drawn, operations), plan.bounds)
  return plan.leastPart > 0 ? withoutCrumbs(shape, plan) : shape
}

function areaOf(
  drawing: Drawing,
  operations: PolygonOperations,
  wand: Pick<MagicWand, 'pick'> | undefined,
): MultiPolygon {
  if (drawing.kind === 'area') return drawing.area
  if (drawing.kind === 'stroke') return operations.inflateLine(drawing.line, drawing.radius)
  if (drawing.kind === 'extremes') {
    throw new NotPredictedError('Put the predicted area in place of the extreme points first.')
  }
  if (wand !== undefined) return wand.pick(drawing.at, drawing)
  throw new NoPhotographError(
    'The magic wand needs the pixels of the photograph: give carryOut a MagicWand made from them.',
  )
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

/** Of a part cut out of another, either the box or the area is smaller. */
function coversTheSame(a: Polygon, b: Polygon): boolean {
  const [boxA, boxB] = [boxOf([a]), boxOf([b])]
  return (
    boxA?.x === boxB?.x &&
    boxA?.y === boxB?.y &&
    boxA?.width === boxB?.width &&
    boxA?.height === boxB?.height &&
    Math.abs(area([a]) - area([b])) < leastDifference
  )
}

/** In square pixels: less than any cut between hundredths of a pixel takes away. */
const leastDifference = 1e-5
