import { z } from 'zod'

import { endpoint } from './endpoint.ts'
import { message } from './messages/message.ts'
import { saying } from './messages/saying.ts'
import { messageStates } from './outbox.ts'
import { Id, idParams, IdText, Instant, Success, Told } from './primitives.ts'

interface EventWords {
  readonly en: string
  readonly ko: string
}

/** The events of a dataset that webhooks tell, with their names for people. */
export const webhookEvents = {
  /** An image was added or brought back. */
  'image.added': { en: 'Image added', ko: '영상 추가' },
  'image.deleted': { en: 'Image deleted', ko: '영상 삭제' },
  'analysis.finished': { en: 'Analysis finished', ko: '분석 완료' },
  'analysis.failed': { en: 'Analysis failed', ko: '분석 실패' },
  'result.confirmed': { en: 'Result confirmed', ko: '결과 확인' },
  'result.rejected': { en: 'Result rejected', ko: '결과 반려' },
  /** Annotations, labels or measurements of an image; those within half a minute are one event. */
  'annotation.changed': { en: 'Annotations changed', ko: '주석 변경' },
  'export.ready': { en: 'Export ready', ko: '내보내기 완료' },
  'assignment.closed': { en: 'Assignment closed', ko: '판독 배정 마감' },
} as const satisfies Readonly<Record<string, EventWords>>
export type WebhookEvent = keyof typeof webhookEvents

export const allWebhookEvents = Object.keys(webhookEvents) as WebhookEvent[]
/** What the test button sends. */
export const testEvent = { type: 'webhook.test', words: { en: 'Test', ko: '시험' } } as const

/** The body of a message to a webhook: ids alone, never patient data. */
export const WebhookMessage = z.object({
  type: z.enum([...allWebhookEvents, testEvent.type]),
  /** When it happened. */
  timestamp: Instant,
  data: z.object({
    dataset_id: Id,
    image_id: Id.optional(),
    analysis_id: Id.optional(),
    export_id: Id.optional(),
    assignment_id: Id.optional(),
  }),
})
export type WebhookMessage = z.infer<typeof WebhookMessage>

/** Maximum webhooks of a dataset. */
export const mostWebhooks = 20
/** How long a former secret still signs, beside the new one, in hours. */
export const formerSecretHours = 24

const WebhookUrl = z
  .url({ protocol: /^https?$/ })
  .max(1000)
  .refine(namesNobody, saying(message('webhooks.urlForm')))

function namesNobody(url: string): boolean {
  if (!URL.canParse(url)) return true
  const { username, password } = new URL(url)
  return username === '' && password === ''
}

const Events = z
  .array(z.enum(allWebhookEvents))
  .min(1, saying(message('webhooks.noEvents')))
  .transform((events) => [...new Set(events)])

export const Webhook = z.object({
  id: Id,
  url: z.string(),
  events: z.array(z.enum(allWebhookEvents)),
  on: z.boolean(),
  /** Why Fovea switched it off; null if it did not. */
  stopped: Told.nullable(),
  /** In whose name it works; null at a server without login. */
  made_by: z.string().nullable(),
  created_at: Instant,
  /** Until when the former secret also signs; null if there is none. */
  former_until: Instant.nullable(),
})
export type Webhook = z.infer<typeof Webhook>

/** A webhook with its secret, which is shown only once. */
const WebhookWithSecret = Webhook.extend({ secret: z.string() })

export const WebhookDelivery = z.object({
  id: Id,
  /** Its `webhook-id`, the same at every attempt. */
  key: z.string(),
  type: WebhookMessage.shape.type,
  image_id: Id.nullable(),
  state: z.enum(messageStates),
  posted_at: Instant,
  tries: z.int(),
  /** Time of the next attempt; null if there is none. */
  next_try_at: Instant.nullable(),
  /** Since when it is refused, delivered or cancelled; null while it waits. */
  settled_at: Instant.nullable(),
  /** Why the last attempt failed; null if none has. */
  why: Told.nullable(),
})
export type WebhookDelivery = z.infer<typeof WebhookDelivery>

const webhookParams = z.strictObject({ id: IdText, webhook: IdText })

export const listWebhooks = endpoint({
  method: 'GET',
  path: '/api/dataset/:id/webhooks',
  summary: 'The webhooks of a dataset, without their secrets',
  access: 'configure',
  params: idParams,
  response: z.array(Webhook),
})

export const createWebhook = endpoint({
  method: 'POST',
  path: '/api/dataset/:id/webhooks',
  summary: 'Tell an address of events of a dataset; the secret is told only in this answer',
  access: 'configure',
  secret: true,
  params: idParams,
  body: z.strictObject({ url: WebhookUrl, events: Events }),
  status: 201,
  response: WebhookWithSecret,
})

export const changeWebhook = endpoint({
  method: 'PATCH',
  path: '/api/dataset/:id/webhooks/:webhook',
  summary: 'Change the address or the events of a webhook, or switch it on or off',
  access: 'configure',
  params: webhookParams,
  body: z.strictObject({
    url: WebhookUrl.optional(),
    events: Events.optional(),
    on: z.boolean().optional(),
  }),
  response: Webhook,
})

export const deleteWebhook = endpoint({
  method: 'DELETE',
  path: '/api/dataset/:id/webhooks/:webhook',
  summary: 'Remove a webhook, and cancel its waiting messages',
  access: 'configure',
  params: webhookParams,
  response: Success,
})

export const renewWebhookSecret = endpoint({
  method: 'POST',
  path: '/api/dataset/:id/webhooks/:webhook/secret',
  summary: 'Give a webhook a new secret; for a day, the former one also signs',
  access: 'configure',
  secret: true,
  params: webhookParams,
  response: WebhookWithSecret,
})

export const testWebhook = endpoint({
  method: 'POST',
  path: '/api/dataset/:id/webhooks/:webhook/test',
  summary: 'Send a test message to a webhook; its outcome is among the deliveries',
  access: 'configure',
  params: webhookParams,
  response: Success,
})

export const listWebhookDeliveries = endpoint({
  method: 'GET',
  path: '/api/dataset/:id/webhooks/:webhook/deliveries',
  summary: 'The last 20 messages to a webhook, the latest first',
  access: 'configure',
  params: webhookParams,
  response: z.array(WebhookDelivery),
})

export const deliverToWebhookAgain = endpoint({
  method: 'POST',
  path: '/api/dataset/:id/webhooks/:webhook/deliveries/:delivery',
  summary: 'Send a message to a webhook again at once, under the same id',
  access: 'configure',
  params: webhookParams.extend({ delivery: IdText }),
  response: Success,
})
