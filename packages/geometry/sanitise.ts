import type { Box } from './box.ts'
import { boxHolds, boxOfRing, nearestInBox } from './box.ts'
import type { Point } from './point.ts'
import { snap, stepsPerPixel } from './point.ts'
import type { MultiPolygon, Ring } from './polygon.ts'
import { pointOf, pointsOf, reverseRing, ringOf, ringsOf, signedArea } from './polygon.ts'

/**
 * Cleans a shape for storage: finite coordinates on hundredths of a pixel inside the bounds, no repeated
 * points, no spikes that go out and straight back, rings of at least 3 points with an area, outer rings with
 * positive and holes with negative signed area. Unrepairable parts are dropped, a hole together with its
 * polygon.
 * Rings are clipped one by one (Sutherland and Hodgman 1974): one that leaves the bounds in several places
 * stays one ring, joined along the border by lines of no width. `clipToBox` of the boolean operations
 * separates them.
 *
 * @param clean shape within the bounds whose rings need no cleaning, if the shape has them too
 */
export function sanitise(shape: MultiPolygon, bounds: Box, clean: MultiPolygon = []): MultiPolygon {
  const known = new Set(clean.flatMap(ringsOf))
  const cleaned = (ring: Ring, sign: 1 | -1): Ring | null => {
    if (known.has(ring)) return ring
    const sanitised = sanitiseRing(ring, bounds)
    return sanitised === null ? null : orient(sanitised, sign)
  }
  return shape.flatMap((polygon) => {
    const outer = cleaned(polygon.outer, 1)
    if (outer === null) return []
    const holes = polygon.holes.map((hole) => cleaned(hole, -1))
    return [{ outer, holes: holes.filter((hole) => hole !== null) }]
  })
}

/** Cleans one ring, or returns null if no area remains. */
function sanitiseRing(ring: Ring, bounds: Box): Ring | null {
  const finite = withFinitePoints(ring)
  const box = boxOfRing(finite)
  if (box === null) return null
  const clipped = boxHolds(bounds, box) ? finite : clipRing(finite, bounds)
  const clean = withoutSpikes(clipped.map(snap))
  return clean.length < 6 || signedArea(clean) === 0 ? null : clean
}

/** The ring in the direction that gives its signed area this sign. */
export function orient(ring: Ring, sign: 1 | -1): Ring {
  return signedArea(ring) * sign < 0 ? reverseRing(ring) : ring
}

function withFinitePoints(ring: Ring): Ring {
  if (ring.length % 2 === 0 && ring.every(Number.isFinite)) return ring
  const points = Array.from({ length: ring.length >> 1 }, (_, i) => pointOf(ring, i))
  return ringOf(points.filter(({ x, y }) => Number.isFinite(x) && Number.isFinite(y)))
}

/** Drops repeated points and points at which the line turns straight back, until none is left. */
function withoutSpikes(ring: Ring): Ring {
  const kept: Point[] = []
  for (let i = 0; i < ring.length / 2; i++) {
    kept.push(pointOf(ring, i))
    while (tailIsSpike(kept)) kept.splice(-2, 1)
    if (samePlace(kept.at(-1), kept.at(-2))) kept.pop()
  }
  return ringOf(withoutSpikeAtSeam(kept))
}

function withoutSpikeAtSeam(points: Point[]): Point[] {
  let [from, to] = [0, points.length]
  while (to - from > 2) {
    const [first, second] = [points[from], points[from + 1]]
    const [last, previous] = [points[to - 1], points[to - 2]]
    if (samePlace(first, last) || turnsBack(previous, last, first)) to--
    else if (turnsBack(last, first, second)) from++
    else break
  }
  return points.slice(from, to)
}

function tailIsSpike(points: readonly Point[]): boolean {
  return turnsBack(points.at(-3), points.at(-2), points.at(-1))
}

function samePlace(a: Point | undefined, b: Point | undefined): boolean {
  return a !== undefined && b !== undefined && a.x === b.x && a.y === b.y
}

function turnsBack(a: Point | undefined, b: Point | undefined, c: Point | undefined): boolean {
  if (a === undefined || b === undefined || c === undefined) return false
  const inX = steps(b.x - a.x)
  const inY = steps(b.y - a.y)
  const outX = steps(c.x - b.x)
  const outY = steps(c.y - b.y)
  return inX * outY === inY * outX && inX * outX + inY * outY < 0
}

/** Whole hundredths of a pixel, so that products of differences are exact. */
function steps(length: number): number {
  return Math.round(length * stepsPerPixel)
}

/** Clamp numbers so large that adjacent positions are indistinguishable. */
const reachable: Box = { x: -1e9, y: -1e9, width: 2e9, height: 2e9 }

function clipRing(ring: Ring, bounds: Box): Ring {
  const right = bounds.x + bounds.width
  const bottom = bounds.y + bounds.height
  let points = pointsOf(ring).map((point) => nearestInBox(reachable, point))
  points = clipBelow(points, (p) => bounds.x - p.x)
  points = clipBelow(points, (p) => p.x - right)
  points = clipBelow(points, (p) => bounds.y - p.y)
  points = clipBelow(points, (p) => p.y - bottom)
  return ringOf(points.map((point) => nearestInBox(bounds, point)))
}

/** The part of a closed line on which a linear function is not above zero. */
function clipBelow(points: readonly Point[], above: (point: Point) => number): Point[] {
  return points.flatMap((point, i) => {
    const previous = points.at(i - 1) ?? point
    const here = above(point)
    const there = above(previous)
    const crossing =
      here > 0 === there > 0 ? [] : [pointBetween(previous, point, there / (there - here))]
    return here > 0 ? crossing : [...crossing, point]
  })
}

function pointBetween(a: Point, b: Point, t: number): Point {
  return { x: a.x + t * (b.x - a.x), y: a.y + t * (b.y - a.y) }
}
