/** Types of protocol data units (PS3.8 section 9.3). */
export const pduTypes = {
  associateRequest: 1,
  associateAccept: 2,
  associateReject: 3,
  data: 4,
  releaseRequest: 5,
  releaseResponse: 6,
  abort: 7,
} as const

export interface PduHeader {
  readonly type: number
  /** Length of the body, in bytes. */
  readonly length: number
}

export interface Pdu {
  readonly type: number
  readonly body: Buffer
}

/** Longest P-DATA unit that we announce, accept and send. */
export const longestData: number = 128 * 1024
const longestAssociate = 256 * 1024
const longestOther = 64

/** Maximum length of a unit of this type; undefined if the type is unknown. */
export function longestPdu(type: number): number | undefined {
  if (type === pduTypes.data) return longestData
  if (type === pduTypes.associateRequest || type === pduTypes.associateAccept)
    return longestAssociate
  return type >= pduTypes.associateReject && type <= pduTypes.abort ? longestOther : undefined
}

export function encodePdu(type: number, body: Uint8Array): Buffer {
  const header = Buffer.alloc(6)
  header.writeUInt8(type, 0)
  header.writeUInt32BE(body.length, 2)
  return Buffer.concat([header, body])
}

export const releaseRequest: Buffer = encodePdu(pduTypes.releaseRequest, Buffer.alloc(4))
export const releaseResponse: Buffer = encodePdu(pduTypes.releaseResponse, Buffer.alloc(4))

/** An abort by the service provider, for a reason of PS3.8 table 9-26, or by the user for none. */
export function encodeAbort(reason?: number): Buffer {
  const source = reason === undefined ? 0 : 2
  return encodePdu(pduTypes.abort, Buffer.from([0, 0, source, reason ?? 0]))
}

/** Why an association is rejected (PS3.8 table 9-21): result, source, reason. */
const rejections = {
  contextNotSupported: [1, 1, 2],
  callingNotRecognised: [1, 1, 3],
  calledNotRecognised: [1, 1, 7],
  versionNotSupported: [1, 2, 2],
  localLimit: [2, 3, 2],
} as const
export type Rejection = keyof typeof rejections

export function encodeReject(rejection: Rejection): Buffer {
  return encodePdu(pduTypes.associateReject, Buffer.from([0, ...rejections[rejection]]))
}

/** One presentation data value of a P-DATA unit (PS3.8 annex E), or a piece of it. */
export interface DataValue {
  readonly contextId: number
  readonly isCommand: boolean
  readonly isLast: boolean
  readonly bytes: Buffer
}

/** The header of a P-DATA unit with one value of `length` bytes, which follow it. */
export function dataHeader(value: Omit<DataValue, 'bytes'>, length: number): Buffer {
  const header = Buffer.alloc(12)
  header.writeUInt8(pduTypes.data, 0)
  header.writeUInt32BE(length + 6, 2)
  header.writeUInt32BE(length + 2, 6)
  header.writeUInt8(value.contextId, 10)
  header.writeUInt8((value.isCommand ? 1 : 0) | (value.isLast ? 2 : 0), 11)
  return header
}
