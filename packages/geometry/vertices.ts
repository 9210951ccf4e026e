import { boxOfRing } from './box.ts'
import type { Point } from './point.ts'
import type { MultiPolygon, Ring, VertexAddress } from './polygon.ts'
import { pointOf, ringOf, ringsOf } from './polygon.ts'
import { someEdgeNear } from './spans.ts'

/** The ring that a vertex belongs to, or null if the shape has no such ring. */
export function ringAt(shape: MultiPolygon, { polygon, ring }: VertexAddress): Ring | null {
  const found = shape[polygon]
  return found === undefined ? null : (ringsOf(found)[ring] ?? null)
}

/** The point at an address, or null if the shape has no such vertex. */
export function vertexAt(shape: MultiPolygon, address: VertexAddress): Point | null {
  const ring = ringAt(shape, address)
  return ring !== null && 2 * address.vertex < ring.length ? pointOf(ring, address.vertex) : null
}

/** A line along the two edges at a vertex, or null if the shape has no such ring. */
export function edgesAt(shape: MultiPolygon, address: VertexAddress): Ring | null {
  const ring = ringAt(shape, address)
  if (ring === null) return null
  const before = address.vertex + ring.length / 2 - 1
  return ringOf([before, before + 1, before + 2].map((vertex) => pointOf(ring, vertex)))
}

/** The address of the first vertex at a point, or null if there is none. */
export function addressOf(shape: MultiPolygon, { x, y }: Point): VertexAddress | null {
  for (const [polygon, rings] of shape.map(ringsOf).entries()) {
    for (const [ring, coordinates] of rings.entries()) {
      for (let vertex = 0; 2 * vertex < coordinates.length; vertex++) {
        if (coordinates[2 * vertex] === x && coordinates[2 * vertex + 1] === y) {
          return { polygon, ring, vertex }
        }
      }
    }
  }
  return null
}

/** The shape with one vertex elsewhere. */
export function moveVertex(shape: MultiPolygon, address: VertexAddress, to: Point): MultiPolygon {
  return changeRing(shape, address, (ring) => ring.toSpliced(2 * address.vertex, 2, to.x, to.y))
}

/** Inserts a vertex on the edge that starts at the address; it becomes vertex + 1. */
export function insertVertex(shape: MultiPolygon, address: VertexAddress, at: Point): MultiPolygon {
  const place = 2 * address.vertex + 2
  return changeRing(shape, address, (ring) => ring.toSpliced(place, 0, at.x, at.y))
}

/** The shape less one vertex. A triangle goes altogether: a hole is filled, a polygon vanishes. */
export function removeVertex(shape: MultiPolygon, address: VertexAddress): MultiPolygon {
  return changeRing(shape, address, (ring) =>
    ring.length <= 6 ? null : ring.toSpliced(2 * address.vertex, 2),
  )
}

function changeRing(
  shape: MultiPolygon,
  address: VertexAddress,
  change: (ring: Ring) => Ring | null,
): MultiPolygon {
  const polygon = shape[address.polygon]
  const ring = ringAt(shape, address)
  if (polygon === undefined || ring === null) return shape
  const changed = change(ring)
  if (address.ring === 0) {
    const outer = changed === null ? [] : [{ ...polygon, outer: changed }]
    return shape.toSpliced(address.polygon, 1, ...outer)
  }
  const holes = polygon.holes.toSpliced(address.ring - 1, 1, ...(changed === null ? [] : [changed]))
  return shape.with(address.polygon, { ...polygon, holes })
}

/**
 * Whether one of the two edges at a vertex meets another outline of the shape, so that moving the
 * vertex there has made the shape ambiguous.
 */
export function edgesCrossAt(shape: MultiPolygon, address: VertexAddress): boolean {
  const edges = edgesAt(shape, address)
  if (edges === null) return false
  const [before, at, after] = [pointOf(edges, 0), pointOf(edges, 1), pointOf(edges, 2)]
  const around = boxOfRing(edges)
  return (
    around !== null &&
    someEdgeNear(
      shape,
      around,
      (from, to) => segmentsMeet(before, at, from, to) || segmentsMeet(at, after, from, to),
    )
  )
}

/** Whether two segments meet other than by a shared end. */
function segmentsMeet(a: Point, b: Point, c: Point, d: Point): boolean {
  if (samePoint(a, c) || samePoint(a, d) || samePoint(b, c) || samePoint(b, d)) return false
  return side(a, b, c) * side(a, b, d) <= 0 && side(c, d, a) * side(c, d, b) <= 0
}

function samePoint(a: Point, b: Point): boolean {
  return a.x === b.x && a.y === b.y
}

function side(a: Point, b: Point, p: Point): number {
  return (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x)
}
