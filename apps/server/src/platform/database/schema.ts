import type { Generated } from 'kysely'

import type { PatientErasure } from '#contract/patients'

import type { AccountTables } from './account-tables.ts'
import type {
  AnalysisCorrectionTable,
  AnalysisResultTable,
  AnalysisReviewTable,
  AnalysisTable,
  BulkAnalysisTable,
} from './analysis-tables.ts'
import type { AnnotationTables } from './annotation-tables.ts'
import type { AssignmentTables } from './assignment-tables.ts'
import type { ReleaseTables } from './release-tables.ts'
import type { CommentTables } from './comment-tables.ts'
import type { DefaultTime, JsonMap, MaybeTime, Time } from './columns.ts'
import type { DatasetTables } from './dataset-tables.ts'
import type { DicomTables } from './dicom-tables.ts'
import type { FhirMessageTable } from './fhir-table.ts'
import type { DatasetFieldTable, FieldHistoryTable, FieldRecordTable } from './field-tables.ts'
import type { ImageTables } from './image-tables.ts'
import type { OutboxTable, WebhookTable } from './outbox-table.ts'
import type { ReceivedOrderTable, ToldResultTable } from './received-order-table.ts'
import type {
  CocoImportTable,
  DatasetScanTable,
  ExportTable,
  TaskLogTable,
  TaskTable,
  UnreadableFileTable,
} from './task-tables.ts'

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
export interface Schema
  extends
    AccountTables,
    AnnotationTables,
    AssignmentTables,
    ReleaseTables,
    CommentTables,
    DatasetTables,
    DicomTables,
    ImageTables {
  audit_event: AuditEventTable
  audit_retention: { only_one: Generated<boolean>; days: number }
  audit_anchor: { only_one: Generated<boolean>; seal_number: number; hash: Buffer }
  setting: SettingTable
  dataset_field: DatasetFieldTable
  field_record: FieldRecordTable
  field_history: FieldHistoryTable
  task: TaskTable
  task_log: TaskLogTable
  analysis: AnalysisTable
  analysis_result: AnalysisResultTable
  analysis_review: AnalysisReviewTable
  analysis_correction: AnalysisCorrectionTable
  bulk_analysis: BulkAnalysisTable
  export: ExportTable
  data_check: DataCheckTable
  backup_made: BackupMadeTable
  patient_erasure: PatientErasureTable
  coco_import: CocoImportTable
  dataset_scan: DatasetScanTable
  unreadable_file: UnreadableFileTable
  fhir_message: FhirMessageTable
  outbox: OutboxTable
  webhook: WebhookTable
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
