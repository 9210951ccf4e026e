import { lengthOfLine, pointsOf } from '#geometry/polygon'
import type { AnnotationDocument } from './document.ts'
import type { Ruler } from './measurement.ts'
import { degreesAt, rulersIn } from './measurement.ts'
import type { Overlay } from './overlay.ts'
import { lengthText, scaleOf, unitsOf } from './scale.ts'

/** The value of a length or an angle, in each available unit. */
export function measurementTexts({ kind, points }: Ruler, document: AnnotationDocument): string[] {
  if (kind === 'angle') return [`${degreesAt(points).toFixed(1)}°`]
  const scale = scaleOf(document)
  const length = lengthOfLine(points)
  return unitsOf(scale).map((unit) => lengthText(length, unit, scale))
}

/** Apart from those of annotations. */
export const measurementColour: string = '#ffd166'

/** A length or an angle as lines, with its value beside its last point, or beside the apex of its angle. */
export function overlaysOfMeasurement(ruler: Ruler, document: AnnotationDocument): Overlay[] {
  const points = pointsOf(ruler.points)
  const at = ruler.kind === 'angle' ? points[1] : points.at(-1)
  const line = {
    kind: 'line',
    line: ruler.points,
    dashed: false,
    ticks: true,
    colour: measurementColour,
  } as const
  if (at === undefined) return [line]
  return [line, { kind: 'text', at, lines: measurementTexts(ruler, document) }]
}

/** All kept lengths and angles of an image. */
export function measurementOverlays(document: AnnotationDocument): Overlay[] {
  const { measurements } = document.imageRecord
  return rulersIn(measurements).flatMap(([, each]) => overlaysOfMeasurement(each, document))
}
