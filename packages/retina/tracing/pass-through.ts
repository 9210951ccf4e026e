import type { Point } from '#geometry/point'
import { distance } from '#geometry/point'

import { solve } from '../equations.ts'
import type { RibbonPoint } from './ribbon.ts'

/** A place that a hand clicked on. */
export interface TracingClick extends Point {
  /**
   * How exactly it was placed: the standard deviation on either axis, in pixels. If absent, the click only
   * says which vessel is meant.
   */
  readonly error?: number
}

/** Standard deviation, in pixels, of the distance from the found middle to the one that a person means. */
const usualDistance = 2.5
/** Places nearer to each other than this, in pixels along the vessel, have about the same distance. */
const reach = 12
/** A hand is less exact in a wide vessel: standard deviation, in widths. */
const carelessness = 0.15

/** A click beside the middle of a vessel. */
interface Beside {
  /** Place along the line, in pixels. */
  readonly along: number
  /** To the right of the line's way, in pixels; to its left if negative. */
  readonly offset: number
  /** The square of its standard deviation. */
  readonly variance: number
}

/**
 * Moves a traced line towards the clicks that it follows, by as much as they can be trusted: it runs through
 * an exact click, and goes back to the middle that is found within a few dozens of pixels. A click farther from
 * the middle than the vessel is wide is beside the vessel, and ignored. The way from the found middle to the meant
 * one is a Gaussian process of Matérn's covariance (3/2), whose mean is taken, given the clicks. Source: C. E.
 * Rasmussen and C. K. I. Williams, Gaussian Processes for Machine Learning, 2006, equations 2.23 and 4.17.
 */
export function passThrough(
  line: readonly RibbonPoint[],
  clicks: readonly TracingClick[],
): readonly RibbonPoint[] {
  const places = placesAlong(line)
  const beside = clicks.flatMap((click) => besideLine(line, places, click) ?? [])
  if (beside.length === 0) return line
  const covariances = beside.map((a, i) =>
    beside.map((b, k) => covariance(a.along - b.along) + (i === k ? a.variance : 0)),
  )
  const weights = solve(
    covariances,
    beside.map(({ offset }) => offset),
  )
  return line.map((point, i) => {
    const away = beside.reduce((sum, { along }, k) => {
      return sum + (weights[k] ?? 0) * covariance((places[i] ?? 0) - along)
    }, 0)
    const { x, y } = acrossAt(line, i)
    return { ...point, x: point.x + away * x, y: point.y + away * y }
  })
}

/** Covariance of the distances at two places this far apart, in square pixels. */
function covariance(apart: number): number {
  const scaled = Math.abs(apart) / reach
  return usualDistance ** 2 * (1 + scaled) * Math.exp(-scaled)
}

/** How far along the line each point is, in pixels. */
function placesAlong(line: readonly Point[]): number[] {
  let along = 0
  return line.map((point, i) => (along += distance(line[i - 1] ?? point, point)))
}

/** Null for a click that says nothing about the middle. */
function besideLine(
  line: readonly RibbonPoint[],
  places: readonly number[],
  click: TracingClick,
): Beside | null {
  const nearest = nearestTo(line, click)
  const point = line[nearest]
  if (click.error === undefined || point === undefined) return null
  const across = acrossAt(line, nearest)
  const offset = (click.x - point.x) * across.x + (click.y - point.y) * across.y
  if (Math.abs(offset) > point.width) return null
  const variance = click.error ** 2 + (carelessness * point.width) ** 2
  return { along: places[nearest] ?? 0, offset, variance }
}

function nearestTo(line: readonly Point[], place: Point): number {
  let [nearest, least] = [-1, Infinity]
  for (const [i, point] of line.entries()) {
    const away = distance(point, place)
    if (away < least) [nearest, least] = [i, away]
  }
  return nearest
}

/** The unit direction across the line at a point, to the right of its way. */
export function acrossAt(line: readonly Point[], i: number): Point {
  const [before, after] = [line[i - 1] ?? line[i], line[i + 1] ?? line[i]]
  if (before === undefined || after === undefined) return { x: 0, y: 0 }
  const length = Math.max(1e-9, distance(before, after))
  return { x: -(after.y - before.y) / length, y: (after.x - before.x) / length }
}
