export type NetworkFault =
  | 'unreachable'
  | 'timed out'
  | 'rejected'
  /** Transient rejection (PS3.8 table 9-21). */
  | 'busy'
  | 'aborted'
  | 'closed'
  | 'protocol'
  | 'not accepted'
  | 'refused'

/** An exchange with a DICOM peer failed; the message is for logs. */
export class NetworkError extends Error {
  readonly fault: NetworkFault
  /** The reason of a rejection (PS3.8 table 9-21) or the status of a response (PS3.7 annex C). */
  readonly code: number | undefined

  constructor(fault: NetworkFault, detail: string, code?: number) {
    super(detail)
    this.name = 'NetworkError'
    this.fault = fault
    this.code = code
  }
}

/** The peer violates the protocol; the association is aborted with this reason. */
export class ProtocolError extends NetworkError {
  /** PS3.8 table 9-26, for aborts by the service provider. */
  readonly abortReason: number

  constructor(detail: string, abortReason: number = abortReasons.invalidParameter) {
    super('protocol', detail)
    this.abortReason = abortReason
  }
}

export const abortReasons = {
  notSpecified: 0,
  unrecognisedPdu: 1,
  unexpectedPdu: 2,
  unexpectedParameter: 5,
  invalidParameter: 6,
} as const
