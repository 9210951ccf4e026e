import { randomUUID } from 'node:crypto'

import { sql, type ExpressionBuilder } from 'kysely'

import type { Message } from '#contract/messages/message'

import type { Db } from '../database/database.ts'
import type { Schema } from '../database/schema.ts'
import { isWaiting, type OutboxMessageRow } from './outbox-messages.ts'

/** Maximum time after a process died until another can take its message. */
export const leaseSeconds = 10

/** Uses the database's clock, which is the same for all processes. */
const leaseEnd = sql<Date>`now() + make_interval(secs => ${leaseSeconds})`

/** Waiting, due, not leased, and no older message of its order key is waiting. */
function canBeTaken(kind: string, at: Date) {
  return (eb: ExpressionBuilder<Schema, 'outbox'>) =>
    eb.and([
      eb('kind', '=', kind),
      eb('due_at', '<=', at),
      eb.or([eb('leased_until', 'is', null), eb('leased_until', '<=', sql<Date>`now()`)]),
      isWaiting,
      eb.not(
        eb.exists(
          eb
            .selectFrom('outbox as older')
            .whereRef('older.kind', '=', 'outbox.kind')
            .whereRef('older.order_key', '=', 'outbox.order_key')
            .whereRef('older.id', '<', 'outbox.id')
            .where('older.delivered_at', 'is', null)
            .where('older.dead_at', 'is', null)
            // One that is not to be tried yet does not hold up the others.
            .where((older) =>
              older.or([older('older.tries', '>', 0), older('older.due_at', '<=', at)]),
            )
            // A message that was cancelled while it was being sent blocks the next until its try
            // has ended.
            .where((older) =>
              older.or([
                older('older.cancelled_at', 'is', null),
                older('older.leased_until', '>', sql<Date>`now()`),
              ]),
            )
            .select('older.id'),
        ),
      ),
    ])
}

/** Leases the message of this kind that has been due longest, unless an older one of its order key waits. */
export function leaseMessage(
  db: Db,
  kind: string,
  at: Date,
): Promise<OutboxMessageRow | undefined> {
  return db
    .updateTable('outbox')
    .set((eb) => ({ lease: randomUUID(), leased_until: leaseEnd, tries: eb('tries', '+', 1) }))
    .where('id', '=', (eb) =>
      eb
        .selectFrom('outbox')
        .select('id')
        .where(canBeTaken(kind, at))
        .orderBy('due_at')
        .orderBy('id')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .executeTakeFirst()
}

/**
 * Seconds until a message of this kind may be leased, unless the outbox changes earlier: when one
 * becomes due, or the lease of a dead process ends. 0 if a transaction has locked one that could be
 * leased; infinite if none is waiting.
 */
export async function secondsToNext(db: Db, kind: string, at: Date): Promise<number> {
  const { isLocked, due_at, lease_seconds } = await db
    .selectNoFrom((eb) => [
      eb.exists(eb.selectFrom('outbox').select('id').where(canBeTaken(kind, at))).as('isLocked'),
      eb
        .selectFrom('outbox')
        .select((min) => min.fn.min('due_at').as('due_at'))
        .where('kind', '=', kind)
        .where('due_at', '>', at)
        .where(isWaiting)
        .as('due_at'),
      eb
        .selectFrom('outbox')
        .select(
          sql<number | null>`extract(epoch from min(leased_until) - now())::float`.as('seconds'),
        )
        .where('kind', '=', kind)
        .where('leased_until', '>', sql<Date>`now()`)
        .as('lease_seconds'),
    ])
    .executeTakeFirstOrThrow()
  if (isLocked) return 0
  const dueSeconds = ((due_at?.getTime() ?? Infinity) - at.getTime()) / 1000
  return Math.min(dueSeconds, lease_seconds ?? Infinity)
}

/** Extends the lease to its full time; false if another process holds the message. */
export async function renewLease(db: Db, { id, lease }: OutboxMessageRow): Promise<boolean> {
  const renewed = await db
    .updateTable('outbox')
    .set({ leased_until: leaseEnd })
    .where('id', '=', id)
    .where('lease', '=', lease)
    .returning('id')
    .executeTakeFirst()
  return renewed !== undefined
}

interface Settlement {
  readonly delivered_at?: Date
  readonly dead_at?: Date
  readonly due_at?: Date
  /** Why delivery failed; null if it succeeded. */
  readonly failure: Message | null
}

/** Ends a lease and returns the updated message; undefined if another process holds it. */
export function settleMessage(
  db: Db,
  { id, lease }: OutboxMessageRow,
  { failure, ...change }: Settlement,
): Promise<OutboxMessageRow | undefined> {
  return db
    .updateTable('outbox')
    .set({
      ...change,
      lease: null,
      leased_until: null,
      failure: failure === null ? null : JSON.stringify(failure),
    })
    .where('id', '=', id)
    .where('lease', '=', lease)
    .returningAll()
    .executeTakeFirst()
}
