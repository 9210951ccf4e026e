import type { PoolConfig } from 'pg'
import type { z } from 'zod'

import type { Message } from '#contract/messages/message'

import type { Clock } from '../clock.ts'
import { inTransaction, type Db } from '../database/database.ts'
import { keepListening } from '../database/keep-listening.ts'
import type { Deliverer, LetterDefinition } from './definition.ts'
import { mostSeconds } from './deliver-letter.ts'
import { keepDelivering } from './keep-delivering.ts'
import {
  cancelLetters,
  hastenLetter,
  hastenLetters,
  insertLetter,
  lockIdleLetter,
  reviveLetter,
  type LetterReference,
  type LetterRow,
} from './letters.ts'

/** Named by the trigger of migration 0052. */
const channel = 'fovea_outbox'

interface Letter<P extends z.ZodType> {
  readonly definition: LetterDefinition<P>
  /** By which the receiver knows it again; a second one of the same kind and key is not posted. */
  readonly key: string
  /** Of a kind, letters with the same order key go one after the other. */
  readonly orderKey: string
  /** The image that it is about, by which people know it; null where it is about none. */
  readonly imageId: number | null
  readonly payload: z.input<P>
}

/**
 * Letters to other systems, written in the same transaction as what they tell of, and delivered at
 * least once: after a failure again, for a day, then they are dead until somebody requeues them.
 * Any number of server processes may deliver.
 */
export interface Outbox extends AsyncDisposable {
  /** Makes the kinds of letters known that are delivered. */
  define(deliverers: readonly Deliverer[]): void
  /** Due when the transaction commits; false where it was posted before. */
  post<P extends z.ZodType>(db: Db, letter: Letter<P>): Promise<boolean>
  /** Takes up a letter that was given up or is outdated, or also one that was delivered; undefined: there is none. */
  requeue(
    db: Db,
    letter: LetterReference,
    options?: { readonly evenDelivered: boolean },
  ): Promise<LetterRow | undefined>
  /** Tries a letter at once that waits, was given up or is outdated; undefined if there is none. */
  tryNow(db: Db, id: number): Promise<LetterRow | undefined>
  /** Whether a letter waits and nobody is at it; no try of it begins before the transaction ends. */
  isIdle(db: Db, letter: { readonly kind: string; readonly key: string }): Promise<boolean>
  /** Makes letters due that wait to be tried again. */
  hasten(db: Db, kind: string, keys: readonly string[]): Promise<void>
  /**
   * Gives up what has not been delivered of these kinds about an image.
   * @returns what the receiver may have got
   */
  cancel(db: Db, kinds: readonly string[], imageId: number): Promise<LetterRow[]>
  /** The same of letters of a kind by their keys. */
  cancelByKeys(db: Db, kind: string, keys: readonly string[]): Promise<LetterRow[]>
  /** Gives up what was refused of these kinds about an image, because a newer one has arrived. */
  cancelRefused(db: Db, kinds: readonly string[], imageId: number): Promise<void>
  /** Display name of this kind of outbox message. */
  titleOf(kind: string): Message | undefined
  /** Delivers from now on, in this process. */
  work(): void
}

export function openOutbox(options: { connection: PoolConfig; db: Db; clock: Clock }): Outbox {
  const { connection, db, clock } = options
  const defined = new Map<string, Deliverer>()
  const working: AsyncDisposable[] = []
  const givesUpAt = (): Date => new Date(clock().getTime() + mostSeconds * 1000)

  function requeue(
    trx: Db,
    reference: LetterReference,
    { evenDelivered } = { evenDelivered: false },
  ): Promise<LetterRow | undefined> {
    return inTransaction(trx, async (both) => {
      const times = { at: clock(), givesUpAt: givesUpAt() }
      const letter = await reviveLetter(both, reference, { ...times, evenDelivered })
      if (letter === undefined) return undefined
      const { payload } = letter
      await defined.get(letter.kind)?.onChange?.({ payload, db: both, status: 'requeued' })
      return letter
    })
  }

  return {
    define(deliverers) {
      for (const each of deliverers) {
        const { name } = each.definition
        if (defined.has(name)) throw new Error(`Two kinds of letters have the name ${name}.`)
        defined.set(name, each)
      }
    },

    post(trx, { definition, payload, ...letter }) {
      return inTransaction(trx, (both) =>
        insertLetter(both, {
          ...letter,
          kind: definition.name,
          payload: definition.payload.parse(payload),
          at: clock(),
          givesUpAt: givesUpAt(),
        }),
      )
    },

    requeue,

    async tryNow(trx, id) {
      return (await hastenLetter(trx, id, clock())) ?? (await requeue(trx, { id }))
    },

    isIdle: lockIdleLetter,

    hasten: (trx, kind, keys) => hastenLetters(trx, { kind, keys, at: clock() }),

    cancel: (trx, kinds, imageId) => cancelLetters(trx, { kinds, imageId, at: clock() }),

    cancelByKeys: (trx, kind, keys) => cancelLetters(trx, { kinds: [kind], keys, at: clock() }),

    async cancelRefused(trx, kinds, imageId) {
      await cancelLetters(trx, { kinds, imageId, at: clock(), onlyRefused: true })
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
