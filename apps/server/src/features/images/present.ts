import type { Image } from '#contract/images'
import type { Metadata } from '#contract/primitives'

import { derivedLaterality } from './dicom-columns.ts'
import type { ListedImage } from './queries.ts'

export function presentImage(row: ListedImage): Image {
  return {
    id: row.id,
    dataset_id: row.dataset_id,
    file_name: row.file_name,
    path: row.path,
    width: row.width,
    height: row.height,
    size: row.size,
    patientName: row.patient_name,
    patientNameKorean: row.patient_name_korean,
    patientID: row.patient_id,
    studyDate: row.study_date ?? '',
    studyDate_image: row.acquired_at?.toISOString() ?? null,
    laterality: row.laterality,
    lateralityDerived: row.laterality_source === derivedLaterality,
    annotated: row.annotated,
    numberAnnotations: row.annotation_count,
    annotating: row.annotating,
    category_ids: row.category_ids,
    metadata: row.metadata as Metadata,
    micsMeta: row.mics_meta as Metadata,
    dicomMeta: row.dicom_meta,
    stateMICS: row.mics_state,
    prediction_status: row.prediction_status,
    predicted: row.predicted,
    missing: row.missing_at !== null,
    undecodable: row.undecodable,
    version: row.sha256.toString('hex').slice(0, 16),
  }
}
