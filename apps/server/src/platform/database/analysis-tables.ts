import type { Generated } from 'kysely'

import type { JsonMap, Time, MaybeTime } from './columns.ts'

export interface AnalysisResultTable {
  id: Generated<number>
  image_id: number
  task_id: number | null
  kind: string
  name: string
  model_name: string
  model_version: string
  image_sha256: Buffer
  width: number
  height: number
  picture: string | null
  numbers: JsonMap
  created_at: Time
  replaced_at: MaybeTime
  model_sha256: Generated<string>
  pipeline: Generated<string>
  made_from: JsonMap<Record<string, string>>
  parts: JsonMap<Record<string, string>>
  maps: JsonMap<Record<string, string>>
  corrected_by: string | null
  corrected_at: MaybeTime
}

export interface AnalysisReviewTable {
  id: Generated<number>
  analysis_id: number
  decision: 'confirmed' | 'rejected'
  note: string
  reviewer_id: number | null
  reviewer_username: string
  reviewer_name: string
  reviewed_at: Time
}

export interface AnalysisCorrectionTable {
  image_id: number
  arteriole_category_id: number | null
  venule_category_id: number | null
  disc_category_id: number | null
  cup_category_id: number | null
  set_by: string
  set_at: Time
}

export interface BulkAnalysisTable {
  task_id: number
  done_to: Generated<number>
  done: Generated<number>
  failed: Generated<number>
}
