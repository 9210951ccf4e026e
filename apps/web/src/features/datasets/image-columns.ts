import type { ImageOrderKey } from '#contract/image-filters'
import type { Image } from '#contract/images'

/** The columns of the table that it can be ordered by, from left to right. */
export const imageColumns = [
  'stateMICS',
  'studyDate',
  'orderID',
  'studyDate_image',
  'patientID',
  'patientName',
  'patientSex',
  'patientAge',
  'prediction_status',
  'laterality',
] as const satisfies readonly ImageOrderKey[]

/** Sex and age as DICOM says them, or N/A. */
const tags = { sex: '00100040', age: '00101010' }

export function patientFacts({ dicomMeta }: Image): { sex: string; age: string } {
  return { sex: dicomMeta[tags.sex] ?? 'N/A', age: ageOf(dicomMeta[tags.age]) }
}

/** '066Y' as 66, and '010M' as 10M: years need no letter. */
function ageOf(stated: string | undefined): string {
  const [, number, unit] = /^(\d{1,4})([DWMY])$/u.exec(stated?.trim() ?? '') ?? []
  if (number === undefined) return 'N/A'
  return `${Number(number)}${unit === 'Y' ? '' : unit}`
}

/** The hospital's order that the image belongs to; empty where there is none. */
export function orderIdOf({ metadata, micsMeta }: Image): string {
  return String(metadata['ORD_SEQ'] ?? micsMeta['ORD_SEQ'] ?? '')
}

/** The eye as clinicians write it. */
export const eyes: Record<NonNullable<Image['laterality']>, string> = {
  R: 'OD',
  L: 'OS',
  B: 'OU',
  U: 'N/A',
}
