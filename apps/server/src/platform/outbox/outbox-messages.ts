import { sql, type Selectable } from 'kysely'

import type { Db } from '../database/database.ts'
import type { Schema } from '../database/schema.ts'

export type OutboxMessageRow = Selectable<Schema['outbox']>

interface NewOutboxMessage {
  readonly kind: string
  readonly key: string
  readonly orderKey: string
  readonly imageId: number | null
  readonly payload: unknown
  readonly notBefore?: Date
  readonly at: Date
  readonly givesUpAt: Date
}

/** Returns false if a message of this kind and key exists. */
export async function insertMessage(trx: Db, posted: NewOutboxMessage): Promise<boolean> {
  const { kind, key, orderKey: order_key, at } = posted
  // Serialise posts of one order key: otherwise a younger message could be sent before the older is visible.
  const order = `${kind} ${order_key}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${order}, 0))`.execute(trx)
  const inserted = await trx
    .insertInto('outbox')
    .values({
      kind,
      key,
      order_key,
      image_id: posted.imageId,
      payload: JSON.stringify(posted.payload),
      posted_at: at,
      due_at: posted.notBefore ?? at,
      gives_up_at: posted.givesUpAt,
    })
    .onConflict((conflict) => conflict.columns(['kind', 'key']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** Neither delivered nor given up nor cancelled. */
export const isWaiting = sql<boolean>`(
  delivered_at is null and dead_at is null and cancelled_at is null)`

/** An outbox message by its id, or by its kind and key. */
export type OutboxMessageReference =
  | { readonly id: number }
  | { readonly kind: string; readonly key: string }

interface Revival {
  readonly at: Date
  readonly givesUpAt: Date
  /** Whether to include one that was delivered. */
  readonly evenDelivered: boolean
}

/** Requeues a message that was given up or is outdated, from its first try; undefined if there is none. */
export function reviveMessage(
  db: Db,
  reference: OutboxMessageReference,
  { at, givesUpAt, evenDelivered }: Revival,
): Promise<OutboxMessageRow | undefined> {
  return db
    .updateTable('outbox')
    .set({
      dead_at: null,
      delivered_at: null,
      outdated_at: null,
      due_at: at,
      gives_up_at: givesUpAt,
      tries: 0,
    })
    .where((eb) => eb.and(reference))
    .where((eb) =>
      eb.or([
        eb('dead_at', 'is not', null),
        eb('outdated_at', 'is not', null),
        ...(evenDelivered ? [eb('delivered_at', 'is not', null)] : []),
      ]),
    )
    .where('cancelled_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
}

/** Marks delivered messages as outdated: their content is no longer correct. */
export async function outdateMessages(
  db: Db,
  { kind, keys, at }: { kind: string; keys: readonly string[]; at: Date },
): Promise<void> {
  if (keys.length === 0) return
  await db
    .updateTable('outbox')
    .set({ outdated_at: at })
    .where('kind', '=', kind)
    .where('key', 'in', keys)
    .where('delivered_at', 'is not', null)
    .execute()
}

/** Makes messages that wait for a retry due now; those being delivered are left alone. */
export async function hastenMessages(
  db: Db,
  { kind, keys, at }: { kind: string; keys: readonly string[]; at: Date },
): Promise<void> {
  if (keys.length === 0) return
  await db
    .updateTable('outbox')
    .set({ due_at: at })
    .where('kind', '=', kind)
    .where('key', 'in', keys)
    .where('lease', 'is', null)
    .where(isWaiting)
    .execute()
}

/** Whether a message waits and is not being delivered; no try starts before the transaction ends. */
export async function lockIdleMessage(
  trx: Db,
  { kind, key }: { kind: string; key: string },
): Promise<boolean> {
  const idle = await trx
    .selectFrom('outbox')
    .select('id')
    .where('kind', '=', kind)
    .where('key', '=', key)
    .where('lease', 'is', null)
    .where(isWaiting)
    .forUpdate()
    .executeTakeFirst()
  return idle !== undefined
}

/** Makes a message that waits for a retry due now; undefined if there is none. */
export function hastenMessage(db: Db, id: number, at: Date): Promise<OutboxMessageRow | undefined> {
  return db
    .updateTable('outbox')
    .set({ due_at: at })
    .where('id', '=', id)
    .where(isWaiting)
    .returningAll()
    .executeTakeFirst()
}

type Cancelling = (
  | { readonly imageId: number }
  | { readonly keys: readonly string[] }
  | { readonly orderKey: string }
) & {
  readonly kinds: readonly string[]
  readonly at: Date
  /** Excludes those that wait. */
  readonly onlyRefused?: boolean
}

/**
 * Cancels undelivered messages about an image, with these keys, or of an order key. One that is being sent may still
 * arrive, and is not retried.
 * @returns those that the receiver may have received
 */
export async function cancelMessages(
  db: Db,
  { kinds, at, onlyRefused = false, ...which }: Cancelling,
): Promise<OutboxMessageRow[]> {
  const cancelled = await db
    .updateTable('outbox')
    .set({ cancelled_at: at })
    .where('kind', 'in', kinds)
    .where((eb) =>
      'keys' in which
        ? eb('key', 'in', [...which.keys, ''])
        : 'orderKey' in which
          ? eb('order_key', '=', which.orderKey)
          : eb('image_id', '=', which.imageId),
    )
    .where('delivered_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .$if(onlyRefused, (query) => query.where('dead_at', 'is not', null))
    .returningAll()
    .execute()
  return cancelled.filter(({ tries }) => tries > 0)
}
