import type { Generated } from 'kysely'

import type { AssignmentPlan, ItemState } from '#contract/assignments'

import type { JsonMap, MaybeDay, MaybeTime, Time } from './columns.ts'

interface AssignmentTable {
  id: Generated<number>
  dataset_id: number
  name: string
  instructions: string
  field_keys: string[]
  asks_outlines: boolean
  due_on: MaybeDay
  is_blinded: boolean
  seed: number
  plan: JsonMap<AssignmentPlan>
  created_at: Time
  created_by: number | null
  ready_at: MaybeTime
  closed_at: MaybeTime
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
}
