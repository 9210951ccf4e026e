import type { Point } from './point.ts'
import { distance, nearestOnSegment } from './point.ts'
import type { MultiPolygon, Ring, VertexAddress } from './polygon.ts'
import { pointOf, ringsOf } from './polygon.ts'

/** A vertex, or a place on the edge that starts at it, and how far it is from the point asked. */
export interface Located {
  readonly address: VertexAddress
  readonly at: Point
  readonly distance: number
}

/** Whether a point lies in the area: inside an outer ring and in none of its holes (even-odd). */
export function containsPoint(shape: MultiPolygon, point: Point): boolean {
  return shape.some(
    ({ outer, holes }) =>
      ringContains(outer, point) && !holes.some((hole) => ringContains(hole, point)),
  )
}

/** Even-odd rule by a ray to the right; a point on a left or top edge is inside, as for pixels. */
export function ringContains(ring: Ring, { x, y }: Point): boolean {
  let inside = false
  for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
    const yi = ring[i + 1] ?? 0
    const yj = ring[j + 1] ?? 0
    if (yi > y === yj > y) continue
    const xi = ring[i] ?? 0
    const xj = ring[j] ?? 0
    if (x < xi + ((y - yi) / (yj - yi)) * (xj - xi)) inside = !inside
  }
  return inside
}

/** The vertex nearest to a point, holes included; null for a shape without area. */
export function nearestVertex(shape: MultiPolygon, point: Point): Located | null {
  return nearest(shape, (ring, vertex) => pointOf(ring, vertex), point)
}

/** The place on an outline nearest to a point; its address is that of the edge's first vertex. */
export function nearestEdge(shape: MultiPolygon, point: Point): Located | null {
  const onEdge = (ring: Ring, vertex: number) =>
    nearestOnSegment(point, pointOf(ring, vertex), pointOf(ring, vertex + 1))
  return nearest(shape, onEdge, point)
}

/** Distance in pixels from a point to the nearest outline; Infinity for a shape without area. */
export function distanceToOutline(shape: MultiPolygon, point: Point): number {
  return nearestEdge(shape, point)?.distance ?? Infinity
}

function nearest(
  shape: MultiPolygon,
  place: (ring: Ring, vertex: number) => Point,
  point: Point,
): Located | null {
  let best: Located | null = null
  for (const [polygon, rings] of shape.map(ringsOf).entries()) {
    for (const [index, ring] of rings.entries()) {
      for (let vertex = 0; vertex < ring.length / 2; vertex++) {
        const at = place(ring, vertex)
        const away = distance(at, point)
        if (best === null || away < best.distance) {
          best = { address: { polygon, ring: index, vertex }, at, distance: away }
        }
      }
    }
  }
  return best
}
