import { randomUUID } from 'node:crypto'

import { message } from '#contract/messages/message'
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  deliverToWebhookAgain,
  formerSecretHours,
  listWebhookDeliveries,
  listWebhooks,
  mostWebhooks,
  renewWebhookSecret,
  testEvent,
  testWebhook,
} from '#contract/webhooks'

import type { Clock } from '../../platform/clock.ts'
import { OutboundError } from '../../platform/http/outbound-error.ts'
import type { Outbound } from '../../platform/http/outbound.ts'
import { notFound, Problem } from '../../platform/http/problem.ts'
import { serve, type Call, type Route } from '../../platform/http/route.ts'
import type { Outbox } from '../../platform/outbox/outbox.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { getDataset } from '../datasets/queries.ts'
import { orderKeyOf, webhookOutboxMessage } from './outbox-message.ts'
import { presentDelivery, presentWebhook } from './present.ts'
import {
  getListedWebhook,
  lastDeliveries,
  listedWebhooks,
  messagesTo,
  type ListedWebhook,
} from './queries.ts'
import { sealSecret } from './sealed-secrets.ts'
import { newSecret } from './signature.ts'

interface WebhookDeps {
  readonly clock: Clock
  readonly outbound: Outbound
  readonly outbox: Outbox
  readonly secrets: Secrets
}

export function webhookRoutes({ clock, outbound, outbox, secrets }: WebhookDeps): Route[] {
  return [
    serve(listWebhooks, async ({ db, actor, params, concerns }) => {
      const dataset = await getDataset(db, actor, params.id)
      concerns({ type: 'dataset', id: dataset.id, datasetId: dataset.id })
      return (await listedWebhooks(db, dataset.id).execute()).map(presentWebhook)
    }),

    serve(createWebhook, async ({ db, actor, params, body, concerns }) => {
      const { id: datasetId } = await getDataset(db, actor, params.id)
      concerns({ type: 'webhook', datasetId })
      refuseUnlisted(outbound, body.url)
      const others = await listedWebhooks(db, datasetId).execute()
      if (others.length >= mostWebhooks) {
        throw new Problem('not_possible_now', message('webhooks.tooMany', { count: mostWebhooks }))
      }
      const secret = newSecret()
      const { id } = await db
        .insertInto('webhook')
        .values({
          dataset_id: datasetId,
          url: body.url,
          events: body.events,
          secret: sealSecret(secrets, datasetId, secret),
          is_on: true,
          maker_id: actor.id,
          created_at: clock(),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      concerns({ type: 'webhook', id, datasetId, detail: { url: body.url, events: body.events } })
      return { ...presentWebhook(await getListedWebhook(db, datasetId, id)), secret }
    }),

    serve(changeWebhook, async (call) => {
      const { db, actor, body, concerns } = call
      const { id, dataset_id: datasetId, is_on: wasOn } = await webhookOf(call)
      concerns({ type: 'webhook', id, datasetId, detail: body })
      if (body.url !== undefined) refuseUnlisted(outbound, body.url)
      const { on = wasOn, ...changes } = body
      await db
        .updateTable('webhook')
        // Whoever changes it vouches for it from now on.
        .set({ ...changes, is_on: on, maker_id: actor.id, ...(on && { stopped: null }) })
        .where('id', '=', id)
        .execute()
      if (!on) await outbox.cancelByOrder(db, webhookOutboxMessage.name, orderKeyOf(id))
      return presentWebhook(await getListedWebhook(db, datasetId, id))
    }),

    serve(deleteWebhook, async (call) => {
      const { id } = await webhookOf(call)
      await call.db.deleteFrom('webhook').where('id', '=', id).execute()
      await outbox.cancelByOrder(call.db, webhookOutboxMessage.name, orderKeyOf(id))
      return { success: true } as const
    }),

    serve(renewWebhookSecret, async (call) => {
      const { id, dataset_id: datasetId, secret: former } = await webhookOf(call)
      const secret = newSecret()
      await call.db
        .updateTable('webhook')
        .set({
          secret: sealSecret(secrets, datasetId, secret),
          former_secret: former,
          former_until: new Date(clock().getTime() + formerSecretHours * 3_600_000),
        })
        .where('id', '=', id)
        .execute()
      return { ...presentWebhook(await getListedWebhook(call.db, datasetId, id)), secret }
    }),

    serve(testWebhook, async (call) => {
      const webhook = await webhookOf(call)
      refuseOff(webhook)
      const { id, dataset_id } = webhook
      await outbox.post(call.db, {
        definition: webhookOutboxMessage,
        key: `evt_${randomUUID()}`,
        orderKey: orderKeyOf(id),
        imageId: null,
        payload: {
          webhookId: id,
          type: testEvent.type,
          at: clock().toISOString(),
          data: { dataset_id },
        },
      })
      return { success: true } as const
    }),

    serve(listWebhookDeliveries, async (call) => {
      const { id } = await webhookOf(call)
      return (await lastDeliveries(call.db, id)).map(presentDelivery)
    }),

    serve(deliverToWebhookAgain, async (call) => {
      const webhook = await webhookOf(call)
      const { db, params } = call
      const row = await messagesTo(db, webhook.id)
        .select(['id', 'key'])
        .where('id', '=', params.delivery)
        .executeTakeFirst()
      if (row === undefined) throw notFound('webhookDelivery')
      refuseOff(webhook)
      const reference = { kind: webhookOutboxMessage.name, key: row.key }
      const again =
        (await outbox.requeue(db, reference, { evenDelivered: true })) ??
        (await outbox.tryNow(db, row.id))
      if (again === undefined) {
        throw new Problem('not_possible_now', message('webhooks.notDeliverable'))
      }
      return { success: true } as const
    }),
  ]
}

async function webhookOf({
  db,
  actor,
  params,
  concerns,
}: Pick<Call<typeof testWebhook>, 'db' | 'actor' | 'params' | 'concerns'>): Promise<ListedWebhook> {
  const { id: datasetId } = await getDataset(db, actor, params.id)
  concerns({ type: 'webhook', id: params.webhook, datasetId })
  return getListedWebhook(db, datasetId, params.webhook)
}

function refuseOff({ is_on: isOn }: Pick<ListedWebhook, 'is_on'>): void {
  if (!isOn) throw new Problem('not_possible_now', message('webhooks.isOff'))
}

function refuseUnlisted(outbound: Outbound, url: string): void {
  try {
    outbound.check(new URL(url))
  } catch (error) {
    throw error instanceof OutboundError ? new Problem('host_not_allowed', error.told) : error
  }
}
