import { isMeasured, type MeasureName, measureNames } from '#retina/eye-measures'
import { measureEye } from '#retina/measures'

import { mapsOf, type Pose } from './poses.ts'
import type { Shape } from './shapes.ts'

/** One quantity of one shape in one pose. */
export interface Measurement {
  readonly shape: string
  readonly measure: MeasureName
  readonly expected: number
  /** Null if it was not measurable. */
  readonly found: number | null
}

/** Permitted error of a measurement, and its unit. */
export type Tolerance = { readonly unit: '%' | '°' | 'count'; readonly most: number }

/** Per cent of the expected value, except for angles and counts. */
export function toleranceOf(measure: MeasureName): Tolerance {
  if (measure.endsWith('Angle')) return { unit: '°', most: 1 }
  if (measure === 'branchings' || measure === 'crossings') return { unit: 'count', most: 0 }
  if (measure === 'fractalDimension') return { unit: '%', most: 3 }
  // The error in a turn due to the pixels' stairs enters squared.
  return { unit: '%', most: measure.endsWith('SquaredCurvature') ? 5 : 1 }
}

/** Signed, in the unit of the measure's tolerance; NaN if nothing was measured. */
export function errorOf({ measure, expected, found }: Measurement): number {
  if (found === null) return NaN
  return toleranceOf(measure).unit === '%' ? 100 * (found / expected - 1) : found - expected
}

/** All expected measures of a shape, measured in a pose. */
export function measureShape(shape: Shape, pose: Pose): Measurement[] {
  const { measures } = measureEye(mapsOf(shape, pose))
  return measureNames.flatMap((measure) => {
    const expected = shape.expected[measure]
    if (expected === undefined) return []
    const found = measures[measure]
    return [{ shape: shape.name, measure, expected, found: isMeasured(found) ? found.value : null }]
  })
}
