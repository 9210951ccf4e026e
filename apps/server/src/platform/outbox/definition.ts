import type { z } from 'zod'

import { english, type Message } from '#contract/messages/message'

import type { Db } from '../database/database.ts'

/** A kind of outbox message, without the code that delivers it. */
export interface OutboxMessageDefinition<P extends z.ZodType = z.ZodType> {
  readonly name: string
  /** Shown to administrators if a message cannot be delivered. */
  readonly title: Message
  readonly payload: P
  /** Time limit of one try. */
  readonly seconds: number
  /** How many one process delivers at a time. */
  readonly concurrency: number
}

export function defineOutboxMessage<P extends z.ZodType>(
  definition: OutboxMessageDefinition<P>,
): OutboxMessageDefinition<P> {
  return definition
}

/** One try to deliver a message. */
export interface Delivery {
  /** Idempotency key: the same at every try, so that the receiver recognises duplicates. */
  readonly key: string
  /** Aborted when the try times out, another process may hold the message, or the server stops. */
  readonly signal: AbortSignal
}

/**
 * An outbox message that was delivered, postponed, given up, or requeued; passed in the transaction
 * of the change.
 */
export type OutboxMessageChange<P = unknown> = { readonly payload: P; readonly db: Db } & (
  | { readonly status: 'delivered' | 'requeued' }
  | { readonly status: 'postponed' | 'dead'; readonly why: Message }
)

export interface Deliverer {
  readonly definition: OutboxMessageDefinition
  readonly deliver: (payload: unknown, delivery: Delivery) => Promise<void>
  readonly onChange: ((change: OutboxMessageChange) => Promise<void>) | undefined
}

/**
 * @param deliver resolves when the receiver has acknowledged. It may be called again for a message
 * that the receiver has, but never for two messages of one order key at once.
 */
export function deliverer<P extends z.ZodType>(
  definition: OutboxMessageDefinition<P>,
  deliver: (payload: z.output<P>, delivery: Delivery) => Promise<void>,
  onChange?: (change: OutboxMessageChange<z.output<P>>) => Promise<void>,
): Deliverer {
  return { definition, deliver, onChange } as Deliverer
}

/** A foreseen failure: recorded, and retried unless the receiver rejected the message permanently. */
export class DeliveryError extends Error {
  readonly told: Message
  readonly isFinal: boolean
  /** Delay before the next try that the receiver requests, in seconds. */
  readonly afterSeconds: number

  constructor(
    told: Message,
    { isFinal = false, afterSeconds = 0 }: { isFinal?: boolean; afterSeconds?: number } = {},
  ) {
    super(english(told))
    this.name = 'DeliveryError'
    this.told = told
    this.isFinal = isFinal
    this.afterSeconds = afterSeconds
  }
}
