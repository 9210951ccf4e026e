import type { ColumnType, Generated } from 'kysely'

import type { Message } from '#contract/messages/message'

import type { JsonMap, MaybeTime, Time } from './columns.ts'

/** Outbox messages to other systems, delivered or not. */
export interface OutboxTable {
  id: Generated<number>
  kind: string
  key: string
  order_key: string
  image_id: number | null
  payload: JsonMap
  posted_at: Time
  due_at: Time
  lease: string | null
  leased_until: MaybeTime
  gives_up_at: Time
  tries: Generated<number>
  failure: ColumnType<Message | null, string | null | undefined, string | null>
  delivered_at: MaybeTime
  dead_at: MaybeTime
  cancelled_at: MaybeTime
  outdated_at: MaybeTime
}
