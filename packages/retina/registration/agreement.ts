import { mean } from '../statistics.ts'
import type { QuadraticMap } from './quadratic-map.ts'
import { slopeAt } from './quadratic-map.ts'
import { lineAt, mapRidgePoint } from './refine.ts'
import type { RidgePoint, Ridges } from './ridges.ts'
import { isInField } from './ridges.ts'

/** How well the vessels of two photographs agree under a map. */
export interface Agreement {
  /** Share of the centre lines that lie on lines of the other photograph, less chance: 1 all, 0 as by chance. */
  readonly share: number
  /** How far that is from chance, in standard deviations. */
  readonly certainty: number
}

/** Points of the centre lines to compare at most. */
const mostPoints = 1500
/** Vessels are moved by these distances to see how many agree by chance, in pixels. */
const shifts = [13, 19].flatMap((radius) =>
  Array.from({ length: 12 }, (_, i) => ({
    x: radius * Math.cos((i * Math.PI) / 6),
    y: radius * Math.sin((i * Math.PI) / 6),
  })),
)
/** A point is on a line that is at least this strong, at most a pixel away. */
const onLine = 0.3
/** Fewer points say nothing. */
const leastPoints = 80
/** Bounds of a map between photographs of one eye: enlargement, and its ratio in two directions. */
const mostEnlargement = 2
const mostStretch = 1.4

/**
 * Compares the centre lines of one photograph with the lines of another. Chance is what remains if the map is
 * moved aside. Undefined if the common part has too few vessels.
 */
export function agreementOf(
  map: QuadraticMap,
  lines: readonly RidgePoint[],
  target: Ridges,
): Agreement | undefined {
  const step = Math.ceil(lines.length / mostPoints)
  const points = lines
    .filter((_, i) => i % step === 0)
    .map((point) => mapRidgePoint(map, point))
    .filter((point) => isInField(target, point))
  if (points.length < leastPoints) return undefined
  const found = shareOnLines(points, target)
  const moved = shifts.map(({ x, y }) =>
    shareOnLines(
      points.map((point) => ({ ...point, x: point.x + x, y: point.y + y })),
      target,
    ),
  )
  const chance = mean(moved)
  const spread = Math.sqrt(mean(moved.map((share) => (share - chance) ** 2)))
  return {
    share: (found - chance) / (1 - chance),
    certainty: (found - chance) / Math.max(0.01, spread),
  }
}

function shareOnLines(points: readonly RidgePoint[], target: Ridges): number {
  let [on, all] = [0, 0]
  for (const point of points) {
    if (!isInField(target, point)) continue
    all++
    if (isOnLine(point, target)) on++
  }
  return all === 0 ? 0 : on / all
}

function isOnLine({ x, y, across }: RidgePoint, target: Ridges): boolean {
  return [0, -1, 1].some(
    (away) => lineAt(target, { x: x + away * across.x, y: y + away * across.y, across }) > onLine,
  )
}

/** Whether a map could be one between photographs of an eye: it mirrors, squeezes and folds nothing. */
export function isCredible(map: QuadraticMap): boolean {
  const { centre, unit } = map
  return [0, 1, 2, 3, 4].every((i) => {
    const reach = i === 0 ? 0 : 0.7 * unit
    const angle = (i * Math.PI) / 2
    const place = { x: centre.x + reach * Math.cos(angle), y: centre.y + reach * Math.sin(angle) }
    const { xx, xy, yx, yy } = slopeAt(map, place)
    const area = xx * yy - xy * yx
    const squares = (xx * xx + xy * xy + yx * yx + yy * yy) / 2
    const largest = Math.sqrt(squares + Math.sqrt(Math.max(0, squares * squares - area * area)))
    const smallest = area / largest
    return (
      smallest > 1 / mostEnlargement &&
      largest < mostEnlargement &&
      largest < mostStretch * smallest
    )
  })
}
