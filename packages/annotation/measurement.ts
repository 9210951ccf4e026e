import type { Point } from '#geometry/point'
import { distance, snap } from '#geometry/point'
import type { Ring } from '#geometry/polygon'
import { pointsOf } from '#geometry/polygon'
import type { GridPlace } from './grid-view.ts'

/**
 * Names a measurement on its image from its first moment: lengths and angles by the time and at random, so
 * that names rise in the order of creation and no two are alike; a place of the grid by its kind.
 */
export type MeasurementId = string

/** The kinds of measurement that have a value. */
const rulerKinds = ['length', 'angle'] as const

/**
 * A length along a path of two or more points, the angle at the middle one of three, or the one point of a
 * place of the ETDRS grid, corrected by hand. The points are flat, [x1, y1, x2, y2, …], in image pixels.
 */
export interface Measurement {
  readonly kind: (typeof rulerKinds)[number] | GridPlace
  readonly points: Ring
}

/** A length or an angle. */
export interface Ruler extends Measurement {
  readonly kind: (typeof rulerKinds)[number]
}

export type Measurements = Readonly<Record<MeasurementId, Measurement>>

/** The lengths and angles among measurements, with their names. */
export function rulersIn(measurements: Measurements): [id: MeasurementId, ruler: Ruler][] {
  return Object.entries(measurements).filter((entry): entry is [MeasurementId, Ruler] =>
    isRuler(entry[1]),
  )
}

export function isRuler(measurement: Measurement): measurement is Ruler {
  return rulerKinds.some((kind) => kind === measurement.kind)
}

const randomDigits = 6

export function newMeasurementId(): MeasurementId {
  return Date.now().toString(36) + Array.from({ length: randomDigits }, randomDigit).join('')
}

function randomDigit(): string {
  return Math.floor(Math.random() * 36).toString(36)
}

/** A measurement of points that are kept to a hundredth of a pixel, as coordinates are. */
export function measurementOf<Kind extends Measurement['kind']>(
  kind: Kind,
  points: readonly Point[],
): Measurement & { readonly kind: Kind } {
  return { kind, points: points.flatMap(({ x, y }) => [snap(x), snap(y)]) }
}

interface RulerPoint {
  readonly id: MeasurementId
  /** Which of its points it is, from 0. */
  readonly place: number
  readonly from: Point
}

/** The point of a length or an angle nearest to a place, within `reach` pixels of the image; null for none. */
export function nearestPoint(
  measurements: Measurements,
  at: Point,
  reach: number,
): RulerPoint | null {
  const [nearest] = rulersIn(measurements)
    .flatMap(([id, ruler]) => pointsOf(ruler.points).map((from, place) => ({ id, place, from })))
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

/** A short text that differs if any measurement does (32 bits, FNV-1a). */
export function digestOf(measurements: Measurements): string {
  const names = Object.keys(measurements).toSorted()
  const text = JSON.stringify(
    names.map((id) => [id, measurements[id]?.kind, measurements[id]?.points]),
  )
  let hash = fnvBasis
  for (let at = 0; at < text.length; at++) {
    hash = Math.imul(hash ^ text.charCodeAt(at), fnvPrime) >>> 0
  }
  return hash.toString(36)
}

const fnvBasis = 0x811c9dc5
const fnvPrime = 0x01000193

/** The angle at the middle one of three points, from 0 to 180 degrees; 0 with fewer points. */
export function degreesAt(points: Ring): number {
  const [from, apex, to] = pointsOf(points)
  if (from === undefined || apex === undefined || to === undefined) return 0
  const turn =
    Math.atan2(to.y - apex.y, to.x - apex.x) - Math.atan2(from.y - apex.y, from.x - apex.x)
  const degrees = Math.abs((turn * 180) / Math.PI) % 360
  return degrees > 180 ? 360 - degrees : degrees
}
