import { sql, type Selectable } from 'kysely'

import type { Db } from '../database/database.ts'
import type { Schema } from '../database/schema.ts'

export type LetterRow = Selectable<Schema['outbox']>

interface NewLetter {
  readonly kind: string
  readonly key: string
  readonly orderKey: string
  readonly imageId: number | null
  readonly payload: unknown
  readonly at: Date
  readonly givesUpAt: Date
}

/** False where there is a letter of this kind and key. */
export async function insertLetter(trx: Db, letter: NewLetter): Promise<boolean> {
  const { kind, key, orderKey: order_key, at } = letter
  // Who posts later commits later: else the younger letter could be gone before the older is seen.
  const order = `${kind} ${order_key}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${order}, 0))`.execute(trx)
  const inserted = await trx
    .insertInto('outbox')
    .values({
      kind,
      key,
      order_key,
      image_id: letter.imageId,
      payload: JSON.stringify(letter.payload),
      posted_at: at,
      due_at: at,
      gives_up_at: letter.givesUpAt,
    })
    .onConflict((conflict) => conflict.columns(['kind', 'key']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** Neither delivered nor given up nor cancelled. */
export const isWaiting = sql<boolean>`(
  delivered_at is null and dead_at is null and cancelled_at is null)`

/** A letter by its id, or as it was posted. */
export type LetterReference =
  | { readonly id: number }
  | { readonly kind: string; readonly key: string }

interface Revival {
  readonly at: Date
  readonly givesUpAt: Date
  /** Also one that was delivered. */
  readonly evenDelivered: boolean
}

/** Takes up a letter that was given up or is outdated, from its first try; undefined if there is none. */
export function reviveLetter(
  db: Db,
  letter: LetterReference,
  { at, givesUpAt, evenDelivered }: Revival,
): Promise<LetterRow | undefined> {
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
    .where((eb) => eb.and(letter))
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

/** Notes that what these letters told is wrong, of those that were delivered. */
export async function outdateLetters(
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

/** Makes letters due that wait to be tried again; those that are being delivered are left alone. */
export async function hastenLetters(
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

/** Whether a letter waits and nobody is at it; no try of it begins before the transaction ends. */
export async function lockIdleLetter(
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

/** Makes a letter due that waits to be tried again; undefined where there is none. */
export function hastenLetter(db: Db, id: number, at: Date): Promise<LetterRow | undefined> {
  return db
    .updateTable('outbox')
    .set({ due_at: at })
    .where('id', '=', id)
    .where(isWaiting)
    .returningAll()
    .executeTakeFirst()
}

type Cancelling = ({ readonly imageId: number } | { readonly keys: readonly string[] }) & {
  readonly kinds: readonly string[]
  readonly at: Date
  /** Leaves those alone that wait. */
  readonly onlyRefused?: boolean
}

/**
 * Gives up letters about an image, or of these keys, that have not been delivered; one that is on
 * its way may still arrive, and is not tried again.
 * @returns those that the receiver may have got
 */
export async function cancelLetters(
  db: Db,
  { kinds, at, onlyRefused = false, ...which }: Cancelling,
): Promise<LetterRow[]> {
  const cancelled = await db
    .updateTable('outbox')
    .set({ cancelled_at: at })
    .where('kind', 'in', kinds)
    .where((eb) =>
      'keys' in which ? eb('key', 'in', [...which.keys, '']) : eb('image_id', '=', which.imageId),
    )
    .where('delivered_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .$if(onlyRefused, (query) => query.where('dead_at', 'is not', null))
    .returningAll()
    .execute()
  return cancelled.filter(({ tries }) => tries > 0)
}
