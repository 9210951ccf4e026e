import { tell } from '#contract/messages/message'
import type { Webhook, WebhookDelivery } from '#contract/webhooks'

import type { OutboxMessageRow } from '../../platform/outbox/outbox-messages.ts'
import { presentState } from '../outbox/present.ts'
import { webhookOutboxMessage } from './outbox-message.ts'
import type { ListedWebhook } from './queries.ts'

export function presentWebhook(row: ListedWebhook): Webhook {
  return {
    id: row.id,
    url: row.url,
    events: row.events,
    on: row.is_on,
    stopped: row.stopped === null ? null : tell(row.stopped),
    made_by: row.made_by,
    created_at: row.created_at.toISOString(),
    former_until: row.former_until?.toISOString() ?? null,
  }
}

export function presentDelivery(row: OutboxMessageRow): WebhookDelivery {
  const { type, data } = webhookOutboxMessage.payload.parse(row.payload)
  return {
    id: row.id,
    key: row.key,
    type,
    image_id: data.image_id ?? null,
    posted_at: row.posted_at.toISOString(),
    tries: row.tries,
    why: row.failure === null ? null : tell(row.failure),
    ...presentState(row),
  }
}
