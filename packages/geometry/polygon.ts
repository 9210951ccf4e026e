import type { Point } from './point.ts'
import { snap } from './point.ts'

/**
 * A closed line as flat coordinates [x1, y1, x2, y2, …] in image pixels, as COCO writes polygons.
 * The last point is joined to the first and is not repeated.
 */
export type Ring = readonly number[]

/** An area bounded by an outer ring, less the areas of its holes. */
export interface Polygon {
  readonly outer: Ring
  readonly holes: readonly Ring[]
}

/** The area of one annotation: disjoint polygons. An empty list is an annotation without area. */
export type MultiPolygon = readonly Polygon[]

/** Address of a point of a shape: ring 0 is the polygon's outer ring, ring n its hole n - 1. */
export interface VertexAddress {
  readonly polygon: number
  readonly ring: number
  readonly vertex: number
}

export function ringOf(points: readonly Point[]): Ring {
  return points.flatMap(({ x, y }) => [x, y])
}

export function pointsOf(ring: Ring): Point[] {
  return Array.from({ length: ring.length / 2 }, (_, vertex) => pointOf(ring, vertex))
}

/** The point of a ring by its place; places past the end start again at the first point. */
export function pointOf(ring: Ring, vertex: number): Point {
  const at = (2 * vertex) % ring.length
  return { x: ring[at] ?? 0, y: ring[at + 1] ?? 0 }
}

/** The outer ring, then the holes. */
export function ringsOf(polygon: Polygon): readonly Ring[] {
  return [polygon.outer, ...polygon.holes]
}

/** Computes a number once for each shape or ring, because an edit leaves most rings of a shape as they are. */
function onceFor<Of extends object>(compute: (of: Of) => number): (of: Of) => number {
  const computed = new WeakMap<Of, number>()
  return (of) => {
    const known = computed.get(of) ?? compute(of)
    computed.set(of, known)
    return known
  }
}

export const vertexCount: (shape: MultiPolygon) => number = onceFor((shape: MultiPolygon) =>
  shape.flatMap(ringsOf).reduce((count, ring) => count + ring.length / 2, 0),
)

/** Area of a ring in square pixels, by the shoelace formula; positive if it turns from x to y. */
export function signedArea(ring: Ring): number {
  let twice = 0
  for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
    twice += (ring[j] ?? 0) * (ring[i + 1] ?? 0) - (ring[i] ?? 0) * (ring[j + 1] ?? 0)
  }
  return twice / 2
}

const enclosed = onceFor((ring: Ring) => Math.abs(signedArea(ring)))

/** Area in square pixels, less that of the holes. */
export const area: (shape: MultiPolygon) => number = onceFor((shape: MultiPolygon) =>
  shape.reduce(
    (sum, { outer, holes }) =>
      sum + enclosed(outer) - holes.reduce((hole, ring) => hole + enclosed(ring), 0),
    0,
  ),
)

/** The centre of gravity of an area; null without area. */
export function centroid(shape: MultiPolygon): Point | null {
  let [x, y, sum] = [0, 0, 0]
  for (const ring of shape.flatMap((polygon) => ringsOf(polygon))) {
    for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
      const [ax, ay, bx, by] = [ring[j] ?? 0, ring[j + 1] ?? 0, ring[i] ?? 0, ring[i + 1] ?? 0]
      const twice = ax * by - bx * ay
      x += ((ax + bx) * twice) / 3
      y += ((ay + by) * twice) / 3
      sum += twice
    }
  }
  return sum === 0 ? null : { x: x / sum, y: y / sum }
}

/** Length of all outlines in pixels, those of the holes too. */
export function perimeter(shape: MultiPolygon): number {
  return shape
    .flatMap((polygon) => ringsOf(polygon))
    .reduce((sum, ring) => sum + lengthOfRing(ring), 0)
}

/** Length in pixels of an open line of flat coordinates. */
export function lengthOfLine(line: Ring): number {
  let length = 0
  for (let i = 2; i < line.length; i += 2) {
    const dx = (line[i] ?? 0) - (line[i - 2] ?? 0)
    const dy = (line[i + 1] ?? 0) - (line[i - 1] ?? 0)
    length += Math.sqrt(dx * dx + dy * dy)
  }
  return length
}

const lengthOfRing = onceFor((ring: Ring) => {
  let length = 0
  for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
    const dx = (ring[i] ?? 0) - (ring[j] ?? 0)
    const dy = (ring[i + 1] ?? 0) - (ring[j + 1] ?? 0)
    length += Math.sqrt(dx * dx + dy * dy)
  }
  return length
})

export function mapRings(shape: MultiPolygon, change: (ring: Ring) => Ring): MultiPolygon {
  return shape.map(({ outer, holes }) => ({ outer: change(outer), holes: holes.map(change) }))
}

/** The shape moved by a distance in pixels, on hundredths of a pixel again. */
export function translate(shape: MultiPolygon, dx: number, dy: number): MultiPolygon {
  return mapRings(shape, (ring) => ring.map((value, i) => snap(value + (i % 2 === 0 ? dx : dy))))
}

/** The same ring walked the other way round from the same first point. */
export function reverseRing(ring: Ring): Ring {
  const [first, ...others] = pointsOf(ring)
  return first === undefined ? [] : ringOf([first, ...others.toReversed()])
}

/** Whether two shapes have the same rings with the same points in the same order. */
export function sameShape(a: MultiPolygon, b: MultiPolygon): boolean {
  return a === b || (a.length === b.length && a.every((polygon, i) => samePolygon(polygon, b[i])))
}

function samePolygon(a: Polygon, b: Polygon | undefined): boolean {
  return (
    a === b ||
    (b !== undefined &&
      sameRing(a.outer, b.outer) &&
      a.holes.length === b.holes.length &&
      a.holes.every((hole, i) => sameRing(hole, b.holes[i])))
  )
}

/** Whether two rings have the same points in the same order. */
export function sameRing(a: Ring, b: Ring | undefined): boolean {
  return (
    a === b || (b !== undefined && a.length === b.length && a.every((value, i) => value === b[i]))
  )
}
