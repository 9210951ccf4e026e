import { z } from 'zod'

import { message } from '#contract/messages/message'
import { WebhookMessage } from '#contract/webhooks'

import { defineOutboxMessage } from '../../platform/outbox/definition.ts'

/** Longest attempt of an installation, in milliseconds. */
export const usualPatienceMs = 15_000

/** Outbox message that tells a webhook of an event. Triggers of migration 0089 post it. */
export const webhookOutboxMessage = defineOutboxMessage({
  name: 'webhook',
  title: message('webhooks.letterTitle'),
  payload: z.object({
    webhookId: z.int(),
    type: WebhookMessage.shape.type,
    /** When it happened. */
    at: z.iso.datetime({ offset: true }),
    data: WebhookMessage.shape.data,
  }),
  seconds: usualPatienceMs / 1000 + 5,
  concurrency: 8,
})

/** Messages to one webhook are delivered one after another. */
export function orderKeyOf(webhookId: number): string {
  return `webhook ${webhookId}`
}
