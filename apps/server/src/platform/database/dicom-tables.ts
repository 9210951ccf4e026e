import type { ColumnType, Generated } from 'kysely'

import type { Message } from '#contract/messages/message'
import type { ObjectContext } from '#dicom/objects/common'

import type { JsonMap, MaybeDay, MaybeTime, Time } from './columns.ts'

interface DicomSenderTable {
  id: Generated<number>
  ae_title: string
  address: string
  dataset_id: number
  created_at: Time
  created_by: number | null
}

interface PacsSeriesTable {
  task_id: number
  series_uid: string
  study_uid: string
  /** Study date, if the archive states it. */
  study_day: MaybeDay
  patient_id: string
  address: string | null
  expected: number
  state: Generated<'waiting' | 'running' | 'done' | 'failed'>
  failed: Generated<number>
}

interface DicomArrivalTable {
  id: string
  received_at: Time
  ae_title: string
  address: string
  sop_class_uid: string
  sop_instance_uid: string
  study_uid: string
  series_uid: string
  sha256: Buffer
  size: number
  dataset_id: number
  task_id: number | null
  leased_until: MaybeTime
  settled_at: MaybeTime
  image_id: number | null
  document_id: number | null
  is_new: Generated<boolean>
  refusal: ColumnType<Message | null, string | null | undefined, string | null>
}

interface DicomDocumentTable {
  id: Generated<number>
  dataset_id: number
  kind: 'report' | 'pdf' | 'segmentation'
  sop_class_uid: string
  study_uid: string
  series_uid: string
  instance_uid: string
  patient_id: string
  patient_name: string
  study_date: MaybeDay
  dicom_meta: JsonMap<Record<string, string>>
  sha256: Buffer
  size: number
  file: string
  received_at: Time
  created_by: number | null
}

type SentPatient = ObjectContext['patient']

interface PacsSendingTable {
  id: Generated<number>
  image_id: number
  kind: 'image' | 'results'
  language: string
  asked_at: Time
  asked_by: number | null
  state: Generated<'waiting' | 'sent' | 'failed'>
  sent_at: MaybeTime
  analysis_id: number | null
  commitment: 'asked' | 'committed' | 'failed' | 'unknown' | null
  patient: ColumnType<SentPatient | null, string | undefined, string>
}

interface PacsObjectTable {
  sending_id: number
  sop_instance_uid: string
  sop_class_uid: string
  status: number
  committed: boolean | null
  reason: number | null
}

interface PacsCommitmentTable {
  transaction_uid: string
  sending_id: number
  asked_at: Time
  address: string
  ae_title: string
}

/** Tables of the exchange with DICOM stations. */
export interface DicomTables {
  dicom_sender: DicomSenderTable
  pacs_series: PacsSeriesTable
  dicom_arrival: DicomArrivalTable
  dicom_document: DicomDocumentTable
  pacs_sending: PacsSendingTable
  pacs_object: PacsObjectTable
  pacs_commitment: PacsCommitmentTable
}
