import type { ImageOrderKey } from '#contract/image-filters'
import type { Image } from '#contract/images'

/** Sortable columns of the table, from left to right. */
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

/** Sex and age on the day of the photograph, or N/A. */
export function patientFacts({
  patientSex,
  patientAge,
}: Pick<Image, 'patientSex' | 'patientAge'>): { sex: string; age: string } {
  return { sex: patientSex || 'N/A', age: ageOf(patientAge) }
}

/** '066Y' as 66 and '010M' as 10M: years need no letter. */
function ageOf(stated: string): string {
  const [, number, unit] = /^(\d{1,4})([DWMY])$/u.exec(stated) ?? []
  if (number === undefined) return 'N/A'
  return `${Number(number)}${unit === 'Y' ? '' : unit}`
}

/** The hospital's order for the image; empty if there is none. */
export function orderIdOf({ metadata, micsMeta }: Image): string {
  return String(metadata['ORD_SEQ'] ?? micsMeta['ORD_SEQ'] ?? '')
}

/** The eye in clinical notation. */
export const eyes: Record<NonNullable<Image['laterality']>, string> = {
  R: 'OD',
  L: 'OS',
  B: 'OU',
  U: 'N/A',
}
