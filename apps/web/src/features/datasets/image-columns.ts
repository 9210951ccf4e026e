import type { Field } from '#contract/fields/field'
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

type ImageColumn = (typeof imageColumns)[number]

/**
 * Minimum widths of the columns in rem; a wide window enlarges all of them alike. With three fields they
 * fit into a window of 1440 pixels.
 */
const widths: Readonly<Record<ImageColumn, number>> = {
  stateMICS: 5.5,
  studyDate: 5.25,
  orderID: 3.5,
  studyDate_image: 5.5,
  patientID: 4,
  patientName: 6.8,
  patientSex: 2.1,
  patientAge: 2.3,
  prediction_status: 6.5,
  laterality: 2.2,
}

interface TableColumn {
  readonly name: string
  /** Its minimum width in rem. */
  readonly width: number
}

/** All columns of a table with these fields, from left to right. */
export function tableColumns(fields: readonly Pick<Field, 'key'>[]): TableColumn[] {
  return [
    { name: 'choice', width: 1.75 },
    { name: 'picture', width: 3 },
    ...imageColumns.map((name) => ({ name, width: widths[name] })),
    ...fields.map(({ key }) => ({ name: `field.${key}`, width: 4.5 })),
    { name: 'analyse', width: 4.75 },
    { name: 'menu', width: 2 },
  ]
}

/** Sex and age on the day of the photograph; empty if unknown. */
export function patientFacts({
  patientSex,
  patientAge,
}: Pick<Image, 'patientSex' | 'patientAge'>): { sex: string; age: string } {
  return { sex: patientSex, age: ageOf(patientAge) }
}

/** '066Y' as 66 and '010M' as 10M: years need no letter. */
function ageOf(stated: string): string {
  const [, number, unit] = /^(\d{1,4})([DWMY])$/u.exec(stated) ?? []
  if (number === undefined) return ''
  return `${Number(number)}${unit === 'Y' ? '' : unit}`
}

/** The hospital's order for the image; empty if there is none. */
export function orderIdOf({ metadata, micsMeta }: Image): string {
  return String(metadata['ORD_SEQ'] ?? micsMeta['ORD_SEQ'] ?? '')
}

/** The eye in clinical notation; empty if unknown. */
export const eyes: Record<NonNullable<Image['laterality']>, string> = {
  R: 'OD',
  L: 'OS',
  B: 'OU',
  U: '',
}
