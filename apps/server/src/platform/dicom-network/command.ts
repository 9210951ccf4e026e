import { commandAttributes } from '#dicom/dictionary/command'
import { writeCommandSet } from '#dicom/write-file'

import { ProtocolError } from './network-error.ts'

/** Command Field (PS3.7 annex E); responses have the highest bit set as well. */
export const commandFields = {
  store: 0x0001,
  get: 0x0010,
  find: 0x0020,
  move: 0x0021,
  echo: 0x0030,
  report: 0x0100,
  action: 0x0130,
  cancel: 0x0fff,
} as const
const responseBit = 0x8000

/** Status of a response (PS3.7 annex C, PS3.4 annexes B and C). */
export const statuses = {
  success: 0x0000,
  processingFailure: 0x0110,
  invalidArgument: 0x0115,
  classNotSupported: 0x0122,
  unrecognisedOperation: 0x0211,
  outOfResources: 0xa700,
  doesNotMatchClass: 0xa900,
  notUnderstood: 0xc000,
  notAuthorised: 0x0124,
  cancelled: 0xfe00,
} as const

/** More responses follow: FF00, or FF01 if optional keys were not supported. */
export function isPending(status: number): boolean {
  return status === 0xff00 || status === 0xff01
}

export function isWarning(status: number): boolean {
  return (status & 0xf000) === 0xb000 || status === 0x0001 || status === 0x0107
}

type Representations = typeof commandAttributes
type Keyword = Exclude<
  keyof Representations,
  'CommandGroupLength' | 'CommandDataSetType' | 'CommandField'
>

/** A command set (PS3.7 section 6.3) by the keywords of its elements. */
export type Command = {
  readonly CommandField: number
  readonly hasDataSet: boolean
} & {
  readonly [K in Keyword]?:
    | (Representations[K] extends `${string} US` ? number : string)
    | undefined
}

const elements = new Map(
  Object.entries(commandAttributes).map(([keyword, entry]) => {
    const [tag = '', vr = ''] = entry.split(' ')
    return [Number.parseInt(tag, 16), { keyword: keyword as Keyword, vr }]
  }),
)
const dataSetType = 0x0800
const noDataSet = 0x0101
const withDataSet = 0x0001

/** Longest command set that is read, in bytes. */
export const longestCommand: number = 16 * 1024

/** The response to a request: the same class and instance, and this status. */
export function responseTo(request: Command, status: number): Command {
  return {
    CommandField: request.CommandField | responseBit,
    hasDataSet: false,
    AffectedSOPClassUID: request.AffectedSOPClassUID ?? request.RequestedSOPClassUID,
    MessageIDBeingRespondedTo: request.MessageID ?? 0,
    Status: status,
    AffectedSOPInstanceUID: request.AffectedSOPInstanceUID ?? request.RequestedSOPInstanceUID,
    EventTypeID: request.EventTypeID,
  }
}

export function isResponse(command: Command): boolean {
  return (command.CommandField & responseBit) !== 0
}

/** The command set in implicit little endian, with its group length. */
export function encodeCommand({ hasDataSet, ...command }: Command): Uint8Array {
  return writeCommandSet({ ...command, CommandDataSetType: hasDataSet ? withDataSet : noDataSet })
}

/** @throws {ProtocolError} */
export function parseCommand(bytes: Buffer): Command {
  const values: Partial<Record<string, string | number>> = {}
  let hasDataSet: boolean | undefined
  for (const { number, value } of elementsOf(bytes)) {
    if (number === dataSetType) hasDataSet = readShort(value) !== noDataSet
    const element = elements.get(number)
    if (element === undefined) continue
    values[element.keyword] = readValue(value, element.vr)
  }
  if (typeof values['CommandField'] !== 'number' || hasDataSet === undefined) {
    throw new ProtocolError('a command lacks its field or its data set type')
  }
  return { ...(values as unknown as Command), hasDataSet }
}

function* elementsOf(bytes: Buffer): Generator<{ number: number; value: Buffer }> {
  let at = 0
  while (at < bytes.length) {
    if (at + 8 > bytes.length) throw new ProtocolError('a command element is cut off')
    const end = at + 8 + bytes.readUInt32LE(at + 4)
    if (bytes.readUInt16LE(at) !== 0) throw new ProtocolError('a command has a foreign element')
    if (end > bytes.length) throw new ProtocolError('a command element is cut off')
    yield { number: bytes.readUInt16LE(at + 2), value: bytes.subarray(at + 8, end) }
    at = end
  }
}

function readValue(value: Buffer, vr: string): number | string | undefined {
  if (vr === 'US') return readShort(value)
  const text = value.toString('latin1').replace(/[\0 ]+$/, '')
  if (vr !== 'UI') return vr === 'UL' || vr === 'AT' ? undefined : text.trimStart()
  if (text.length <= 64 && /^[\d.]*$/.test(text)) return text
  throw new ProtocolError('a UID in a command is malformed')
}

function readShort(value: Buffer): number {
  if (value.length !== 2) throw new ProtocolError('a number in a command is malformed')
  return value.readUInt16LE(0)
}
