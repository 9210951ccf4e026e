import type { EyeMaps } from '#retina/eye-maps'
import type { EyeMeasures } from '#retina/eye-measures'
import type { TracedEye } from '#retina/vessels/traced-vessels'

/** An eye with its vessels and all measurements of them. */
export interface MeasuredEye {
  readonly maps: EyeMaps
  readonly traced: TracedEye
  readonly measures: EyeMeasures
}
