import type { ColumnType, Generated } from 'kysely'

import type { Origin } from '#contract/annotations'
import type { FieldValues } from '#contract/fields/value'

import type { Deletable, JsonMap, Time } from './columns.ts'

interface AnnotationTable extends Deletable {
  id: Generated<number>
  image_id: number
  category_id: number
  geometry: Buffer
  /** Flat coordinates of each open line. */
  lines: JsonMap<number[][]>
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
  /** Without area, lines and keypoints. */
  is_empty: ColumnType<boolean, never, never>
}

interface AnnotationHistoryTable {
  annotation_id: number
  revision: number
  changed_at: Time
  changed_by: number | null
  category_id: number
  geometry: Buffer
  lines: JsonMap<number[][]>
  keypoints: number[]
  is_box: boolean
  origin: JsonMap<Origin>
  color: string | null
  metadata: JsonMap
  fields: JsonMap<FieldValues>
  field_versions: JsonMap<Record<string, number>>
  position: number | null
}

/** Annotations, and their earlier revisions. */
export interface AnnotationTables {
  annotation: AnnotationTable
  annotation_history: AnnotationHistoryTable
}
