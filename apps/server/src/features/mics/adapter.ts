import { english, type Message } from '#contract/messages/message'

import type { Report } from './report.ts'

export interface OrderQuery {
  readonly patientId: string
  /** YYYY-MM-DD; empty: any day. */
  readonly studyDate: string
}

/** What a physician has ordered. */
export interface Order {
  readonly patientId: string
  /** The number of the order. */
  readonly ordSeq: string
  /** The department that ordered. */
  readonly department: string
  /** YYYY-MM-DD; empty where the order system does not say. */
  readonly date: string
}

interface Waiting {
  /** Aborted when it takes too long. */
  readonly signal: AbortSignal
}

/** An order system. Every call may fail with a MicsError, which says why to people. */
export interface MicsAdapter {
  ping(waiting: Waiting): Promise<void>
  findOrders(query: OrderQuery, waiting: Waiting): Promise<readonly Order[]>
  /**
   * Resolves when the receiver has acknowledged. Sent twice, or before an older version, it leaves
   * what sending it once and in order would.
   * @param rehearsal undoes it, where the system can
   */
  writeResult(report: Report, waiting: Waiting & { rehearsal?: boolean }): Promise<void>
  close(): Promise<void>
}

/** What an order system did not do, told without its address and its statements. */
export class MicsError extends Error {
  readonly told: Message
  /** Asking again would not help. */
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
