import type { ColumnType, Generated } from 'kysely'

import type { ExportFormat } from '#contract/exports'

import type { Json, JsonMap, MaybeTime, Time, Told } from './columns.ts'

export interface TaskTable {
  id: Generated<number>
  kind: string
  name: Told
  group_name: Told
  status: Generated<'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled'>
  progress: Generated<number>
  payload: JsonMap
  result: ColumnType<Json | null, string | null | undefined, string | null>
  warnings: Generated<number>
  errors: Generated<number>
  job_id: string | null
  /** How often process deaths used up all its tries. */
  interruptions: Generated<number>
  creator_id: number | null
  dataset_id: number | null
  image_id: number | null
  created_at: Time
  started_at: MaybeTime
  finished_at: MaybeTime
}

export interface TaskLogTable {
  id: Generated<number>
  task_id: number
  at: Time
  level: 'INFO' | 'WARNING' | 'ERROR'
  text: Told
}

export interface ExportTable {
  id: Generated<number>
  dataset_id: number
  task_id: number | null
  format: ExportFormat
  tags: string[]
  file: string
  identified: Generated<boolean>
  size: number
  image_count: number
  annotation_count: number
  created_at: Time
  created_by: number | null
}

export interface DatasetScanTable {
  task_id: number
  done_to: string | null
  waiting: string[]
  warnings: number
  tally: ColumnType<object, string, string>
}

export interface UnreadableFileTable {
  dataset_id: number
  path: string
  size: number
  modified_at: Time
  version: string
  why: Told
}

export interface CocoImportTable {
  task_id: number
  done_to: number
  tally: ColumnType<object, string, string>
}
