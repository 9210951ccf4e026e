import { degreesAt, type Ruler, rulersIn } from '#annotation/measurement'
import type { CocoMeasurement } from '#coco/document'
import type { Measurements } from '#contract/measurements'
import { lengthOfLine } from '#geometry/polygon'

/** Columns of the table: the lengths and angles of the image, parted by spaces, in the order of their creation. */
export const measurementColumns = ['lengths_px', 'angles_degrees'] as const

export function measurementCells(measurements: Measurements): string[] {
  const rulers = rulersIn(measurements)
  return (['length', 'angle'] as const).map((kind) =>
    rulers
      .filter(([, ruler]) => ruler.kind === kind)
      .map(([, ruler]) => valueOf(ruler))
      .join(' '),
  )
}

/** All measurements for a COCO document. */
export function cocoMeasurements(measurements: Measurements): CocoMeasurement[] {
  return Object.values(measurements).map(({ kind, points }) => {
    if (kind === 'length') return { kind, points, length_px: valueOf({ kind, points }) }
    if (kind === 'angle') return { kind, points, degrees: valueOf({ kind, points }) }
    return { kind, points }
  })
}

/** A length in pixels of the image or an angle in degrees, to a tenth. */
function valueOf({ kind, points }: Ruler): number {
  return Number((kind === 'angle' ? degreesAt(points) : lengthOfLine(points)).toFixed(1))
}
