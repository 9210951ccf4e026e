import { english, message, type Message } from '#contract/messages/message'

export type OutboundFault =
  | 'not allowed'
  | 'busy'
  | 'unreachable'
  | 'not trusted'
  | 'timed out'
  | 'refused'
  | 'too large'

/** A request to another host failed; its message may be shown to users. */
export class OutboundError extends Error {
  readonly fault: OutboundFault
  readonly told: Message
  /** The host's response, if it refused. */
  readonly answer: Refusal | undefined

  constructor(fault: OutboundFault, told: Message, cause?: unknown, answer?: Refusal) {
    super(english(told), { cause })
    this.name = 'OutboundError'
    this.fault = fault
    this.told = told
    this.answer = answer
  }
}

interface Refusal {
  readonly status: number
  /** Requested delay before the next try (Retry-After); 0 if none is given. */
  readonly afterSeconds: number
}

export function untrusted(host: string, cause: unknown): OutboundError {
  return new OutboundError('not trusted', message('outbound.notTrusted', { host }), cause)
}
