import type { Field } from '#contract/fields/field'
import type { ImageOrderKey } from '#contract/image-filters'
import type { Image } from '#contract/images'

import type { Language } from '../../i18n/i18n.ts'
import { textWidth } from '../../ui/text-width.ts'

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
  stateMICS: 5.4,
  studyDate: 5.15,
  orderID: 3.4,
  studyDate_image: 5.4,
  patientID: 5.15,
  patientName: 6.7,
  patientSex: 2,
  patientAge: 2.1,
  prediction_status: 5.9,
  laterality: 2.1,
}

/** The same in a window as narrow as a tablet, where dates and headings take two lines. */
const narrowWidths: typeof widths = {
  stateMICS: 5.3,
  studyDate: 2.9,
  orderID: 3.4,
  studyDate_image: 5.3,
  patientID: 4.9,
  patientName: 5.7,
  patientSex: 2,
  patientAge: 2,
  prediction_status: 4.6,
  laterality: 1.9,
}

/** From the widest to the narrowest: each field has a column, all share one, and all columns are narrow. */
export const tableLayouts = ['wide', 'joined', 'narrow'] as const
type TableLayout = (typeof tableLayouts)[number]

interface TableColumn {
  readonly name: string
  /** Its minimum width in rem. */
  readonly width: number
}

/** All columns of a table with these fields, whose headings are in this language, from left to right. */
export function tableColumns(
  fields: readonly Pick<Field, 'key' | 'words'>[],
  language: Language,
  layout: TableLayout = 'wide',
): TableColumn[] {
  const isNarrow = layout === 'narrow'
  const ofImage = isNarrow ? narrowWidths : widths
  const isJoined = layout !== 'wide' && fields.length > 1
  return [
    { name: 'choice', width: isNarrow ? 1.5 : 1.65 },
    { name: 'picture', width: isNarrow ? 2.75 : 2.9 },
    ...imageColumns.map((name) => ({ name, width: ofImage[name] })),
    ...(isJoined ? [{ name: 'fields', width: 6.9 }] : fieldColumns(fields, language)),
    { name: 'analyse', width: isNarrow ? 4.6 : 4.65 },
    { name: 'menu', width: isNarrow ? 1.75 : 2 },
  ]
}

function fieldColumns(
  fields: readonly Pick<Field, 'key' | 'words'>[],
  language: Language,
): TableColumn[] {
  return fields.map(({ key, words }) => ({
    name: `field.${key}`,
    width: fieldWidth(words[language]),
  }))
}

/** Wide enough that no word of the heading breaks, by the mean width of a bold letter. */
function fieldWidth(heading: string): number {
  return Math.max(4.5, ...heading.split(' ').map((word) => 0.65 + 0.45 * textWidth(word)))
}

/** The least width of a table with these columns, in rem. */
export function widthOf(columns: readonly TableColumn[]): number {
  return columns.reduce((sum, { width }) => sum + width, 0)
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
