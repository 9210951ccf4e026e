import { setTimeout as sleep } from 'node:timers/promises'

import type { Clock } from '../clock.ts'
import type { Db } from '../database/database.ts'
import { log } from '../log.ts'
import type { Deliverer } from './definition.ts'
import { deliverMessage } from './deliver-message.ts'
import { leaseMessage, secondsToNext } from './leases.ts'
import type { OutboxMessageRow } from './outbox-messages.ts'

/** Maximum time between two looks for messages, in case a notification was lost. */
const safetySeconds = 30
/** Delay if a message is locked at the moment, or the database cannot be reached. */
const retrySeconds = 1
/**
 * Interval of the timer, because none notices that the clock is set or the machine was suspended.
 */
const clockMs = 500
/** Time for deliveries in progress to end when the server stops. */
const graceMs = 5000

interface Worker extends AsyncDisposable {
  /** Looks for messages at once: one of this kind may have become due. */
  wake(): void
}

/** Delivers the messages of one kind as they become due, until disposed of. */
export function keepDelivering(
  { db, clock }: { db: Db; clock: Clock },
  deliverer: Deliverer,
): Worker {
  const { name, concurrency } = deliverer.definition
  const stopping = new AbortController()
  const aborting = new AbortController()
  const running = new Set<Promise<void>>()
  let woken = Promise.withResolvers<void>()
  let nextLook = 0

  async function work(): Promise<void> {
    while (!stopping.signal.aborted) {
      woken = Promise.withResolvers()
      if (running.size === concurrency) await Promise.race(running)
      const row = await take()
      if (row === undefined) await nextEvent()
      else begin(row)
    }
    await Promise.all(running)
  }

  /** Leases a message; if there is none, sets the time of the next look. */
  async function take(): Promise<OutboxMessageRow | undefined> {
    const at = clock()
    let seconds = retrySeconds
    try {
      const row = await leaseMessage(db, name, at)
      if (row !== undefined) return row
      seconds = Math.max(retrySeconds, await secondsToNext(db, name, at))
    } catch (error) {
      log.error('looking for outbox messages', error, { kind: name })
    }
    nextLook = at.getTime() + Math.min(seconds, safetySeconds) * 1000
    return undefined
  }

  function begin(row: OutboxMessageRow): void {
    const post = { db, clock, deliverer, stopped: aborting.signal }
    const delivering = deliverMessage(post, row).finally(() => running.delete(delivering))
    running.add(delivering)
  }

  /** Resolves when a delivery ends, the outbox changes, or the next look is due. */
  async function nextEvent(): Promise<void> {
    const over = new AbortController()
    await Promise.race([woken.promise, untilNextLook(over.signal), ...running])
    over.abort()
  }

  async function untilNextLook(over: AbortSignal): Promise<void> {
    while (!over.aborted && clock().getTime() < nextLook) {
      const left = nextLook - clock().getTime()
      await sleep(Math.min(left, clockMs), undefined, { signal: over }).catch(() => undefined)
    }
  }

  const working = work()
  return {
    wake: () => woken.resolve(),
    async [Symbol.asyncDispose]() {
      stopping.abort()
      woken.resolve()
      const giveUp = setTimeout(() => aborting.abort(), graceMs)
      await working
      clearTimeout(giveUp)
    },
  }
}
