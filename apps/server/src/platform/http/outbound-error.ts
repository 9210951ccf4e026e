import { english, message, type Message } from '#contract/messages/message'

export type OutboundFault =
  | 'not allowed'
  | 'busy'
  | 'unreachable'
  | 'not trusted'
  | 'timed out'
  | 'refused'
  | 'too large'

/** Why a call of ours to another host came to nothing; what is told may be shown to users. */
export class OutboundError extends Error {
  readonly fault: OutboundFault
  readonly told: Message
  /** What the host answered, where it refused. */
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
  /** When it wants to be asked again; 0 where it does not say. */
  readonly afterSeconds: number
}

export function untrusted(host: string, cause: unknown): OutboundError {
  return new OutboundError('not trusted', message('outbound.notTrusted', { host }), cause)
}
