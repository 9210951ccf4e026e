import type { Point } from './point.ts'
import { distance, stepsPerPixel } from './point.ts'
import type { Ring } from './polygon.ts'
import { simplifyLine } from './simplify.ts'

/**
 * An open line whose painted part need not be examined again: lines that continue one another share the same
 * `points`.
 */
export interface OpenLine {
  /** Flat coordinates, of which only the first `length` belong to this line. */
  readonly points: Ring
  readonly length: number
  /** Current end of the line; null if it is the last of its points. */
  readonly end: Point | null
}

/**
 * An open line that is drawn point by point and keeps only the points that it needs. A point costs
 * a fixed time, and there are never more than `pointLimit` of them, however long one draws.
 */
export interface GrowingLine extends OpenLine {
  /** Shared by lines that go on from one another; never changed but by adding to its end. */
  readonly points: number[]
  /** Directions from the last kept point in which the line may continue without another point. */
  readonly sector: Sector | null
  /** Maximum distance of omitted points from the line, in pixels. */
  readonly tolerance: number
}

interface Sector {
  /** In radians; the others are relative to it. */
  readonly direction: number
  readonly least: number
  readonly most: number
  /** Greatest distance from the last kept point so far. */
  readonly farthest: number
}

export const pointLimit = 4096

/** A line of one point. The tolerance is at least the stored precision of a coordinate. */
export function startLine({ x, y }: Point, tolerance: number): GrowingLine {
  return {
    points: [x, y],
    length: 2,
    end: null,
    sector: null,
    tolerance: Math.max(tolerance, 1 / stepsPerPixel),
  }
}

/**
 * The line drawn on to a point. The last point is kept when, without it, one of those left out would
 * lie farther from the line than the tolerance, or when the line turns back. A line of too many
 * points becomes coarser as a whole: its tolerance grows by half, and by half again while it must.
 * Of these one follows on another, so that in the end the line is within three times the last.
 * Source of the sectors: C. M. Williams, An efficient algorithm for the piecewise linear
 * approximation of planar curves, 1978.
 */
export function growLine(line: GrowingLine, to: Point): GrowingLine {
  const from = { x: line.points[line.length - 2] ?? 0, y: line.points[line.length - 1] ?? 0 }
  const away = distance(from, to)
  if (line.sector === null && away <= line.tolerance) return { ...line, end: to }
  const sector = narrowed(line, { away, heading: Math.atan2(to.y - from.y, to.x - from.x) })
  if (sector !== null) return { ...line, end: to, sector }
  return growLine(withinLimit(withEndKept(line)), to)
}

/** The line so far, or its part from the given number of coordinates on. */
export function lineOf({ points, length, end }: OpenLine, from = 0): Ring {
  const kept = points.slice(from, length)
  return end === null ? kept : [...kept, end.x, end.y]
}

/** A line that is complete. */
export function finishedLine(points: Ring): OpenLine {
  return { points, length: points.length, end: null }
}

/** Number of coordinates from the start in which two lines are known or found to agree. */
export function commonLength(a: OpenLine, b: OpenLine): number {
  const most = Math.min(a.length, b.length)
  if (a.points === b.points) return most
  for (let i = 0; i < most; i++) if (a.points[i] !== b.points[i]) return i - (i % 2)
  return most
}

/** Another line may have been continued from the same points: copy them then. */
function withEndKept({ points, length, end, tolerance }: GrowingLine): GrowingLine {
  const own = points.length === length ? points : points.slice(0, length)
  if (end !== null) own.push(end.x, end.y)
  return { points: own, length: own.length, end: null, sector: null, tolerance }
}

/** The sector in which the line may continue, narrowed by its end; null if it cannot. */
function narrowed(
  { sector, tolerance }: GrowingLine,
  { away, heading }: { away: number; heading: number },
): Sector | null {
  const spread = Math.asin(Math.min(1, tolerance / away))
  if (sector === null) return { direction: heading, least: -spread, most: spread, farthest: away }
  const turned = halfTurnAtMost(heading - sector.direction)
  if (turned < sector.least || turned > sector.most || away < sector.farthest) return null
  return {
    direction: sector.direction,
    least: Math.max(sector.least, turned - spread),
    most: Math.min(sector.most, turned + spread),
    farthest: away,
  }
}

/** The same angle in radians between -π and π. */
function halfTurnAtMost(angle: number): number {
  return angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI))
}

/** Coarser by as little as leaves room for a while, so that it need not be done at every point. */
function withinLimit(line: GrowingLine): GrowingLine {
  if (line.length <= 2 * pointLimit) return line
  let { tolerance } = line
  let kept: Ring = line.points
  while (kept.length > 1.5 * pointLimit) {
    tolerance *= 1.5
    kept = simplifyLine(line.points, tolerance)
  }
  return { ...line, points: [...kept], length: kept.length, tolerance }
}
