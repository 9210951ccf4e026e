import type { Point } from '#geometry/point'
import { distance } from '#geometry/point'

/** A place on a vessel's centre line. */
export interface CoursePoint extends Point {
  /** The unit direction along the vessel. */
  readonly along: Point
}

/** Points of the skeleton that are averaged on either side, in pixels of its length. */
const smoothingReach = 4

/**
 * A line of skeleton pixels as a smooth line with a point for each pixel of its length: a moving
 * average takes the stairs away; its ends stay.
 */
export function smoothCourse(line: readonly Point[]): CoursePoint[] {
  const even = evenlySpaced(line)
  const smooth = even.map((_, i) => {
    const reach = Math.min(smoothingReach, i, even.length - 1 - i)
    return meanOf(even.slice(i - reach, i + reach + 1))
  })
  return smooth.map((point, i) => ({ ...point, along: directionAt(smooth, i) }))
}

/** Points one pixel apart along a line, its first and nearly its last among them. */
function evenlySpaced(line: readonly Point[]): Point[] {
  const points: Point[] = []
  let until = 0
  for (let i = 1; i < line.length; i++) {
    const [a, b] = [line[i - 1], line[i]]
    if (a === undefined || b === undefined) continue
    const step = distance(a, b)
    for (; until < step; until += 1) {
      const t = until / step
      points.push({ x: a.x + t * (b.x - a.x), y: a.y + t * (b.y - a.y) })
    }
    until -= step
  }
  return points
}

function meanOf(points: readonly Point[]): Point {
  let [x, y] = [0, 0]
  for (const point of points) {
    x += point.x / points.length
    y += point.y / points.length
  }
  return { x, y }
}

function directionAt(points: readonly Point[], i: number): Point {
  const before = points[Math.max(0, i - smoothingReach)] ?? { x: 0, y: 0 }
  const after = points[Math.min(points.length - 1, i + smoothingReach)] ?? { x: 0, y: 0 }
  const length = distance(before, after)
  return length === 0
    ? { x: 1, y: 0 }
    : { x: (after.x - before.x) / length, y: (after.y - before.y) / length }
}
