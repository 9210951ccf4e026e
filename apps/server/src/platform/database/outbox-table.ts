import type { ColumnType, Generated } from 'kysely'

import type { Message } from '#contract/messages/message'
import type { WebhookEvent } from '#contract/webhooks'

import type { JsonMap, MaybeTime, MaybeTold, Time } from './columns.ts'

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

/** An address that receives the events of a dataset. */
export interface WebhookTable {
  id: Generated<number>
  dataset_id: number
  url: string
  events: WebhookEvent[]
  /** Sealed. */
  secret: string
  /** Sealed. */
  former_secret: string | null
  former_until: MaybeTime
  is_on: boolean
  stopped: MaybeTold
  maker_id: number | null
  created_at: Time
}
