import type { Person } from '#retina/risk/risk'

import type { ImageRow } from './queries.ts'

const perYear: Readonly<Record<string, number>> = { Y: 1, M: 12, W: 52.18, D: 365.24 }

/** Age on the day of the photograph, in whole years, and sex, as far as the image states them. */
export function personOf(
  image: Pick<
    ImageRow,
    'patient_birth_date' | 'patient_age' | 'patient_sex' | 'acquired_clock' | 'study_date'
  >,
): Person {
  const sexes = { F: 'female', M: 'male' } as const
  const sex = image.patient_sex.trim().toUpperCase()
  return {
    ageYears: ageAtPhotograph(image) ?? statedAge(image.patient_age),
    sex: sex === 'F' || sex === 'M' ? sexes[sex] : null,
  }
}

function ageAtPhotograph({
  patient_birth_date: born,
  acquired_clock: taken,
  study_date: studyDay,
}: Pick<ImageRow, 'patient_birth_date' | 'acquired_clock' | 'study_date'>): number | null {
  const day = taken?.slice(0, 10) ?? studyDay
  if (born === null || day === null) return null
  const hadBirthday = day.slice(4) >= born.slice(4)
  const age = Number(day.slice(0, 4)) - Number(born.slice(0, 4)) - (hadBirthday ? 0 : 1)
  return age >= 0 && age < 130 ? age : null
}

/**
 * Age on the day of the photograph in DICOM's form ('045Y'), as the report counts it; in the first
 * year as stated in the file, which may use months. '' if unknown.
 */
export function ageTextOf(
  image: Pick<ImageRow, 'patient_birth_date' | 'patient_age' | 'acquired_clock' | 'study_date'>,
): string {
  const years = ageAtPhotograph(image)
  const stated = image.patient_age.trim()
  if (years === null || (years === 0 && stated !== '')) return stated
  return `${String(years).padStart(3, '0')}Y`
}

/** DICOM's Age String (PS3.5): '045Y', '018M'. */
export function statedAge(text: string): number | null {
  const [, number = '', unit = 'Y'] = /^(\d{1,3})([DWMY])?$/.exec(text.trim().toUpperCase()) ?? []
  return number === '' ? null : Math.floor(Number(number) / (perYear[unit] ?? 1))
}
