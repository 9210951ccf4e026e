import type { ColumnType, Generated } from 'kysely'

import type { Field, FieldSubject } from '#contract/fields/field'
import type { FieldValue, FieldValues } from '#contract/fields/value'

import type { JsonMap, Time } from './columns.ts'

export interface DatasetFieldTable {
  dataset_id: number
  key: string
  version: number
  /** Null for an earlier version and for a field that was removed. */
  position: number | null
  description: JsonMap<Field>
  described_at: Time
  described_by: string
}

export interface FieldRecordTable {
  id: Generated<number>
  dataset_id: number
  subject: Exclude<FieldSubject, 'annotation'>
  subject_key: string
  is_agreed: boolean
  author_id: number | null
  values: JsonMap<FieldValues>
  versions: JsonMap<Record<string, number>>
}

type MaybeValue = ColumnType<FieldValue | null, string | null, never>

export interface FieldHistoryTable {
  id: Generated<number>
  record_id: number
  key: string
  before: MaybeValue
  after: MaybeValue
  version: number
  changed_at: Time
  changed_by: number | null
  changed_by_name: string
}
