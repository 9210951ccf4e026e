import type { Generated } from 'kysely'

import type { AnalysisPurpose } from '#contract/results/description'

import type { MeasuredPlaces } from '#retina/calibres/same-places'

import type { JsonMap, MaybeJson, Time, MaybeTime } from './columns.ts'

/** One run over an image, which owns its results. */
export interface AnalysisTable {
  id: Generated<number>
  image_id: number
  purpose: AnalysisPurpose
  task_id: number | null
  pipeline: Generated<string>
  made_from: JsonMap<Record<string, string>>
  image_sha256: Buffer
  width: number
  height: number
  corrected_by: string | null
  corrected_at: MaybeTime
  created_at: Time
  replaced_at: MaybeTime
  /** Of findings with calibres; null in those of earlier versions. */
  places: MaybeJson<MeasuredPlaces>
}

export interface AnalysisResultTable {
  id: Generated<number>
  analysis_id: number
  kind: string
  name: string
  model_name: string
  model_version: string
  model_sha256: Generated<string>
  picture: string | null
  numbers: JsonMap
  parts: JsonMap<Record<string, string>>
  maps: JsonMap<Record<string, string>>
  is_corrected: Generated<boolean>
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
