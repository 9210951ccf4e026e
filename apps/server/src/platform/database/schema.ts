import type { ColumnType, Generated } from 'kysely'

import type { Origin } from '#contract/annotations'
import type { CategoryRole } from '#contract/category-role'
import type { AnalysisState } from '#contract/images'
import type { FieldValues, ListedValues } from '#contract/fields/value'
import type { PatientErasure } from '#contract/patients'
import type { GivenRole } from '#contract/roles'
import type { SecondFactorRule } from '#contract/second-factor'

import type {
  AnalysisCorrectionTable,
  AnalysisResultTable,
  AnalysisReviewTable,
  AnalysisTable,
  BulkAnalysisTable,
} from './analysis-tables.ts'
import type { AdviceBasis } from '#contract/handouts'
import type { FilterQuery } from '#contract/saved-filters'

import type { DefaultTime, JsonMap, MaybeDay, MaybeTime, MaybeTold, Time } from './columns.ts'
import type { DicomTables } from './dicom-tables.ts'
import type { DatasetFieldTable, FieldHistoryTable, FieldRecordTable } from './field-tables.ts'
import type { FhirMessageTable } from './fhir-table.ts'
import type { OutboxTable } from './outbox-table.ts'
import type { ReceivedOrderTable, ToldResultTable } from './received-order-table.ts'
import type {
  CocoImportTable,
  DatasetScanTable,
  ExportTable,
  TaskLogTable,
  TaskTable,
  UnreadableFileTable,
} from './task-tables.ts'

interface UserTable {
  id: Generated<number>
  username: string
  name: Generated<string>
  group_name: Generated<string>
  password_hash: string
  is_admin: Generated<boolean>
  site_id: Generated<number | null>
  has_emergency_access: Generated<boolean>
  has_temporary_password: Generated<boolean>
  must_change_password: Generated<boolean>
  email: string | null
  subscription_expiration: Generated<string>
  preferences: JsonMap
  created_at: DefaultTime
  last_seen_at: MaybeTime
  issuer: string | null
  subject: string | null
  confirmed_at: MaybeTime
  second_factor_removed_at: MaybeTime
  deleted_at: MaybeTime
}

interface SessionTable {
  token_hash: Buffer
  user_id: number
  created_at: Time
  renewed_at: Time
  expires_at: Time
  ends_at: Time
  address: string
  user_agent: string
  owes_second_factor: Generated<boolean>
}

interface ProviderSessionTable {
  token_hash: Buffer
  sid: string | null
  sign_out_url: string | null
  refresh_token: string | null
  checked_at: Time
}

interface AccessTokenTable {
  id: Generated<number>
  user_id: number
  name: string
  token_hash: Buffer
  created_at: Time
  expires_at: Time
  last_used_at: MaybeTime
}

interface AuthenticatorTable {
  user_id: number
  secret: string
  added_at: Time
  last_step: number
}

interface PasskeyTable {
  id: Generated<number>
  user_id: number
  name: string
  credential_id: string
  public_key: Buffer
  counter: number
  transports: string[]
  added_at: Time
  last_used_at: MaybeTime
}

interface RecoveryCodeTable {
  id: Generated<number>
  user_id: number
  code_hash: string
}

interface PasswordLinkTable {
  user_id: number
  token_hash: Buffer
  expires_at: Time
  mail: string | null
}

interface SignInFailureTable {
  subject: string
  failures: number
  last_failed_at: Time
  locked_until: MaybeTime
}

interface AuditEventTable {
  id: Generated<number>
  at: DefaultTime
  user_id: number | null
  username: string
  address: string
  action: string
  object_type: string
  object_id: number | null
  dataset_id: number | null
  outcome: number
  detail: JsonMap
  seal_number: number | null
  hash: Buffer | null
  /** Version of the seal; null for the first one, and for rows that are not sealed. */
  seal_version: number | null
}

interface SettingTable {
  key: string
  value: JsonMap
  changed_at: DefaultTime
  changed_by: number | null
}

/** Columns of rows that can be deleted and restored. */
interface Deletable {
  deleted_at: MaybeTime
  deleted_by: number | null
}

interface DatasetMemberTable {
  dataset_id: number
  user_id: number
  role: GivenRole
  added_at: DefaultTime
  by_provider: Generated<boolean>
}

interface SiteTable {
  id: Generated<number>
  name: string
  second_factor_for: Generated<SecondFactorRule['required_for']>
  created_at: DefaultTime
}

interface EmergencyAccessTable {
  id: Generated<number>
  user_id: number
  dataset_id: number
  patient_id: string
  reason: string
  begun_at: Time
  ends_at: Time
  seen_at: MaybeTime
}

interface DatasetTable extends Deletable {
  id: Generated<number>
  name: string
  owner_id: number | null
  /** The owner's site: maintained by a trigger. */
  site_id: ColumnType<number | null, never, never>
  annotate_url: Generated<string>
  default_annotation_metadata: JsonMap
  settings: JsonMap
  /** True for fictitious patients. */
  is_example: Generated<boolean>
  created_at: DefaultTime
}

interface CategoryTable extends Deletable {
  id: Generated<number>
  name: string
  supercategory: Generated<string>
  color: string
  metadata: JsonMap
  keypoint_labels: Generated<string[]>
  keypoint_edges: JsonMap<[number, number][]>
  keypoint_colors: Generated<string[]>
  role: Generated<CategoryRole | null>
  creator_id: number | null
  created_at: DefaultTime
}

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

interface ImageStatementTable {
  image_id: number
  field: string
  value: ColumnType<unknown, string, string>
  filed: JsonMap
  stated_by: number | null
  stated_by_name: string
  stated_at: Time
}

interface ImageHistoryTable {
  id: Generated<number>
  image_id: number
  changed_at: Time
  changed_by: number | null
  metadata: JsonMap
  category_ids: number[]
}

interface PresenceTable {
  stream_id: string
  image_id: number
  user_id: number | null
  username: string
  seen_at: Time
  active_at: Time
}

interface AnnotationTable extends Deletable {
  id: Generated<number>
  image_id: number
  category_id: number
  geometry: Buffer
  area: number
  box_x: number
  box_y: number
  box_width: number
  box_height: number
  keypoints: number[]
  is_box: boolean
  is_crowd: Generated<boolean>
  origin: JsonMap<Origin>
  color: string | null
  metadata: JsonMap
  fields: JsonMap<FieldValues>
  field_versions: JsonMap<Record<string, number>>
  creator_id: number | null
  revision: Generated<number>
  created_save_id: string | null
  changed_save_id: string | null
  created_at: Time
  updated_at: Time
  updated_by: number | null
  deleted_with_category: Generated<boolean>
  /** Null: the id. */
  position: number | null
  taken_back: Generated<boolean>
  /** Without area and keypoints. */
  is_empty: ColumnType<boolean, never, never>
}

interface AnnotationHistoryTable {
  annotation_id: number
  revision: number
  changed_at: Time
  changed_by: number | null
  category_id: number
  geometry: Buffer
  keypoints: number[]
  is_box: boolean
  origin: JsonMap<Origin>
  color: string | null
  metadata: JsonMap
  fields: JsonMap<FieldValues>
  field_versions: JsonMap<Record<string, number>>
  position: number | null
}

interface SavedFilterTable {
  id: Generated<number>
  dataset_id: number
  user_id: number | null
  name: string
  query: JsonMap<FilterQuery>
}

interface DataCheckTable {
  id: Generated<number>
  checked_at: Time
  files: number
  files_missing: number
  files_damaged: number
  audit_entries: number
  audit_findings: number
}

interface BackupMadeTable {
  made_at: Time
  files: number
  files_missing: number
  encrypted: boolean
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

interface PatientErasureTable {
  id: Generated<number>
  site_id: number | null
  at: Time
  by_username: string
  reason: string
  pseudonym: string
  removed: JsonMap<Omit<PatientErasure, 'id' | 'at' | 'by' | 'reason' | 'pseudonym'>>
}

/** Every table that a query names; the remaining ones get their types with their features. */
export interface Schema extends DicomTables {
  app_user: UserTable
  site: SiteTable
  session: SessionTable
  provider_session: ProviderSessionTable
  access_token: AccessTokenTable
  password_link: PasswordLinkTable
  authenticator: AuthenticatorTable
  passkey: PasskeyTable
  recovery_code: RecoveryCodeTable
  sign_in_failure: SignInFailureTable
  sign_in_failure_from: { address: string; username: string; last_failed_at: Date }
  audit_event: AuditEventTable
  audit_retention: { only_one: Generated<boolean>; days: number }
  audit_anchor: { only_one: Generated<boolean>; seal_number: number; hash: Buffer }
  setting: SettingTable
  dataset: DatasetTable
  dataset_field: DatasetFieldTable
  field_record: FieldRecordTable
  field_history: FieldHistoryTable
  dataset_member: DatasetMemberTable
  emergency_access: EmergencyAccessTable
  user_group: {
    id: Generated<number>
    site_id: number | null
    name: string
    created_at: DefaultTime
  }
  user_group_member: { group_id: number; user_id: number; by_provider: Generated<boolean> }
  dataset_group: { dataset_id: number; group_id: number; role: GivenRole }
  /** A view: the roles of users by themselves and by their groups. */
  dataset_role: { dataset_id: number; user_id: number; role: GivenRole }
  category: CategoryTable
  dataset_category: { dataset_id: number; category_id: number }
  image: ImageTable
  image_category: { image_id: number; category_id: number }
  image_history: ImageHistoryTable
  image_statement: ImageStatementTable
  presence: PresenceTable
  annotation: AnnotationTable
  annotation_history: AnnotationHistoryTable
  task: TaskTable
  task_log: TaskLogTable
  analysis: AnalysisTable
  analysis_result: AnalysisResultTable
  analysis_review: AnalysisReviewTable
  analysis_correction: AnalysisCorrectionTable
  bulk_analysis: BulkAnalysisTable
  dataset_model: { dataset_id: number; role: string; model_id: string }
  export: ExportTable
  saved_filter: SavedFilterTable
  visit_advice: VisitAdviceTable
  data_check: DataCheckTable
  backup_made: BackupMadeTable
  patient_erasure: PatientErasureTable
  coco_import: CocoImportTable
  dataset_scan: DatasetScanTable
  unreadable_file: UnreadableFileTable
  fhir_message: FhirMessageTable
  outbox: OutboxTable
  received_order: ReceivedOrderTable
  told_result: ToldResultTable
  dicom_uid: { kind: string; owner: string; uid: string }
  site_secret: { name: string; value: string }
  outage: {
    kind: 'storage' | 'peer'
    subject: string
    since: Time
    last_seen_at: Time
    noticed_at: MaybeTime
  }
}
