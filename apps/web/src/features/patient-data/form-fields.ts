import { readIso } from '#clock/clock-time'
import {
  type PatientDataChange,
  type PatientDataField,
  patientFields,
  type PatientField,
  type ScaleStatement,
} from '#contract/patient-data'

/** Values of the form's inputs: texts, the time in two parts, the scale in its two forms. */
export interface FormFields extends Record<Exclude<PatientField, 'taken_at' | 'scale'>, string> {
  readonly taken_day: string
  readonly taken_time: string
  readonly scale: ScaleFields
}

export interface ScaleFields {
  readonly form: 'none' | 'direct' | 'field'
  readonly micrometres: string
  readonly degrees: string
  readonly circle: string
}

export const noScale: ScaleFields = { form: 'none', micrometres: '', degrees: '', circle: '' }

export function scaleFieldsOf(scale: ScaleStatement | null): ScaleFields {
  if (scale === null) return noScale
  if ('micrometres_per_pixel' in scale) {
    return { ...noScale, form: 'direct', micrometres: String(scale.micrometres_per_pixel) }
  }
  const { field_degrees: degrees, circle_px: circle } = scale
  return { ...noScale, form: 'field', degrees: String(degrees), circle: String(circle) }
}

/** The scale in the inputs; null: none; undefined: incomplete. */
export function scaleIn(fields: ScaleFields): ScaleStatement | null | undefined {
  const { form, micrometres, degrees, circle } = fields
  if (form === 'none') return null
  if (form === 'direct') {
    return micrometres === '' ? undefined : { micrometres_per_pixel: Number(micrometres) }
  }
  if (degrees === '' || circle === '') return undefined
  return { field_degrees: Number(degrees), circle_px: Number(circle) }
}

export function formFieldsOf(fields: readonly PatientDataField[]): FormFields {
  const values = new Map(fields.map(({ field, value }) => [field, value]))
  const text = (field: PatientField): string => {
    const value = values.get(field) ?? ''
    return typeof value === 'object' ? '' : String(value)
  }
  const scale = values.get('scale') ?? null
  const at = readIso(text('taken_at'))
  return {
    patient_id: text('patient_id'),
    patient_name: text('patient_name'),
    sex: text('sex'),
    birth_date: text('birth_date'),
    age: text('age'),
    eye: text('eye'),
    axial_length: text('axial_length'),
    refraction: text('refraction'),
    taken_day: at?.day ?? '',
    taken_time: at?.time?.slice(0, 8) ?? '',
    scale: scaleFieldsOf(typeof scale === 'object' ? scale : null),
  }
}

const numbers: ReadonlySet<PatientField> = new Set(['age', 'axial_length', 'refraction'])

/** The differences between the initial and the current values; an empty value withdraws a statement. */
export function changesIn(before: FormFields, now: FormFields): PatientDataChange {
  const changes = patientFields.flatMap((field): [string, unknown][] => {
    if (field === 'scale') {
      const isSame = JSON.stringify(now.scale) === JSON.stringify(before.scale)
      return isSame ? [] : [[field, scaleIn(now.scale)]]
    }
    if (field === 'taken_at') {
      const isSame = takenIn(now) === takenIn(before)
      return isSame ? [] : [[field, takenIn(now) || null]]
    }
    const text = now[field].trim()
    if (text === before[field]) return []
    const value = numbers.has(field) ? Number(text) : text
    return [[field, text === '' ? null : value]]
  })
  return Object.fromEntries(changes)
}

/** Whether days and times are complete, so that no unfinished text is lost or refused. */
export function hasReadableDays(fields: FormFields): boolean {
  const texts = [fields.birth_date, takenIn(fields)]
  return texts.every((text) => text === '' || readIso(text) !== undefined)
}

function takenIn({ taken_day: day, taken_time: time }: FormFields): string {
  if (day === '' || time === '') return day
  return `${day}T${time.length === 5 ? `${time}:00` : time}`
}
