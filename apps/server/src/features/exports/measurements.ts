import { degreesAt, type Measurement } from '#annotation/measurement'
import type { CocoMeasurement } from '#coco/document'
import type { Measurements } from '#contract/measurements'
import { lengthOfLine } from '#geometry/polygon'

/** Columns of the table: the measurements of the image, parted by spaces, in the order of their creation. */
export const measurementColumns = ['lengths_px', 'angles_degrees'] as const

export function measurementCells(measurements: Measurements): string[] {
  const all = Object.values(measurements)
  return (['length', 'angle'] as const).map((kind) =>
    all
      .filter((each) => each.kind === kind)
      .map(valueOf)
      .join(' '),
  )
}

/** The same for a COCO document. */
export function cocoMeasurements(measurements: Measurements): CocoMeasurement[] {
  return Object.values(measurements).map((each) =>
    each.kind === 'angle'
      ? { kind: 'angle', points: each.points, degrees: valueOf(each) }
      : { kind: 'length', points: each.points, length_px: valueOf(each) },
  )
}

/** A length in pixels of the image or an angle in degrees, to a tenth. */
function valueOf({ kind, points }: Measurement): number {
  return Number((kind === 'angle' ? degreesAt(points) : lengthOfLine(points)).toFixed(1))
}
