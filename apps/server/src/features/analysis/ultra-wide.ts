import { ultraWideDegrees } from '#retina/ultra-wide'
import { micrometresByField } from '#retina/retinal-scale'

import type { ImageRow } from '../images/queries.ts'
import type { ImageScale } from '../images/scale.ts'

const tags = { sopClass: '00080016', horizontalField: '0022000C' } as const
/** Wide Field Ophthalmic Photography Stereographic Projection, and 3D Coordinates (PS3.4). */
const wideFieldClasses = /^1\.2\.840\.10008\.5\.1\.4\.1\.1\.77\.1\.5\.[56]$/
/** Minimum width of an ultra-wide field on the retina of an average eye, in micrometres. */
const ultraWideMicrometres = micrometresByField({ degrees: ultraWideDegrees, circlePx: 1 })

/** Whether the file, or the scale in use, indicates an ultra-wide field. */
export function isUltraWide(
  { dicom_meta: meta, width }: Pick<ImageRow, 'dicom_meta' | 'width'>,
  scale: ImageScale | null,
): boolean {
  if (wideFieldClasses.test(meta[tags.sopClass]?.trim() ?? '')) return true
  if (Number(meta[tags.horizontalField] ?? 0) >= ultraWideDegrees) return true
  return scale !== null && scale.micrometresPerPixel * width >= ultraWideMicrometres
}
