import type { ColumnType, Generated } from 'kysely'

import type { CategoryRole } from '#contract/category-role'
import type { GivenRole } from '#contract/roles'
import type { FilterQuery } from '#contract/saved-filters'

import type { DefaultTime, Deletable, JsonMap, MaybeTime, Time } from './columns.ts'

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
  /** The dataset from which a blinded reader's copies come; null for every other dataset. */
  reading_of: number | null
  created_at: DefaultTime
}

interface DatasetMemberTable {
  dataset_id: number
  user_id: number
  role: GivenRole
  added_at: DefaultTime
  by_provider: Generated<boolean>
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

interface SavedFilterTable {
  id: Generated<number>
  dataset_id: number
  user_id: number | null
  name: string
  query: JsonMap<FilterQuery>
}

/** Datasets, and who may see them. */
export interface DatasetTables {
  dataset: DatasetTable
  dataset_member: DatasetMemberTable
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
  emergency_access: EmergencyAccessTable
  category: CategoryTable
  dataset_category: { dataset_id: number; category_id: number }
  saved_filter: SavedFilterTable
  dataset_model: { dataset_id: number; role: string; model_id: string }
}
