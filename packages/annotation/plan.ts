import type { PolygonOperations } from '#geometry/boolean'
import type { Box } from '#geometry/box'
import { boxesIntersect, boxOf } from '#geometry/box'
import type { Line, MultiLine } from '#geometry/line'
import { cleanLines, linesOutside, sameLines } from '#geometry/line'
import type { Point } from '#geometry/point'
import type { MultiPolygon, Polygon, Ring, VertexAddress } from '#geometry/polygon'
import { area } from '#geometry/polygon'
import { addressOf, moveVertex, vertexAt } from '#geometry/vertices'
import type { Annotation } from './document.ts'
import type { Search, SearchLimit } from './search.ts'
import type { VesselKind } from './vessel-kind.ts'

/** An area, with open lines if it has any, and the findings of the search that led to it. */
export interface DrawnArea {
  readonly area: MultiPolygon
  readonly lines?: MultiLine
  readonly vesselKind?: VesselKind
  /** Null or absent: the search found all that it was asked for. */
  readonly limit?: SearchLimit | null
}

/** A vertex of the annotation's outline that is moved, in image pixels. */
interface VertexMove {
  readonly kind: 'vertex'
  readonly address: VertexAddress
  readonly from: Point
  readonly to: Point
}

/** The user's input: an area, the path of a round brush, a moved vertex, or a search. */
export type Drawing =
  | ({ readonly kind: 'area' } & DrawnArea)
  | { readonly kind: 'stroke'; readonly line: Ring; readonly radius: number }
  | VertexMove
  | Search

export function isSearch(drawing: Drawing): drawing is Search {
  return drawing.kind !== 'area' && drawing.kind !== 'stroke' && drawing.kind !== 'vertex'
}

export type PlanOperation = 'add' | 'subtract' | 'replace'

/**
 * A new area to be worked out. Plain data, so that it can go to a worker, which answers it with
 * `carryOut`.
 */
export interface ShapePlan {
  readonly base: MultiPolygon
  readonly baseLines: MultiLine
  readonly operation: PlanOperation
  readonly drawing: Drawing
  /** The image's area, to which the answer is clipped. */
  readonly bounds: Box
  /** Areas that an added drawing must not cover; they may overlap. */
  readonly spared: MultiPolygon
  /** Parts of the answer below this area in square pixels go, unless they are as in the base. */
  readonly leastPart: number
}

/** The area and the lines that a plan leads to, and the other findings of its search. */
export interface PlanAnswer
  extends Pick<Annotation, 'geometry' | 'lines'>, Pick<DrawnArea, 'vesselKind' | 'limit'> {}

/** Thrown for a search that was not answered before. */
class NotFoundYetError extends Error {
  override readonly name = 'NotFoundYetError'
}

/**
 * The area and the lines that a plan leads to: clean, within the bounds, on hundredths of a pixel; the
 * base itself if the drawing adds or takes away nothing. For a search, `found` is what answers it.
 * Throws NotFoundYetError and PolygonOperationError.
 */
export function carryOut(
  plan: ShapePlan,
  operations: PolygonOperations,
  found?: DrawnArea,
): PlanAnswer {
  const { area: drawn, lines } = drawnBy(plan, operations, found)
  const geometry = areaAfter(plan, drawn, operations)
  const { vesselKind, limit = null } = found ?? {}
  const answer = { geometry, lines: linesAfter(plan, { area: drawn, lines, geometry }) }
  return { ...answer, ...(vesselKind && { vesselKind }), ...(limit && { limit }) }
}

type Covered = Required<Pick<DrawnArea, 'area' | 'lines'>>

/** Drawn lines are added; where a drawing takes away area, it takes away lines. */
function linesAfter(
  { base, baseLines, operation, bounds }: ShapePlan,
  { area: drawn, lines, geometry }: Covered & { geometry: MultiPolygon },
): MultiLine {
  if (operation === 'subtract') {
    return base.length > 0 && geometry.length === 0 ? [] : linesOutside(baseLines, drawn)
  }
  const isNew = (line: Line) => !baseLines.some((other) => sameLines([line], [other]))
  const added = cleanLines(lines, bounds).filter(isNew)
  return added.length === 0 ? baseLines : [...baseLines, ...added]
}

function areaAfter(
  plan: ShapePlan,
  drawing: MultiPolygon,
  operations: PolygonOperations,
): MultiPolygon {
  // The drawing is usually much smaller than its target: clipping first avoids work on the whole.
  const drawn = operations.clipToBox(drawing, plan.bounds)
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

function drawnBy(
  { drawing, base }: ShapePlan,
  operations: PolygonOperations,
  found: DrawnArea | undefined,
): Covered {
  if (drawing.kind === 'area') return { lines: [], ...drawing }
  if (drawing.kind === 'stroke') {
    return { area: operations.inflateLine(drawing.line, drawing.radius), lines: [] }
  }
  if (drawing.kind === 'vertex') return { area: withVertexMoved(base, drawing), lines: [] }
  if (found !== undefined) return { lines: [], ...found }
  throw new NotFoundYetError(`Find the area of ${drawing.kind} before the plan is carried out.`)
}

/** The shape may have changed since the vertex was picked up; if the vertex is gone, it stays as it is. */
function withVertexMoved(shape: MultiPolygon, { address, from, to }: VertexMove): MultiPolygon {
  const isThere = (place: VertexAddress) => {
    const at = vertexAt(shape, place)
    return at?.x === from.x && at.y === from.y
  }
  const place = isThere(address) ? address : addressOf(shape, from)
  return place === null ? shape : moveVertex(shape, place, to)
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
