import { english, type Message } from '#contract/messages/message'

import type { Report } from './report.ts'

export interface OrderQuery {
  readonly patientId: string
  /** YYYY-MM-DD; empty: any day. */
  readonly studyDate: string
}

/** A physician's order. */
export interface Order {
  readonly patientId: string
  /** Order number. */
  readonly ordSeq: string
  /** The ordering department. */
  readonly department: string
  /** YYYY-MM-DD; empty if the order system does not state it. */
  readonly date: string
}

interface Waiting {
  /** Aborted when it takes too long. */
  readonly signal: AbortSignal
}

/** An order system. Every call may fail with a MicsError, whose message explains the reason. */
export interface MicsAdapter {
  ping(waiting: Waiting): Promise<void>
  findOrders(query: OrderQuery, waiting: Waiting): Promise<readonly Order[]>
  /**
   * Resolves when the receiver has acknowledged. Idempotent: repeated or out-of-order sends lead to
   * the same state as one send in order.
   * @param rehearsal rolls it back, if the system can
   */
  writeResult(report: Report, waiting: Waiting & { rehearsal?: boolean }): Promise<void>
  close(): Promise<void>
}

/** A failure of an order system, without its address and statements. */
export class MicsError extends Error {
  readonly told: Message
  /** A retry would not help. */
  readonly isFinal: boolean

  constructor(
    told: Message,
    { isFinal = false, cause }: { isFinal?: boolean; cause?: unknown } = {},
  ) {
    super(english(told), { cause })
    this.name = 'MicsError'
    this.told = told
    this.isFinal = isFinal
  }
}
