import { z } from 'zod'

import { message } from './messages/message.ts'
import { saying } from './messages/saying.ts'

/** Measurements that one image may have. */
export const mostMeasurements = 100

/** A name that the annotator gives a measurement, unique on its image. */
export const MeasurementId = z.string().regex(/^[\da-z]{1,36}$/)

const coordinate = z.number().min(-1e6).max(1e6)

/**
 * A measurement that a person keeps with an image: `length` along a path of two or more points, or the
 * `angle` at the second of three. `points` are flat, [x1, y1, x2, y2, …], in image pixels.
 */
export const Measurement = z
  .strictObject({
    kind: z.enum(['length', 'angle']),
    points: z.array(coordinate).min(4).max(400),
  })
  .refine(
    ({ kind, points }) => (kind === 'angle' ? points.length === 6 : points.length % 2 === 0),
    saying(message('annotations.measurementPoints')),
  )
export type Measurement = z.infer<typeof Measurement>

/** Measurements by their names. */
export const Measurements = z.record(MeasurementId, Measurement)
export type Measurements = z.infer<typeof Measurements>
