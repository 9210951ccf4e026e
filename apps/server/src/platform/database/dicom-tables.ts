import type { ColumnType, Generated } from 'kysely'

import type { Message } from '#contract/messages/message'

import type { MaybeTime, Time } from './columns.ts'

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
  is_new: Generated<boolean>
  refusal: ColumnType<Message | null, string | null | undefined, string | null>
}

/** What the exchange with DICOM stations is kept in. */
export interface DicomTables {
  dicom_sender: DicomSenderTable
  pacs_series: PacsSeriesTable
  dicom_arrival: DicomArrivalTable
}
