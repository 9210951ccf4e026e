import type { ColumnType, Generated } from 'kysely'

import type { Message } from '#contract/messages/message'

import type { Json, MaybeTime, Time } from './columns.ts'

/** FHIR messages of images, as they were created. */
export interface FhirMessageTable {
  id: Generated<number>
  image_id: number
  version: number
  analysis_id: number
  made_from: string
  bundle: ColumnType<Json, string, never>
  warnings: ColumnType<Message[], string, never>
  created_at: Time
  created_by: number | null
  /** Id of our Patient resource that was sent with it; null if it refers to the server's own. */
  own_patient: string | null
  push_state: Generated<'none' | 'waiting' | 'sent' | 'failed'>
  push_at: MaybeTime
  push_failure: ColumnType<Message | null, string | null | undefined, string | null>
}
