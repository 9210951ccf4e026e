import type { StudyDocument } from '#contract/documents'
import { sopClassName } from '#dicom/sop-class'

import type { DocumentRow } from './queries.ts'

/** A document as listed for a patient; `others` are documents, among them all of its study. */
export function presentDocument(
  document: DocumentRow,
  patientId: string,
  others: readonly DocumentRow[],
): StudyDocument {
  const { id, kind, dicom_meta: meta } = document
  return {
    id,
    kind,
    type: sopClassName(document.sop_class_uid),
    // Document Title, Content Label, Series Description.
    title: meta['00420010'] ?? meta['00700080'] ?? meta['0008103E'] ?? '',
    // Content Date, else Study Date.
    date: dayOf(meta['00080023']) ?? document.study_date,
    manufacturer: meta['00080070'] ?? '',
    patient_id: document.patient_id,
    patient_name: document.patient_name,
    is_of_other_patient: document.patient_id !== patientId,
    has_versions: others.some(
      (each) =>
        each.id !== id &&
        each.study_uid === document.study_uid &&
        each.instance_uid === document.instance_uid,
    ),
    size: document.size,
    received_at: document.received_at.toISOString(),
  }
}

function dayOf(text: string | undefined): string | null {
  const parts = /^(\d{4})(\d{2})(\d{2})$/.exec(text ?? '')
  return parts === null ? null : parts.slice(1).join('-')
}
