import { readIso } from '#clock/clock-time'
import type { PatientData, PatientField } from '#contract/patient-data'

import { statedAge } from '../images/person.ts'
import { acquiredColumns } from '../images/acquired.ts'
import type { ImageRow } from '../images/queries.ts'

/** The columns of an image that statements may replace. */
export type Columns = Partial<
  Pick<
    ImageRow,
    | 'patient_id'
    | 'patient_name'
    | 'patient_name_korean'
    | 'patient_sex'
    | 'patient_birth_date'
    | 'patient_age'
    | 'laterality'
    | 'laterality_source'
    | 'acquired_clock'
    | 'acquired_site_offset'
    | 'acquired_zone'
    | 'acquired_order'
    | 'study_date'
  >
>

interface Field<F extends PatientField> {
  /** The columns that it replaces. */
  readonly columns: readonly (keyof Columns)[]
  /** The columns with a stated value; `filed` are those of the file. */
  readonly write: (value: PatientData[F], filed: Columns, siteTimeZone: string | null) => Columns
  /** The value in the columns; null if there is none. */
  readonly read: (columns: Columns) => PatientData[F] | null
}

const sexes: Readonly<Record<string, PatientData['sex']>> = { F: 'F', M: 'M', O: 'O' }
const known = (text: string | null | undefined): string | null => (text ? text : null)

/** The fields that a person may state, with the image columns that each replaces. */
export const fields: { readonly [F in PatientField]: Field<F> } = {
  patient_id: {
    columns: ['patient_id'],
    write: (id) => ({ patient_id: id }),
    read: (columns) => known(columns.patient_id?.trim()),
  },
  patient_name: {
    columns: ['patient_name', 'patient_name_korean'],
    write: (name) => ({ patient_name: name, patient_name_korean: '' }),
    read: (columns) => known(columns.patient_name) ?? known(columns.patient_name_korean),
  },
  sex: {
    columns: ['patient_sex'],
    write: (sex) => ({ patient_sex: sex }),
    read: (columns) => sexes[columns.patient_sex?.trim().toUpperCase() ?? ''] ?? null,
  },
  birth_date: {
    columns: ['patient_birth_date'],
    write: (day) => ({ patient_birth_date: day }),
    read: (columns) => columns.patient_birth_date ?? null,
  },
  age: {
    columns: ['patient_age'],
    // DICOM's Age String (PS3.5).
    write: (years) => ({ patient_age: `${String(years).padStart(3, '0')}Y` }),
    read: (columns) => statedAge(columns.patient_age ?? ''),
  },
  eye: {
    columns: ['laterality', 'laterality_source'],
    write: (eye) => ({ laterality: eye, laterality_source: 'stated' }),
    read: ({ laterality: eye, laterality_source: source }) =>
      source === 'stated' && (eye === 'R' || eye === 'L') ? eye : null,
  },
  taken_at: {
    columns: [
      'acquired_clock',
      'acquired_site_offset',
      'acquired_zone',
      'acquired_order',
      'study_date',
    ],
    write: (at, filed, siteTimeZone) => ({
      ...acquiredColumns(readIso(at), siteTimeZone),
      // The study of a file keeps its day.
      study_date: filed.study_date ?? at.slice(0, 10),
    }),
    read: (columns) => columns.acquired_clock ?? null,
  },
  scale: { columns: [], write: () => ({}), read: () => null },
  axial_length: { columns: [], write: () => ({}), read: () => null },
  refraction: { columns: [], write: () => ({}), read: () => null },
}

/** The columns of an image that a statement of the field replaces. */
export function columnsOf(field: PatientField, image: Columns): Columns {
  return Object.fromEntries(fields[field].columns.map((name) => [name, image[name] ?? null]))
}

/** The columns by a statement. */
export function writtenBy<F extends PatientField>(
  field: F,
  value: PatientData[F],
  { filed, siteTimeZone }: { readonly filed: Columns; readonly siteTimeZone: string | null },
): Columns {
  return fields[field].write(value, filed, siteTimeZone)
}
