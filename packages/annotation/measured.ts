import { lengthOfLine, pointsOf } from '#geometry/polygon'
import type { AnnotationDocument } from './document.ts'
import type { Measurement } from './measurement.ts'
import { degreesAt } from './measurement.ts'
import type { Overlay } from './overlay.ts'
import { lengthText, scaleOf, unitsOf } from './scale.ts'

/** What a measurement says, in each available unit. */
export function measurementTexts(
  { kind, points }: Measurement,
  document: AnnotationDocument,
): string[] {
  if (kind === 'angle') return [`${degreesAt(points).toFixed(1)}°`]
  const scale = scaleOf(document)
  const length = lengthOfLine(points)
  return unitsOf(scale).map((unit) => lengthText(length, unit, scale))
}

/** Apart from those of annotations. */
const colour = '#ffd166'

/** A measurement as lines, with what it says beside its last point, or beside the apex of its angle. */
export function overlaysOfMeasurement(
  measurement: Measurement,
  document: AnnotationDocument,
): Overlay[] {
  const points = pointsOf(measurement.points)
  const at = measurement.kind === 'angle' ? points[1] : points.at(-1)
  const line = {
    kind: 'line',
    line: measurement.points,
    dashed: false,
    ticks: true,
    colour,
  } as const
  if (at === undefined) return [line]
  return [line, { kind: 'text', at, lines: measurementTexts(measurement, document) }]
}

/** All kept measurements of an image. */
export function measurementOverlays(document: AnnotationDocument): Overlay[] {
  const { measurements } = document.imageRecord
  return Object.values(measurements).flatMap((each) => overlaysOfMeasurement(each, document))
}
