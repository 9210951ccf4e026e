import { distance } from './point.ts'
import type { MultiPolygon, Ring } from './polygon.ts'
import { pointOf } from './polygon.ts'

/**
 * An open line with the points left out that are not needed to stay within a tolerance in pixels of
 * it; the first and last point stay. Source: D. H. Douglas and T. K. Peucker, Algorithms for the
 * reduction of the number of points required to represent a digitized line, 1973.
 */
export function simplifyLine(line: readonly number[], tolerance: number): readonly number[] {
  const count = line.length / 2
  if (count < 3 || tolerance <= 0) return line
  const kept = new Uint8Array(count)
  kept[0] = 1
  kept[count - 1] = 1
  const spans: [first: number, last: number][] = [[0, count - 1]]
  for (let span = spans.pop(); span !== undefined; span = spans.pop()) {
    const [first, last] = span
    const far = farthestFromChord(line, first, last)
    if (far.distance <= tolerance) continue
    kept[far.vertex] = 1
    spans.push([first, far.vertex], [far.vertex, last])
  }
  return line.filter((_, i) => kept[i >> 1] === 1)
}

function farthestFromChord(
  line: readonly number[],
  first: number,
  last: number,
): { vertex: number; distance: number } {
  const { x, y } = pointOf(line, first)
  const end = pointOf(line, last)
  const dx = end.x - x
  const dy = end.y - y
  const lengthSquared = dx * dx + dy * dy
  let far = first
  let farthest = 0
  for (let vertex = first + 1; vertex < last; vertex++) {
    const px = (line[2 * vertex] ?? 0) - x
    const py = (line[2 * vertex + 1] ?? 0) - y
    const projected = lengthSquared === 0 ? 0 : (px * dx + py * dy) / lengthSquared
    const along = Math.min(1, Math.max(0, projected))
    const awayX = px - along * dx
    const awayY = py - along * dy
    const squared = awayX * awayX + awayY * awayY
    if (squared <= farthest) continue
    far = vertex
    farthest = squared
  }
  return { vertex: far, distance: Math.sqrt(farthest) }
}

/**
 * Returns a ring with fewer points that stays within a tolerance in pixels. It is split at its first point
 * and the one farthest from it; a ring that would keep fewer than 3 points is unchanged.
 */
export function simplifyRing(ring: Ring, tolerance: number): Ring {
  const count = ring.length / 2
  if (count < 4) return ring
  const start = pointOf(ring, 0)
  let opposite = 0
  for (let vertex = 1; vertex < count; vertex++) {
    const away = distance(pointOf(ring, vertex), start)
    if (away > distance(pointOf(ring, opposite), start)) opposite = vertex
  }
  const there = simplifyLine(ring.slice(0, 2 * opposite + 2), tolerance)
  const back = simplifyLine([...ring.slice(2 * opposite), ...ring.slice(0, 2)], tolerance)
  const simple = [...there.slice(0, -2), ...back.slice(0, -2)]
  return simple.length < 6 ? ring : simple
}

/** Every ring of a shape simplified on its own. */
export function simplify(shape: MultiPolygon, tolerance: number): MultiPolygon {
  return shape.map(({ outer, holes }) => ({
    outer: simplifyRing(outer, tolerance),
    holes: holes.map((hole) => simplifyRing(hole, tolerance)),
  }))
}
