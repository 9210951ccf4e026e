import type { ColumnType, Generated } from 'kysely'

import type { CocoAnnotation, CocoImage } from '#coco/document'
import type { ReleaseCounts, ReleaseLeftOut, ReleasePlan } from '#contract/releases'

import type { JsonMap, MaybeTime, Time } from './columns.ts'

interface ReleaseTable {
  id: Generated<number>
  dataset_id: number
  number: number
  title: string
  description: string
  licence: string
  notes: string
  plan: JsonMap<ReleasePlan>
  document: JsonMap<Record<string, unknown>>
  counts: JsonMap<ReleaseCounts>
  left_out: JsonMap<ReleaseLeftOut>
  identified: boolean
  file: string | null
  sha256: Buffer
  size: number
  replaces_id: number | null
  created_at: Time
  created_by: number | null
  withdrawn_at: MaybeTime
  withdrawn_reason: string | null
}

interface ReleaseImageTable {
  release_id: number
  image_id: number
  patient: string
  part: 'train' | 'validation' | 'test'
  file_name: string
  source_path: string | null
  laterality: 'R' | 'L' | 'B' | 'U' | null
  media_type: string
  sha256: Buffer
  mask: boolean | null
  image: JsonMap<CocoImage>
  annotations: ColumnType<CocoAnnotation[], string, never>
  measures: ColumnType<ReleasedMeasure[], string, never>
}

/** A measure of the analysis that was current when the release was made. */
export interface ReleasedMeasure {
  readonly measure: string
  /** '' for the whole image. */
  readonly region: string
  readonly value: number | null
  /** One standard deviation. */
  readonly uncertainty: number | null
  readonly unit: string
  /** Why there is no value; '' if there is. */
  readonly not_measurable: string
  readonly software: string
}

interface ReleasePatientTable {
  dataset_id: number
  patient_key: string
  pseudonym: string
}

interface TextCheckTable {
  image_id: number
  sha256: Buffer
  mask: boolean
  checked_at: Time
  checked_by: number | null
}

export interface ReleaseTables {
  release: ReleaseTable
  release_image: ReleaseImageTable
  release_patient: ReleasePatientTable
  text_check: TextCheckTable
}
