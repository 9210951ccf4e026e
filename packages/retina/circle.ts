import type { Point } from '#geometry/point'
import { distance } from '#geometry/point'

export interface Circle {
  readonly centre: Point
  readonly radius: number
}

/** How many triples of points are tried for each of the spacings. */
const trialsPerSpacing = 60
/** Spacings between the points of a triple, as shares of all points. */
const spacings = [0.33, 0.25, 0.17, 0.1] as const

/**
 * The circle that most points lie on, within a tolerance in pixels, fitted to those points; the
 * others may lie anywhere. Always the same triples are tried, so that the result can be repeated.
 * Undefined for points on a straight line. Source: random sample consensus, M. A. Fischler and R.
 * C. Bolles, 1981, with fixed samples.
 */
export function fitCircle(points: readonly Point[], tolerance: number): Circle | undefined {
  let best: Circle | undefined
  let most = 0
  for (const circle of circlesThroughTriples(points)) {
    const count = countOn(circle, points, tolerance)
    if (count > most) [best, most] = [circle, count]
  }
  if (best === undefined) return undefined
  return leastSquaresCircle(pointsOn(best, points, tolerance)) ?? best
}

/** The points whose distance from a circle's line is at most a tolerance in pixels. */
export function pointsOn(
  { centre, radius }: Circle,
  points: readonly Point[],
  tolerance: number,
): Point[] {
  return points.filter((point) => Math.abs(distance(point, centre) - radius) <= tolerance)
}

function countOn({ centre, radius }: Circle, points: readonly Point[], tolerance: number): number {
  const inner = Math.max(0, radius - tolerance) ** 2
  const outer = (radius + tolerance) ** 2
  let count = 0
  for (const { x, y } of points) {
    const squared = (x - centre.x) ** 2 + (y - centre.y) ** 2
    if (squared >= inner && squared <= outer) count += 1
  }
  return count
}

function* circlesThroughTriples(points: readonly Point[]): Generator<Circle> {
  const count = points.length
  const stride = Math.max(1, Math.floor(count / trialsPerSpacing))
  for (const spacing of spacings) {
    const gap = Math.max(1, Math.floor(count * spacing))
    for (let i = 0; i < count; i += stride) {
      const triple = [i, i + gap, i + 2 * gap].flatMap((at) => points[at % count] ?? [])
      const circle = leastSquaresCircle(triple)
      if (circle !== undefined) yield circle
    }
  }
}

/** The circle x² + y² = ax + by + c with the least squared error. Source: I. Kåsa, 1976. */
function leastSquaresCircle(points: readonly Point[]): Circle | undefined {
  const count = points.length
  const meanX = points.reduce((sum, { x }) => sum + x, 0) / count
  const meanY = points.reduce((sum, { y }) => sum + y, 0) / count
  let [xx, xy, yy, xz, yz, z] = [0, 0, 0, 0, 0, 0]
  for (const point of points) {
    const x = point.x - meanX
    const y = point.y - meanY
    const square = x * x + y * y
    xx += x * x
    xy += x * y
    yy += y * y
    xz += x * square
    yz += y * square
    z += square
  }
  const determinant = xx * yy - xy * xy
  if (!(determinant > 1e-6 * xx * yy)) return undefined
  const x = (xz * yy - yz * xy) / (2 * determinant)
  const y = (yz * xx - xz * xy) / (2 * determinant)
  return {
    centre: { x: meanX + x, y: meanY + y },
    radius: Math.sqrt(x * x + y * y + z / count),
  }
}
