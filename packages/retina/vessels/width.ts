import type { Point } from '#geometry/point'
import type { GreyImage } from '#raster/image'
import { sampleAt } from '#raster/sample'

import type { CoursePoint } from './course.ts'

/** A vessel's width across one place of its centre line. */
export interface Profile {
  readonly width: number
  /** The middle of the vessel. */
  readonly centre: Point
}

/** Between the samples of a profile, in pixels. */
const stepPx = 0.5
/** Below this probability a profile has ended. */
const background = 0.04
/** A neighbouring vessel begins where the probability rises by this much from the valley. */
const rise = 0.1
/** Shallower valleys are the light reflex along the middle of a wide vessel. */
const valley = 0.6

/**
 * A vessel's width in map pixels: the integral of its probability along the normal, from its crest to either
 * side as far as the probability falls. If each pixel's probability is the share of it that the vessel
 * covers, this is the exact width, even for narrow vessels. Undefined if there is no crest within the reach.
 */
export function profileAt(
  map: GreyImage,
  { x, y, along }: CoursePoint,
  reachPx: number,
): Profile | undefined {
  const count = Math.ceil(reachPx / stepPx)
  const values = new Float64Array(2 * count + 1)
  for (let i = 0; i < values.length; i++) {
    const t = (i - count) * stepPx
    values[i] = sampleAt(map, x - t * along.y, y + t * along.x)
  }
  const crest = crestNear(values, count)
  if ((values[crest] ?? 0) < 2 * background) return undefined
  const first = footOf(values, crest, -1)
  const last = footOf(values, crest, 1)
  let [sum, moment] = [0, 0]
  for (let i = first; i <= last; i++) {
    sum += values[i] ?? 0
    moment += (values[i] ?? 0) * (i - count) * stepPx
  }
  const t = moment / sum
  return { width: sum * stepPx, centre: { x: x - t * along.y, y: y + t * along.x } }
}

/** The highest place uphill from the middle. */
function crestNear(values: Float64Array, middle: number): number {
  let at = middle
  for (;;) {
    const here = values[at] ?? 0
    const [left, right] = [values[at - 1] ?? -1, values[at + 1] ?? -1]
    if (left <= here && right <= here) return at
    at += right > left ? 1 : -1
  }
}

/** The last place downhill on one side. */
function footOf(values: Float64Array, crest: number, step: 1 | -1): number {
  let lowest = crest
  for (let i = crest + step; i >= 0 && i < values.length; i += step) {
    const value = values[i] ?? 0
    const least = values[lowest] ?? 0
    if (least < valley && value > least + rise) return lowest
    if (value < least) lowest = i
    if (value < background) return i
  }
  return step === 1 ? values.length - 1 : 0
}
