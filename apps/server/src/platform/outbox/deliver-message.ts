import { message, type Message } from '#contract/messages/message'

import type { Clock } from '../clock.ts'
import type { Db } from '../database/database.ts'
import { log } from '../log.ts'
import { DeliveryError, type Deliverer } from './definition.ts'
import { holdLease } from './hold-lease.ts'
import { settleMessage } from './leases.ts'
import type { OutboxMessageRow } from './outbox-messages.ts'
import { pauseAfter } from './pause.ts'

/** Seconds after which a failure is permanent. */
export const mostSeconds = 24 * 3600

interface Post {
  readonly db: Db
  readonly clock: Clock
  readonly deliverer: Deliverer
  /** Aborted when the server stops. */
  readonly stopped: AbortSignal
}

/** Makes one try and records the outcome. Never throws: an outcome that was not recorded is retried. */
export async function deliverMessage(post: Post, row: OutboxMessageRow): Promise<void> {
  using lease = holdLease(post.db, row)
  try {
    const failure = await tryToDeliver(post, row, lease.lost)
    if (failure === undefined) await keepDelivered(post, row)
    else await keepFailure(post, row, failure)
  } catch (error) {
    log.error('recording the outcome of an outbox message', error, { outboxMessage: row.id })
  }
}

interface Failure {
  readonly told: Message
  readonly isFinal: boolean
  readonly afterSeconds: number
}

async function tryToDeliver(
  post: Post,
  row: OutboxMessageRow,
  lost: AbortSignal,
): Promise<Failure | undefined> {
  const { definition, deliver } = post.deliverer
  const late = AbortSignal.timeout(definition.seconds * 1000)
  const signal = AbortSignal.any([post.stopped, lost, late])
  try {
    signal.throwIfAborted()
    const payload = definition.payload.parse(row.payload)
    await within(signal, deliver(payload, { key: row.key, signal }))
    return undefined
  } catch (error) {
    if (error instanceof DeliveryError) return error
    const passing = { isFinal: false, afterSeconds: 0 }
    if (signal.aborted) return { ...passing, told: message('outbox.late') }
    log.error('outbox message not delivered', error, { outboxMessage: row.id })
    return { ...passing, told: message('outbox.unexpected', { letter: row.id }) }
  }
}

/** Also stops waiting for work that ignores the signal. */
function within(signal: AbortSignal, work: Promise<void>): Promise<void> {
  const { promise, reject } = Promise.withResolvers<never>()
  signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  return Promise.race([work, promise])
}

function keepDelivered({ db, clock, deliverer }: Post, row: OutboxMessageRow): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const settled = await settleMessage(trx, row, { delivered_at: clock(), failure: null })
    if (settled === undefined) return
    await deliverer.onChange?.({ payload: row.payload, db: trx, status: 'delivered' })
  })
}

function keepFailure(
  { db, clock, deliverer, stopped }: Post,
  row: OutboxMessageRow,
  { told: failure, isFinal, afterSeconds }: Failure,
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const at = clock()
    const { payload } = row
    if (stopped.aborted) {
      await settleMessage(trx, row, { due_at: at, failure: row.failure })
      return
    }
    if (!isFinal && at < row.gives_up_at) {
      const pauseMs = Math.max(pauseAfter(row.tries - 1), afterSeconds * 1000)
      const dueAt = new Date(at.getTime() + pauseMs)
      const settled = await settleMessage(trx, row, { due_at: dueAt, failure })
      if (!isStillWanted(settled)) return
      await deliverer.onChange?.({ payload, db: trx, status: 'postponed', why: failure })
      return
    }
    const settled = await settleMessage(trx, row, { dead_at: at, failure })
    if (!isStillWanted(settled)) return
    await deliverer.onChange?.({ payload, db: trx, status: 'dead', why: failure })
  })
}

/** The message may have been cancelled meanwhile, or another process may hold it now. */
function isStillWanted(settled: OutboxMessageRow | undefined): boolean {
  return settled !== undefined && settled.cancelled_at === null
}
