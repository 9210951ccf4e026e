import type { Point } from '#geometry/point'
import { sampleAt } from '#raster/sample'

import type { Degree, MapFrame, QuadraticMap, Slope, Tie } from './quadratic-map.ts'
import { fitMap, mapPlace, slopeAt } from './quadratic-map.ts'
import type { RidgePoint, Ridges } from './ridges.ts'

/** Rounds: how far a centre line may lie from where the map takes it, in pixels. */
const rounds: readonly { readonly degree: Degree; readonly reach: number }[] = [
  { degree: 'affine', reach: 10 },
  { degree: 'affine', reach: 9 },
  { degree: 'quadratic', reach: 8 },
  { degree: 'quadratic', reach: 7 },
  { degree: 'quadratic', reach: 5 },
  { degree: 'quadratic', reach: 4 },
  { degree: 'quadratic', reach: 3 },
]
/** Points of the centre lines to use at most. */
const mostPoints = 1000
/** Weaker lines are none. */
const leastStrength = 0.25
const saturation = 1.2
/** Standard deviation of how far a line lies from its expected place, as a share of the reach. */
const expectedShare = 0.45

/**
 * Fits the map so that the centre lines of one photograph lie on lines of the other: from each point the line
 * in the same direction is looked for across it, and the map is fitted to the lines found. Undefined if there
 * are too few. Source: iterative closest points with distances from lines, Y. Chen and G. Medioni, 1992.
 */
export function refine(
  start: QuadraticMap,
  lines: readonly RidgePoint[],
  { target, frame }: { readonly target: Ridges; readonly frame: MapFrame },
): QuadraticMap | undefined {
  const step = Math.max(1, lines.length / mostPoints)
  const points = Array.from(
    { length: Math.floor(lines.length / step) },
    (_, i) => lines[Math.floor(i * step)],
  ).flatMap((point) => point ?? [])
  let map: QuadraticMap | undefined = start
  for (const { degree, reach } of rounds) {
    const before: QuadraticMap = map
    const ties = points.flatMap((point) => tieOf(before, point, { target, reach }) ?? [])
    map = ties.length < 30 ? undefined : fitMap(ties, frame, degree)
    if (map === undefined) return undefined
  }
  return map
}

/** A mapped point of a centre line, and the direction across the line there. */
export function mapRidgePoint(map: QuadraticMap, point: RidgePoint): RidgePoint {
  const across = turnNormal(slopeAt(map, point), point.across)
  return { ...mapPlace(map, point), across }
}

/** The normal of a line after the map: the inverse transpose of the slope, of length 1. */
function turnNormal({ xx, xy, yx, yy }: Slope, { x, y }: Point): Point {
  const u = yy * x - yx * y
  const v = xx * y - xy * x
  const length = Math.max(1e-9, Math.hypot(u, v))
  return { x: u / length, y: v / length }
}

/** How much of a line in this direction across runs through a place. */
export function lineAt({ strength, cos, sin }: Ridges, { x, y, across }: RidgePoint): number {
  const value = sampleAt(strength, x, y)
  if (value < leastStrength) return 0
  const [column, row] = [Math.floor(x), Math.floor(y)]
  const index = row * strength.width + column
  const [c, s] = [cos.data[index] ?? 0, sin.data[index] ?? 0]
  const length = Math.max(1e-9, Math.hypot(c, s))
  const [c2, s2] = [across.x * across.x - across.y * across.y, 2 * across.x * across.y]
  // The cosine of twice the angle between: 0 from 45 degrees on.
  return value * Math.max(0, (c * c2 + s * s2) / length)
}

/** Where a point of a centre line belongs: on the line nearest to where the map takes it. */
function tieOf(
  map: QuadraticMap,
  point: RidgePoint,
  { target, reach }: { readonly target: Ridges; readonly reach: number },
): Tie | undefined {
  const { x, y, across } = mapRidgePoint(map, point)
  if (!(x > 1 && y > 1 && x < target.width - 1 && y < target.height - 1)) return undefined
  const profile = Array.from({ length: 2 * reach + 1 }, (_, i) => {
    const away = i - reach
    return lineAt(target, { x: x + away * across.x, y: y + away * across.y, across })
  })
  const line = lineOn(profile)
  if (line === undefined) return undefined
  const to = { x: x + line.away * across.x, y: y + line.away * across.y }
  return { from: point, to, normal: across, weight: line.weight }
}

/** The strongest line on a profile, those near its middle before others. */
function lineOn(profile: readonly number[]): { away: number; weight: number } | undefined {
  const reach = (profile.length - 1) / 2
  let [away, weight] = [0, 0]
  for (let i = 1; i < profile.length - 1; i++) {
    const [before = 0, value = 0, after = 0] = [profile[i - 1], profile[i], profile[i + 1]]
    if (value < before || value < after || value < leastStrength) continue
    const deviations = (i - reach) / (expectedShare * reach)
    const score = Math.min(saturation, value) * Math.exp((-deviations * deviations) / 2)
    if (score <= weight) continue
    weight = score
    away = i - reach + (after - before) / Math.max(1e-6, 2 * (2 * value - before - after))
  }
  return weight > 0 ? { away, weight } : undefined
}
