import type { Point } from '#geometry/point'

/** The convex polygon around points, from its leftmost one. Source: A. M. Andrew, 1979. */
export function convexHull(points: readonly Point[]): Point[] {
  const sorted = points.toSorted((a, b) => a.x - b.x || a.y - b.y)
  const there = chain(sorted)
  const back = chain(sorted.toReversed())
  return [...there.slice(0, -1), ...back.slice(0, -1)]
}

function chain(points: readonly Point[]): Point[] {
  const kept: Point[] = []
  for (const point of points) {
    while (kept.length > 1 && !turnsRight(kept.at(-2), kept.at(-1), point)) kept.pop()
    kept.push(point)
  }
  return kept
}

function turnsRight(a: Point | undefined, b: Point | undefined, c: Point): boolean {
  if (a === undefined || b === undefined) return true
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x) > 0
}

export interface Span {
  readonly from: number
  readonly to: number
}

/** The part of a horizontal line inside a convex polygon; from > to if there is none. */
export function spanAt(polygon: readonly Point[], y: number): Span {
  let from = Infinity
  let to = -Infinity
  for (const [i, b] of polygon.entries()) {
    const a = polygon.at(i - 1) ?? b
    if (a.y > y === b.y > y) continue
    const x = a.x + ((y - a.y) / (b.y - a.y)) * (b.x - a.x)
    from = Math.min(from, x)
    to = Math.max(to, x)
  }
  return { from, to }
}
