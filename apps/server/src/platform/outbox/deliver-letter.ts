import { message, type Message } from '#contract/messages/message'

import type { Clock } from '../clock.ts'
import type { Db } from '../database/database.ts'
import { log } from '../log.ts'
import { DeliveryError, type Deliverer } from './definition.ts'
import { holdLease } from './hold-lease.ts'
import { settleLetter } from './leases.ts'
import type { LetterRow } from './letters.ts'
import { pauseAfter } from './pause.ts'

/** After this time a failure is permanent. */
export const mostSeconds = 24 * 3600

interface Post {
  readonly db: Db
  readonly clock: Clock
  readonly deliverer: Deliverer
  /** Aborted when the server stops. */
  readonly stopped: AbortSignal
}

/** Makes one try and records the outcome. Never throws: an outcome that was not recorded is retried. */
export async function deliverLetter(post: Post, letter: LetterRow): Promise<void> {
  using lease = holdLease(post.db, letter)
  try {
    const failure = await tryLetter(post, letter, lease.lost)
    if (failure === undefined) await keepDelivered(post, letter)
    else await keepFailure(post, letter, failure)
  } catch (error) {
    log.error('keeping what came of a letter', error, { letter: letter.id })
  }
}

interface Failure {
  readonly told: Message
  readonly isFinal: boolean
  readonly afterSeconds: number
}

async function tryLetter(
  post: Post,
  letter: LetterRow,
  lost: AbortSignal,
): Promise<Failure | undefined> {
  const { definition, deliver } = post.deliverer
  const late = AbortSignal.timeout(definition.seconds * 1000)
  const signal = AbortSignal.any([post.stopped, lost, late])
  try {
    signal.throwIfAborted()
    const payload = definition.payload.parse(letter.payload)
    await within(signal, deliver(payload, { key: letter.key, signal }))
    return undefined
  } catch (error) {
    if (error instanceof DeliveryError) return error
    const passing = { isFinal: false, afterSeconds: 0 }
    if (signal.aborted) return { ...passing, told: message('outbox.late') }
    log.error('letter not delivered', error, { letter: letter.id })
    return { ...passing, told: message('outbox.unexpected', { letter: letter.id }) }
  }
}

/** Also ends the wait for work that ignores the signal. */
function within(signal: AbortSignal, work: Promise<void>): Promise<void> {
  const { promise, reject } = Promise.withResolvers<never>()
  signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  return Promise.race([work, promise])
}

function keepDelivered({ db, clock, deliverer }: Post, letter: LetterRow): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const settled = await settleLetter(trx, letter, { delivered_at: clock(), failure: null })
    if (settled === undefined) return
    await deliverer.onChange?.({ payload: letter.payload, db: trx, status: 'delivered' })
  })
}

function keepFailure(
  { db, clock, deliverer, stopped }: Post,
  letter: LetterRow,
  { told: failure, isFinal, afterSeconds }: Failure,
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const at = clock()
    const { payload } = letter
    if (stopped.aborted) {
      await settleLetter(trx, letter, { due_at: at, failure: letter.failure })
      return
    }
    if (!isFinal && at < letter.gives_up_at) {
      const pauseMs = Math.max(pauseAfter(letter.tries - 1), afterSeconds * 1000)
      const dueAt = new Date(at.getTime() + pauseMs)
      const settled = await settleLetter(trx, letter, { due_at: dueAt, failure })
      if (!isStillWanted(settled)) return
      await deliverer.onChange?.({ payload, db: trx, status: 'postponed', why: failure })
      return
    }
    const settled = await settleLetter(trx, letter, { dead_at: at, failure })
    if (!isStillWanted(settled)) return
    await deliverer.onChange?.({ payload, db: trx, status: 'dead', why: failure })
  })
}

/** The message may have been cancelled meanwhile, or another process may hold it now. */
function isStillWanted(settled: LetterRow | undefined): boolean {
  return settled !== undefined && settled.cancelled_at === null
}
