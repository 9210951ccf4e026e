import { z } from 'zod'

import { message } from './messages/message.ts'
import { saying } from './messages/saying.ts'

/** Measurements that one image may have. */
export const mostMeasurements = 100

/** A name that the annotator gives a measurement, unique on its image. */
export const MeasurementId = z.string().regex(/^[\da-z]{1,36}$/)

const coordinate = z.number().min(-1e6).max(1e6)

const kinds = ['length', 'angle', 'disc', 'fovea'] as const
type Kind = (typeof kinds)[number]

/** How many points a measurement has, and whether an image has one of its kind, named after it. */
const rules: Readonly<Record<Kind, { least: number; most: number; isPlace: boolean }>> = {
  length: { least: 2, most: 200, isPlace: false },
  angle: { least: 3, most: 3, isPlace: false },
  disc: { least: 1, most: 1, isPlace: true },
  fovea: { least: 1, most: 1, isPlace: true },
}

/**
 * A measurement that a person keeps with an image: `length` along a path of two or more points, the `angle`
 * at the second of three, or the centre of the `disc` or the `fovea` as the ETDRS grid was corrected.
 * `points` are flat, [x1, y1, x2, y2, …], in image pixels.
 */
export const Measurement = z
  .strictObject({ kind: z.enum(kinds), points: z.array(coordinate).min(2).max(400) })
  .refine(hasItsPoints, saying(message('annotations.measurementPoints')))
export type Measurement = z.infer<typeof Measurement>

function hasItsPoints({ kind, points }: { kind: Kind; points: readonly number[] }): boolean {
  const { least, most } = rules[kind]
  return points.length % 2 === 0 && points.length >= 2 * least && points.length <= 2 * most
}

/** Measurements by their names. */
export const Measurements = z.record(MeasurementId, Measurement)
export type Measurements = z.infer<typeof Measurements>

/** Measurements to keep by their names; null removes one. */
export const MeasurementChanges = z
  .record(MeasurementId, Measurement.nullable())
  .refine(
    (changes) => Object.entries(changes).every(([name, change]) => isWellNamed(name, change)),
    saying(message('annotations.measurementNames')),
  )

/** True for a place of the grid that is named after its kind, and for others that are not named so. */
function isWellNamed(name: string, measurement: Measurement | null): boolean {
  if (measurement === null) return true
  const { kind } = measurement
  return rules[kind].isPlace ? name === kind : !isPlaceName(name)
}

function isPlaceName(name: string): boolean {
  return kinds.some((kind) => kind === name && rules[kind].isPlace)
}
