import type { Point } from '#geometry/point'
import { distance, snap } from '#geometry/point'
import type { Ring } from '#geometry/polygon'
import { pointsOf } from '#geometry/polygon'

/**
 * Names a measurement on its image from its first moment: by the time and at random, so that names rise in
 * the order of creation and no two are alike.
 */
export type MeasurementId = string

/**
 * A length along a path of two or more points, or the angle at the middle one of three. The points are
 * flat, [x1, y1, x2, y2, …], in image pixels.
 */
export interface Measurement {
  readonly kind: 'length' | 'angle'
  readonly points: Ring
}

export type Measurements = Readonly<Record<MeasurementId, Measurement>>

const randomDigits = 6

export function newMeasurementId(): MeasurementId {
  return Date.now().toString(36) + Array.from({ length: randomDigits }, randomDigit).join('')
}

function randomDigit(): string {
  return Math.floor(Math.random() * 36).toString(36)
}

/** A measurement of points that are kept to a hundredth of a pixel, as coordinates are. */
export function measurementOf(kind: Measurement['kind'], points: readonly Point[]): Measurement {
  return { kind, points: points.flatMap(({ x, y }) => [snap(x), snap(y)]) }
}

interface MeasurementPoint {
  readonly id: MeasurementId
  readonly measurement: Measurement
  /** Which of its points it is, from 0. */
  readonly place: number
  readonly from: Point
}

/** The point of a measurement that is nearest to a place, at most `reach` pixels of the image away; else null. */
export function nearestPoint(
  measurements: Measurements,
  at: Point,
  reach: number,
): MeasurementPoint | null {
  const [nearest] = Object.entries(measurements)
    .flatMap(([id, measurement]) =>
      pointsOf(measurement.points).map((from, place) => ({ id, measurement, place, from })),
    )
    .filter(({ from }) => distance(from, at) <= reach)
    .toSorted((a, b) => distance(a.from, at) - distance(b.from, at))
  return nearest ?? null
}

export function sameMeasurement(a: Measurement, b: Measurement): boolean {
  return (
    a.kind === b.kind &&
    a.points.length === b.points.length &&
    a.points.every((coordinate, place) => coordinate === b.points[place])
  )
}

/** The angle at the middle one of three points, from 0 to 180 degrees; 0 with fewer points. */
export function degreesAt(points: Ring): number {
  const [from, apex, to] = pointsOf(points)
  if (from === undefined || apex === undefined || to === undefined) return 0
  const turn =
    Math.atan2(to.y - apex.y, to.x - apex.x) - Math.atan2(from.y - apex.y, from.x - apex.x)
  const degrees = Math.abs((turn * 180) / Math.PI) % 360
  return degrees > 180 ? 360 - degrees : degrees
}
