import type { ColumnType, Generated } from 'kysely'

import type { ListedValues } from '#contract/fields/value'
import type { AdviceBasis } from '#contract/handouts'
import type { AnalysisState } from '#contract/images'
import type { Measurements } from '#contract/measurements'

import type {
  DefaultTime,
  Deletable,
  JsonMap,
  MaybeDay,
  MaybeTime,
  MaybeTold,
  Time,
} from './columns.ts'

interface ImageTable extends Deletable {
  id: Generated<number>
  dataset_id: number
  folder: Generated<string>
  file_name: string
  path: ColumnType<string, never, never>
  file_name_lower: ColumnType<string, never, never>
  name_key: ColumnType<string, never, never>
  path_key: ColumnType<string, never, never>
  sha256: Buffer
  data_sha256: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>
  twin: ColumnType<'undecided' | 'set_aside' | null, never, 'undecided' | 'set_aside' | null>
  size: number
  media_type: string
  width: number
  height: number
  patient_name: Generated<string>
  patient_name_korean: Generated<string>
  patient_name_lower: ColumnType<string, never, never>
  patient_id: Generated<string>
  patient_sex: Generated<string>
  patient_age: Generated<string>
  patient_birth_date: MaybeDay
  study_date: MaybeDay
  acquired_clock: ColumnType<string | null, string | null | undefined, string | null>
  acquired_site_offset: ColumnType<string | null, string | null | undefined, string | null>
  acquired_zone: ColumnType<string | null, string | null | undefined, string | null>
  acquired_order: ColumnType<number | null, number | null | undefined, number | null>
  laterality: 'R' | 'L' | 'B' | 'U' | null
  laterality_source: Generated<string>
  study_uid: Generated<string>
  series_uid: Generated<string>
  instance_uid: Generated<string>
  metadata: JsonMap
  /** Maintained by triggers on the records of fields. */
  fields: ColumnType<ListedValues, never, never>
  measurements: JsonMap<Measurements>
  dicom_meta: JsonMap<Record<string, string>>
  undecodable: MaybeTold
  frame: Generated<number>
  mics_meta: JsonMap
  mics_failure: MaybeTold
  mics_sent_analysis: number | null
  order_due_at: MaybeTime
  order_tries: Generated<number>
  mics_state: Generated<'Unselected' | 'Unreferred' | 'Referred' | 'Finished' | 'FinishedTransmit'>
  prediction_status: MaybeTold
  analysis_state: Generated<AnalysisState>
  predicted: Generated<boolean>
  annotation_count: Generated<number>
  /** Whether it has a label of a category that is not deleted; kept by triggers. */
  is_labelled: ColumnType<boolean, never, never>
  annotated: ColumnType<boolean, never, never>
  annotating_ms: Generated<number>
  file_modified_at: MaybeTime
  missing_at: MaybeTime
  damaged_at: MaybeTime
  created_at: DefaultTime
  created_by: number | null
}

interface ImageHistoryTable {
  id: Generated<number>
  image_id: number
  changed_at: Time
  changed_by: number | null
  metadata: JsonMap
  category_ids: number[]
  measurements: ColumnType<Measurements | null, string | null | undefined, string | null>
}

interface ImageStatementTable {
  image_id: number
  field: string
  value: ColumnType<unknown, string, string>
  filed: JsonMap
  stated_by: number | null
  stated_by_name: string
  stated_at: Time
}

interface VisitAdviceTable {
  id: Generated<number>
  image_id: number
  text: string
  based_on: JsonMap<AdviceBasis>
  author_id: number | null
  author_username: string
  author_name: string
  written_at: Time
}

interface PresenceTable {
  stream_id: string
  image_id: number
  user_id: number | null
  username: string
  seen_at: Time
  active_at: Time
}

/** Photographs, and what people state about them. */
export interface ImageTables {
  image: ImageTable
  image_category: { image_id: number; category_id: number }
  image_history: ImageHistoryTable
  image_statement: ImageStatementTable
  visit_advice: VisitAdviceTable
  presence: PresenceTable
}
