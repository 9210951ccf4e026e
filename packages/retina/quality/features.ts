import type { PreparedEye } from '../prepared-eye.ts'
import type { CourseFeatures } from './course.ts'
import { measureCourse } from './course.ts'
import type { LightFeatures } from './light.ts'
import { measureLight } from './light.ts'
import type { LineFeatures, Lines } from './lines.ts'
import { findLines, measureLines } from './lines.ts'
import { viewForQuality } from './view.ts'

/** Everything that a photograph's quality is judged by. */
export type QualityFeatures = LightFeatures & LineFeatures & CourseFeatures

export interface MeasuredQuality {
  readonly features: QualityFeatures
  /** On the view with a field of 256 pixels. */
  readonly lines: Lines
}

/** Measures a photograph inside its field of view. */
export function measureQuality(eye: PreparedEye): MeasuredQuality {
  const view = viewForQuality(eye)
  const lines = findLines(view)
  const features = {
    ...measureLight(view),
    ...measureLines(lines, view),
    ...measureCourse(lines, view),
  }
  return { features, lines }
}
