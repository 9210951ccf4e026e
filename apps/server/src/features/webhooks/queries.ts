import type { Selectable } from 'kysely'

import type { Message } from '#contract/messages/message'

import type { Db } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { notFound } from '../../platform/http/problem.ts'
import type { OutboxMessageRow } from '../../platform/outbox/outbox-messages.ts'
import type { Outbox } from '../../platform/outbox/outbox.ts'
import { orderKeyOf, webhookOutboxMessage } from './outbox-message.ts'

export type WebhookRow = Selectable<Schema['webhook']>

const mostDeliveries = 20

/** The webhooks of a dataset with the names of their makers, in the order in which they were added. */
export function listedWebhooks(db: Db, datasetId: number) {
  return db
    .selectFrom('webhook')
    .leftJoin('app_user', 'app_user.id', 'webhook.maker_id')
    .selectAll('webhook')
    .select('app_user.username as made_by')
    .where('webhook.dataset_id', '=', datasetId)
    .orderBy('webhook.id')
}

export type ListedWebhook = Awaited<
  ReturnType<ReturnType<typeof listedWebhooks>['executeTakeFirstOrThrow']>
>

/** @throws {Problem} not_found if the dataset has no such webhook */
export async function getListedWebhook(
  db: Db,
  datasetId: number,
  id: number,
): Promise<ListedWebhook> {
  const row = await listedWebhooks(db, datasetId).where('webhook.id', '=', id).executeTakeFirst()
  if (row === undefined) throw notFound('webhook')
  return row
}

export function findWebhook(db: Db, id: number): Promise<WebhookRow | undefined> {
  return db.selectFrom('webhook').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The last messages to a webhook, the latest first. */
export function lastDeliveries(db: Db, id: number): Promise<OutboxMessageRow[]> {
  return messagesTo(db, id).selectAll().orderBy('id', 'desc').limit(mostDeliveries).execute()
}

export function messagesTo(db: Db, id: number) {
  return db
    .selectFrom('outbox')
    .where('kind', '=', webhookOutboxMessage.name)
    .where('order_key', '=', orderKeyOf(id))
}

/** Switches a webhook off for a reason that people are shown, and cancels its waiting messages. */
export async function stopWebhook(
  { db, outbox }: { readonly db: Db; readonly outbox: Outbox },
  id: number,
  why: Message,
): Promise<void> {
  await db
    .updateTable('webhook')
    .set({ is_on: false, stopped: JSON.stringify(why) })
    .where('id', '=', id)
    .execute()
  await outbox.cancelByOrder(db, webhookOutboxMessage.name, orderKeyOf(id))
}
