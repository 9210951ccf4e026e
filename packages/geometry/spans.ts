import type { Box } from './box.ts'
import { boxContains, boxesIntersect, growBox } from './box.ts'
import type { Point } from './point.ts'
import type { MultiPolygon, Ring } from './polygon.ts'
import { pointOf, ringsOf } from './polygon.ts'

/**
 * The edges of a ring in spans of consecutive ones, each with its box, so that a question about one
 * place looks at few of many vertices.
 */
interface Spans {
  readonly box: Box
  /** Left, top, right and bottom of each span. */
  readonly sides: Float64Array
}

/** The edges of a span; the last one may have fewer. */
const perSpan = 32
const spans = new WeakMap<Ring, Spans>()

function spansOf(ring: Ring): Spans {
  const known = spans.get(ring)
  if (known !== undefined) return known
  const made = buildSpans(ring)
  spans.set(ring, made)
  return made
}

function buildSpans(ring: Ring): Spans {
  const edges = ring.length / 2
  const sides = new Float64Array(4 * Math.ceil(edges / perSpan))
  let [allLeft, allTop, allRight, allBottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (let span = 0; 4 * span < sides.length; span++) {
    const end = Math.min((span + 1) * perSpan, edges)
    let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
    for (let vertex = span * perSpan; vertex <= end; vertex++) {
      const i = vertex === edges ? 0 : 2 * vertex
      const x = ring[i] ?? 0
      const y = ring[i + 1] ?? 0
      if (x < left) left = x
      if (x > right) right = x
      if (y < top) top = y
      if (y > bottom) bottom = y
    }
    sides.set([left, top, right, bottom], 4 * span)
    if (left < allLeft) allLeft = left
    if (top < allTop) allTop = top
    if (right > allRight) allRight = right
    if (bottom > allBottom) allBottom = bottom
  }
  const box = { x: allLeft, y: allTop, width: allRight - allLeft, height: allBottom - allTop }
  return { box, sides }
}

/** The rings of a shape, polygon by polygon, with what is often asked of all of them. */
interface IndexedRings {
  readonly rings: readonly Ring[]
  /** The polygon of each ring. */
  readonly polygons: readonly number[]
  /** Left, top, right and bottom of each ring. */
  readonly boxes: Float64Array
  /** The same of consecutive rings together, which usually are neighbours. */
  readonly runs: Float64Array
}

/** The rings of a run; the last one may have fewer. */
const perRun = 32
const indexes = new WeakMap<MultiPolygon, IndexedRings>()

function indexOf(shape: MultiPolygon): IndexedRings {
  const known = indexes.get(shape)
  if (known !== undefined) return known
  const rings = shape.flatMap(ringsOf)
  const boxes = new Float64Array(4 * rings.length)
  for (const [i, ring] of rings.entries()) {
    const { x, y, width, height } = spansOf(ring).box
    boxes.set([x, y, x + width, y + height], 4 * i)
  }
  const polygons = shape.flatMap((polygon, number) => ringsOf(polygon).map(() => number))
  const index = { rings, polygons, boxes, runs: runsOf(boxes) }
  indexes.set(shape, index)
  return index
}

function runsOf(boxes: Float64Array): Float64Array {
  const runs = new Float64Array(4 * Math.ceil(boxes.length / 4 / perRun))
  for (let run = 0; run < runs.length; run += 4) {
    const own = boxes.subarray(run * perRun, (run + 4) * perRun)
    const sides = (side: number) => own.filter((_, i) => i % 4 === side)
    runs.set([Math.min(...sides(0)), Math.min(...sides(1))], run)
    runs.set([Math.max(...sides(2)), Math.max(...sides(3))], run + 2)
  }
  return runs
}

/**
 * The rings whose boxes touch a box, by their numbers among all rings of the shape: of each polygon the
 * outer one, then its holes. A shape of very many vertices has thousands of them.
 */
export function ringsTouching(shape: MultiPolygon, box: Box): number[] {
  const { boxes, runs } = indexOf(shape)
  const found: number[] = []
  for (let run = 0; run < runs.length; run += 4) {
    if (outside(runs, run, box) !== 0) continue
    const end = Math.min((run + 4) * perRun, boxes.length)
    for (let s = run * perRun; s < end; s += 4) {
      if (outside(boxes, s, box) === 0) found.push(s / 4)
    }
  }
  return found
}

/** The rings whose boxes touch a box. */
export function ringsNear(shape: MultiPolygon, box: Box): Ring[] {
  const { rings } = indexOf(shape)
  return ringsTouching(shape, box).map((number) => rings[number] ?? [])
}

/** Whether a test holds for an edge near a box. It is also given some edges that do not touch the box. */
export function someEdgeNear(
  shape: MultiPolygon,
  box: Box,
  test: (from: Point, to: Point) => boolean,
): boolean {
  return ringsNear(shape, box).some((ring) => {
    let isFound = false
    forEachSpanNear(ring, box, (first, last) => {
      for (let vertex = first; vertex < last && !isFound; vertex++) {
        isFound = test(pointOf(ring, vertex), pointOf(ring, vertex + 1))
      }
    })
    return isFound
  })
}

/** Whether a point lies in the area, as `containsPoint` answers, in time that hardly grows with the shape. */
export function coversPoint(shape: MultiPolygon, point: Point): boolean {
  const { rings, polygons } = indexOf(shape)
  const near = ringsTouching(shape, { ...point, width: 0, height: 0 })
  const covers = (number: number) => ringCovers(rings[number] ?? [], point)
  const byPolygon = Map.groupBy(near, (number) => polygons[number])
  return [...byPolygon.values()].some(([first, ...others]) => {
    // Without the outer ring, which comes first, the point is outside.
    const isOuter = first !== undefined && polygons[first - 1] !== polygons[first]
    return isOuter && covers(first) && !others.some(covers)
  })
}

function ringCovers(ring: Ring, point: Point): boolean {
  const { box, sides } = spansOf(ring)
  if (!boxContains(box, point)) return false
  const { x, y } = point
  let inside = false
  for (let s = 0; s < sides.length; s += 4) {
    if (y < (sides[s + 1] ?? 0) || y >= (sides[s + 3] ?? 0) || x >= (sides[s + 2] ?? 0)) continue
    const first = (s / 4) * perSpan
    const last = Math.min(first + perSpan, ring.length / 2)
    // Left of all edges only the ends of the span decide how often a ray to the right is crossed.
    const isLeft = x < (sides[s] ?? 0)
    const crossed = isLeft
      ? endsBelow(ring, first, y) !== endsBelow(ring, last, y)
      : crosses(ring, { first, last, x, y })
    if (crossed) inside = !inside
  }
  return inside
}

function endsBelow(ring: Ring, vertex: number, y: number): boolean {
  return (ring[(2 * vertex + 1) % ring.length] ?? 0) > y
}

interface Crossing extends Point {
  readonly first: number
  readonly last: number
}

/** Whether a ray to the right crosses an odd number of a span's edges. */
function crosses(ring: Ring, { first, last, x, y }: Crossing): boolean {
  let odd = false
  for (let vertex = first; vertex < last; vertex++) {
    const j = 2 * vertex
    const i = (j + 2) % ring.length
    const yi = ring[i + 1] ?? 0
    const yj = ring[j + 1] ?? 0
    if (yi > y === yj > y) continue
    const xi = ring[i] ?? 0
    const xj = ring[j] ?? 0
    if (x < xi + ((y - yi) / (yj - yi)) * (xj - xi)) odd = !odd
  }
  return odd
}

/** Distance in pixels from a point to the nearest outline if that is within reach; else Infinity. */
export function distanceWithin(shape: MultiPolygon, point: Point, reach: number): number {
  const near = growBox({ ...point, width: 0, height: 0 }, reach)
  const { rings } = indexOf(shape)
  let least = Infinity
  for (const number of ringsTouching(shape, near)) {
    const ring = rings[number] ?? []
    forEachSpanNear(ring, near, (first, last) => {
      for (let vertex = first; vertex < last; vertex++) {
        const i = 2 * vertex
        const j = (i + 2) % ring.length
        const squared = squaredToSegment(point, [
          ring[i] ?? 0,
          ring[i + 1] ?? 0,
          ring[j] ?? 0,
          ring[j + 1] ?? 0,
        ])
        if (squared < least) least = squared
      }
    })
  }
  const distance = Math.sqrt(least)
  return distance <= reach ? distance : Infinity
}

type Segment = readonly [x1: number, y1: number, x2: number, y2: number]

function squaredToSegment({ x, y }: Point, [x1, y1, x2, y2]: Segment): number {
  const dx = x2 - x1
  const dy = y2 - y1
  const squared = dx * dx + dy * dy
  const projected = squared === 0 ? 0 : ((x - x1) * dx + (y - y1) * dy) / squared
  const along = Math.min(Math.max(projected, 0), 1)
  const awayX = x - x1 - along * dx
  const awayY = y - y1 - along * dy
  return awayX * awayX + awayY * awayY
}

/** Calls back with the first edge, and the one after the last, of each span whose box touches a box. */
function forEachSpanNear(
  ring: Ring,
  near: Box,
  visit: (first: number, last: number) => void,
): void {
  if (ring.length === 0) return
  const { box, sides } = spansOf(ring)
  if (!boxesIntersect(box, near)) return
  for (let s = 0; s < sides.length; s += 4) {
    if (outside(sides, s, near) !== 0) continue
    const first = (s / 4) * perSpan
    visit(first, Math.min(first + perSpan, ring.length / 2))
  }
}

/** On which sides of a box a span lies wholly: 1 left, 2 right, 4 above, 8 below; 0 if it touches the box. */
function outside(sides: Float64Array, s: number, { x, y, width, height }: Box): number {
  const isLeft = (sides[s + 2] ?? 0) < x
  const isRight = (sides[s] ?? 0) > x + width
  const isAbove = (sides[s + 3] ?? 0) < y
  const isBelow = (sides[s + 1] ?? 0) > y + height
  return (isLeft ? 1 : 0) | (isRight ? 2 : 0) | (isAbove ? 4 : 0) | (isBelow ? 8 : 0)
}

/** A vertex of a ring that is elsewhere for a moment. */
export interface MovedVertex {
  readonly vertex: number
  readonly to: Point
}

/**
 * A ring that encloses the same points of a box with fewer vertices outside it: a part of the outline
 * that lies wholly on one side of the box becomes a single edge, which is on that side too. Edges within
 * the box are unchanged. Null if the ring encloses nothing of the box.
 */
export function ringNear(ring: Ring, box: Box, moved: MovedVertex | null = null): Ring | null {
  if (moved !== null) return keptNear(ring, box, moved)
  const { box: extent, sides } = spansOf(ring)
  if (!boxesIntersect(extent, box)) return null
  const isOneSpan = sides.length === 4
  return isOneSpan ? ring : keptNear(ring, box, null)
}

function keptNear(ring: Ring, box: Box, moved: MovedVertex | null): Ring {
  const { sides } = spansOf(ring)
  const [before, after] = moved === null ? [] : spansAt(ring, moved.vertex)
  const kept: number[] = []
  let side = 0
  for (let s = 0; s < sides.length; s += 4) {
    const first = (s / 4) * perSpan
    const own = s === before || s === after ? 0 : outside(sides, s, box)
    if ((side & own) !== 0) {
      side &= own
      continue
    }
    const end = own === 0 ? Math.min(first + perSpan, ring.length / 2) : first + 1
    for (let vertex = first; vertex < end; vertex++) {
      if (vertex === moved?.vertex) kept.push(moved.to.x, moved.to.y)
      else kept.push(ring[2 * vertex] ?? 0, ring[2 * vertex + 1] ?? 0)
    }
    side = own
  }
  return kept
}

/** The positions in `sides` of the spans that hold the two edges at a vertex. */
function spansAt(ring: Ring, vertex: number): [before: number, after: number] {
  const before = vertex === 0 ? ring.length / 2 - 1 : vertex - 1
  return [4 * Math.floor(before / perSpan), 4 * Math.floor(vertex / perSpan)]
}
