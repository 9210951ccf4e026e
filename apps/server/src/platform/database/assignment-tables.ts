import type { ColumnType, Generated } from 'kysely'

import type { GradeBasis, ReadingState } from '#contract/adjudication'
import type { AssignmentPlan, ItemState } from '#contract/assignments'
import type { FieldValue } from '#contract/fields/value'

import type { JsonMap, MaybeDay, MaybeTime, Time } from './columns.ts'

interface AssignmentTable {
  id: Generated<number>
  dataset_id: number
  name: string
  instructions: string
  field_keys: string[]
  asks_outlines: boolean
  asks_confirmation: Generated<boolean>
  due_on: MaybeDay
  is_blinded: boolean
  seed: number
  plan: JsonMap<AssignmentPlan>
  created_at: Time
  created_by: number | null
  ready_at: MaybeTime
  closed_at: MaybeTime
  hides_readers: boolean
  tolerances: JsonMap<Record<string, number>>
  least_dice: number
  /** The assignment that has the answers of this training set. */
  key_of: number | null
  pass_share: number | null
}

interface AssignmentAdjudicatorTable {
  assignment_id: number
  user_id: number
}

interface AssignmentReaderTable {
  id: Generated<number>
  assignment_id: number
  user_id: number
  /** The blinded reader's own dataset. */
  dataset_id: number | null
}

interface AssignmentItemTable {
  id: Generated<number>
  reader_id: number
  position: number
  source_image_id: number
  image_id: number | null
  state: Generated<ItemState>
  note: Generated<string>
  changed_at: MaybeTime
  round: Generated<number>
}

interface AssignmentImageTable {
  id: Generated<number>
  assignment_id: number
  source_image_id: number
  state: Generated<ReadingState>
  revision: Generated<number>
  differing: Generated<string[]>
  outlines_differ: Generated<boolean>
  is_referred: Generated<boolean>
  outlines_of: number | null
  outlines_by: number | null
  note: Generated<string>
  changed_at: MaybeTime
}

interface FinalGradeTable {
  id: Generated<number>
  assignment_image_id: number
  key: string
  version: number
  value: ColumnType<FieldValue | null, string | null, never>
  basis: GradeBasis
  at: Time
  by_id: number | null
  by_name: string
  note: Generated<string>
}

interface OutlineAgreementTable {
  assignment_image_id: number
  category_id: number
  reader_a: number
  reader_b: number
  dice: number
  mean_distance: number | null
  distance_95: number | null
}

interface AssignmentEventTable {
  id: Generated<number>
  item_id: number
  at: Time
  by_id: number | null
  by_name: string
  before: ItemState
  after: ItemState
  note: string
}

/** Reading lists, their readers and what each has to read. */
export interface AssignmentTables {
  assignment: AssignmentTable
  assignment_reader: AssignmentReaderTable
  assignment_item: AssignmentItemTable
  assignment_event: AssignmentEventTable
  assignment_adjudicator: AssignmentAdjudicatorTable
  assignment_image: AssignmentImageTable
  final_grade: FinalGradeTable
  outline_agreement: OutlineAgreementTable
}
