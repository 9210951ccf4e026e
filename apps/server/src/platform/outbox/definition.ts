import type { z } from 'zod'

import { english, type Message } from '#contract/messages/message'

import type { Db } from '../database/database.ts'

/** A kind of letter to another system, apart from the code that delivers it. */
export interface LetterDefinition<P extends z.ZodType = z.ZodType> {
  readonly name: string
  /** What administrators read where one cannot be delivered. */
  readonly title: Message
  readonly payload: P
  /** The longest that one try may take. */
  readonly seconds: number
  /** How many are delivered at a time by one process. */
  readonly concurrency: number
}

export function defineLetter<P extends z.ZodType>(
  definition: LetterDefinition<P>,
): LetterDefinition<P> {
  return definition
}

/** One try. */
export interface Delivery {
  /** The same at every try: by it the receiver must know what it has already. */
  readonly key: string
  /** Aborted when the try takes too long, another may have the letter, or the server stops. */
  readonly signal: AbortSignal
}

/** A letter that is acknowledged, to be tried again, given up, or taken up again; in the transaction of the change. */
export type LetterChange<P = unknown> = { readonly payload: P; readonly db: Db } & (
  | { readonly status: 'delivered' | 'requeued' }
  | { readonly status: 'postponed' | 'dead'; readonly why: Message }
)

export interface Deliverer {
  readonly definition: LetterDefinition
  readonly deliver: (payload: unknown, delivery: Delivery) => Promise<void>
  readonly onChange: ((change: LetterChange) => Promise<void>) | undefined
}

/**
 * @param deliver resolves when the receiver has acknowledged. It may be called again for a letter
 *   that the receiver has, but never for two letters of one order key at a time.
 */
export function deliverer<P extends z.ZodType>(
  definition: LetterDefinition<P>,
  deliver: (payload: z.output<P>, delivery: Delivery) => Promise<void>,
  onChange?: (change: LetterChange<z.output<P>>) => Promise<void>,
): Deliverer {
  return { definition, deliver, onChange } as Deliverer
}

/** A foreseen failure: told, and tried again unless the receiver's answer was its last word. */
export class DeliveryError extends Error {
  readonly told: Message
  readonly isFinal: boolean
  /** When the receiver wants to be asked again, in seconds. */
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
