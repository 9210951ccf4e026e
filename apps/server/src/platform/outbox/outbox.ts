import type { PoolConfig } from 'pg'
import type { z } from 'zod'

import type { Message } from '#contract/messages/message'

import type { Clock } from '../clock.ts'
import { inTransaction, type Db } from '../database/database.ts'
import { keepListening } from '../database/keep-listening.ts'
import type { Deliverer, OutboxMessageDefinition } from './definition.ts'
import { mostSeconds } from './deliver-message.ts'
import { keepDelivering } from './keep-delivering.ts'
import {
  cancelMessages,
  hastenMessage,
  hastenMessages,
  insertMessage,
  lockIdleMessage,
  reviveMessage,
  type OutboxMessageReference,
  type OutboxMessageRow,
} from './outbox-messages.ts'

/** Used by the trigger of migration 0052. */
const channel = 'fovea_outbox'

interface Outgoing<P extends z.ZodType> {
  readonly definition: OutboxMessageDefinition<P>
  /**
   * The receiver recognises duplicates by it. A second message of the same kind and key is not
   * posted.
   */
  readonly key: string
  /** Messages of a kind with the same order key are delivered one after another. */
  readonly orderKey: string
  /** The image that it is about, shown to people; null if there is none. */
  readonly imageId: number | null
  readonly payload: z.input<P>
  /** Not tried before this time. */
  readonly notBefore?: Date
}

/**
 * Messages to other systems, written in the same transaction as the change they report, and delivered at
 * least once: retried for a day after a failure, then dead until someone requeues them. Any number of server
 * processes may deliver.
 */
export interface Outbox extends AsyncDisposable {
  /** Registers the kinds of messages to deliver. */
  define(deliverers: readonly Deliverer[]): void
  /** Due when the transaction commits, unless later; false if it was posted before. */
  post<P extends z.ZodType>(db: Db, outgoing: Outgoing<P>): Promise<boolean>
  /**
   * Requeues a message that was given up or is outdated, or optionally one that was delivered; undefined if
   * there is none.
   */
  requeue(
    db: Db,
    reference: OutboxMessageReference,
    options?: { readonly evenDelivered: boolean },
  ): Promise<OutboxMessageRow | undefined>
  /**
   * Retries at once a message that waits, was given up or is outdated; undefined if there is none.
   */
  tryNow(db: Db, id: number): Promise<OutboxMessageRow | undefined>
  /** Whether a message waits and is not being delivered; no try starts before the transaction ends. */
  isIdle(db: Db, reference: { readonly kind: string; readonly key: string }): Promise<boolean>
  /** Makes messages that wait for a retry due now. */
  hasten(db: Db, kind: string, keys: readonly string[]): Promise<void>
  /**
   * Cancels undelivered messages of these kinds about an image.
   * @returns those that the receiver may have received
   */
  cancel(db: Db, kinds: readonly string[], imageId: number): Promise<OutboxMessageRow[]>
  /** Like {@link cancel}, for messages of a kind by their keys. */
  cancelByKeys(db: Db, kind: string, keys: readonly string[]): Promise<OutboxMessageRow[]>
  /** Like {@link cancel}, for all messages of a kind with an order key. */
  cancelByOrder(db: Db, kind: string, orderKey: string): Promise<OutboxMessageRow[]>
  /** Cancels refused messages of these kinds about an image, because a newer one has arrived. */
  cancelRefused(db: Db, kinds: readonly string[], imageId: number): Promise<void>
  /** Display name of this kind of outbox message. */
  titleOf(kind: string): Message | undefined
  /** Starts delivering in this process. */
  work(): void
}

export function openOutbox(options: { connection: PoolConfig; db: Db; clock: Clock }): Outbox {
  const { connection, db, clock } = options
  const defined = new Map<string, Deliverer>()
  const working: AsyncDisposable[] = []
  const givesUpAt = (): Date => new Date(clock().getTime() + mostSeconds * 1000)

  function requeue(
    trx: Db,
    reference: OutboxMessageReference,
    { evenDelivered } = { evenDelivered: false },
  ): Promise<OutboxMessageRow | undefined> {
    return inTransaction(trx, async (both) => {
      const times = { at: clock(), givesUpAt: givesUpAt() }
      const row = await reviveMessage(both, reference, { ...times, evenDelivered })
      if (row === undefined) return undefined
      const { payload } = row
      await defined.get(row.kind)?.onChange?.({ payload, db: both, status: 'requeued' })
      return row
    })
  }

  return {
    define(deliverers) {
      for (const each of deliverers) {
        const { name } = each.definition
        if (defined.has(name))
          throw new Error(`Two kinds of outbox messages have the name ${name}.`)
        defined.set(name, each)
      }
    },

    post(trx, { definition, payload, ...outgoing }) {
      return inTransaction(trx, (both) =>
        insertMessage(both, {
          ...outgoing,
          kind: definition.name,
          payload: definition.payload.parse(payload),
          at: clock(),
          givesUpAt: givesUpAt(),
        }),
      )
    },

    requeue,

    async tryNow(trx, id) {
      return (await hastenMessage(trx, id, clock())) ?? (await requeue(trx, { id }))
    },

    isIdle: lockIdleMessage,

    hasten: (trx, kind, keys) => hastenMessages(trx, { kind, keys, at: clock() }),

    cancel: (trx, kinds, imageId) => cancelMessages(trx, { kinds, imageId, at: clock() }),

    cancelByKeys: (trx, kind, keys) => cancelMessages(trx, { kinds: [kind], keys, at: clock() }),

    cancelByOrder: (trx, kind, orderKey) =>
      cancelMessages(trx, { kinds: [kind], orderKey, at: clock() }),

    async cancelRefused(trx, kinds, imageId) {
      await cancelMessages(trx, { kinds, imageId, at: clock(), onlyRefused: true })
    },

    titleOf: (kind) => defined.get(kind)?.definition.title,

    work() {
      const workers = new Map(
        [...defined].map(([kind, each]) => [kind, keepDelivering({ db, clock }, each)]),
      )
      const listening = keepListening(connection, {
        channel,
        onNotification: (kind) => workers.get(kind)?.wake(),
        onListening: () => workers.forEach((worker) => worker.wake()),
      })
      working.push(listening, ...workers.values())
    },

    async [Symbol.asyncDispose]() {
      await Promise.all(working.map((each) => each[Symbol.asyncDispose]()))
    },
  }
}
