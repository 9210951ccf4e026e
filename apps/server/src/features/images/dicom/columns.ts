import { displayName, type PersonName } from '#dicom/person-name'

import type { DicomFacts } from '../../../platform/images/decode-messages.ts'
import { acquiredColumns } from '../acquired.ts'

/** A DICOM file's patient and study as an image's columns. */
export function dicomColumns(facts: DicomFacts, siteTimeZone: string | null) {
  const { patient, laterality } = facts
  return {
    ...patientNames(patient.name),
    patient_id: patient.id ?? '',
    patient_sex: patient.sex ?? '',
    patient_age: patient.age ?? '',
    patient_birth_date: patient.birthDate ?? null,
    study_date: facts.studyDate ?? null,
    ...acquiredColumns(facts.acquiredAt, siteTimeZone),
    laterality: laterality?.code ?? null,
    laterality_source: laterality === undefined ? '' : sourceOf(laterality.isDerived),
    study_uid: facts.studyInstanceUid ?? '',
    series_uid: facts.seriesInstanceUid ?? '',
    instance_uid: facts.sopInstanceUid ?? '',
    data_sha256: Buffer.from(facts.dataSha256, 'hex'),
    dicom_meta: JSON.stringify(facts.meta),
  }
}

function patientNames(name: PersonName | undefined) {
  if (name === undefined) return { patient_name: '', patient_name_korean: '' }
  const [english, korean] = [displayName(name, 'en'), displayName(name, 'ko')]
  return { patient_name: english, patient_name_korean: korean === english ? '' : korean }
}

/** The origin of a guessed laterality. */
export const derivedLaterality = 'derived from patient orientation'

function sourceOf(isDerived: boolean): string {
  return isDerived ? derivedLaterality : 'stated'
}
