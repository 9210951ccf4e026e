import { implementation } from '#dicom/write-file'

import { ProtocolError } from './network-error.ts'
import { encodePdu, longestData, pduTypes } from './pdu.ts'
import { applicationContext } from './uid.ts'

/** A requester's proposal under its own number, odd, 1 to 255 (PS3.8 section 9.3.2.2). */
export interface ProposedContext {
  readonly id: number
  readonly abstractSyntax: string
  readonly transferSyntaxes: readonly string[]
}

/** User and provider of a class, if the default roles are changed (PS3.7 D.3.3.4). */
export interface Role {
  readonly sopClass: string
  readonly isUser: boolean
  readonly isProvider: boolean
}

interface Parties {
  readonly calledAeTitle: string
  readonly callingAeTitle: string
}

export interface AssociationRequest extends Parties {
  readonly contexts: readonly ProposedContext[]
  readonly roles: readonly Role[]
}

/** A request as received, before it is checked whether it can be served. */
export interface ReceivedRequest extends AssociationRequest {
  readonly isVersionSupported: boolean
  readonly applicationContext: string
  /** Longest P-DATA unit that the peer accepts. */
  readonly longestData: number
}

/** Results of PS3.8 table 9-18. */
export const contextResults = { accepted: 0, classNotSupported: 3, syntaxNotSupported: 4 } as const

export interface AnsweredContext {
  readonly id: number
  readonly result: number
  /** Meaningless unless accepted. */
  readonly transferSyntax: string
}

export interface AssociationAnswer {
  readonly contexts: readonly AnsweredContext[]
  readonly roles: readonly Role[]
}

const items = {
  applicationContext: 0x10,
  proposedContext: 0x20,
  answeredContext: 0x21,
  abstractSyntax: 0x30,
  transferSyntax: 0x40,
  userInformation: 0x50,
  maximumLength: 0x51,
  implementationClass: 0x52,
  role: 0x54,
  implementationVersion: 0x55,
} as const

const mostContexts = 128
const fixedLength = 68
/** The limit for a peer that announces none. */
const unlimited = 0

export function encodeRequest(request: AssociationRequest): Buffer {
  const contexts = request.contexts.map(({ id, abstractSyntax, transferSyntaxes }) =>
    item(
      items.proposedContext,
      Buffer.from([id, 0, 0, 0]),
      item(items.abstractSyntax, Buffer.from(abstractSyntax)),
      ...transferSyntaxes.map((uid) => item(items.transferSyntax, Buffer.from(uid))),
    ),
  )
  return encodeAssociate(pduTypes.associateRequest, request, { contexts, roles: request.roles })
}

export function encodeAccept(parties: Parties, answer: AssociationAnswer): Buffer {
  const contexts = answer.contexts.map(({ id, result, transferSyntax }) =>
    item(
      items.answeredContext,
      Buffer.from([id, 0, result, 0]),
      item(items.transferSyntax, Buffer.from(transferSyntax)),
    ),
  )
  return encodeAssociate(pduTypes.associateAccept, parties, { contexts, roles: answer.roles })
}

function encodeAssociate(
  type: number,
  parties: Parties,
  { contexts, roles }: { contexts: readonly Buffer[]; roles: readonly Role[] },
): Buffer {
  const maximum = Buffer.alloc(4)
  maximum.writeUInt32BE(longestData)
  const body = [
    Buffer.from([0, 1, 0, 0]),
    aeTitle(parties.calledAeTitle),
    aeTitle(parties.callingAeTitle),
    Buffer.alloc(32),
    item(items.applicationContext, Buffer.from(applicationContext)),
    ...contexts,
    item(
      items.userInformation,
      item(items.maximumLength, maximum),
      item(items.implementationClass, Buffer.from(implementation.classUid)),
      ...roles.map(encodeRole),
      item(items.implementationVersion, Buffer.from(implementation.versionName)),
    ),
  ]
  return encodePdu(type, Buffer.concat(body))
}

function encodeRole({ sopClass, isUser, isProvider }: Role): Buffer {
  const uid = Buffer.from(sopClass)
  const length = Buffer.alloc(2)
  length.writeUInt16BE(uid.length)
  return item(items.role, length, uid, Buffer.from([Number(isUser), Number(isProvider)]))
}

function item(type: number, ...parts: readonly Buffer[]): Buffer {
  const header = Buffer.alloc(4)
  header.writeUInt8(type, 0)
  header.writeUInt16BE(
    parts.reduce((sum, part) => sum + part.length, 0),
    2,
  )
  return Buffer.concat([header, ...parts])
}

function aeTitle(title: string): Buffer {
  return Buffer.from(title.padEnd(16).slice(0, 16), 'latin1')
}

/** @throws {ProtocolError} */
export function parseRequest(body: Buffer): ReceivedRequest {
  const { contexts, ...rest } = parseAssociate(body, items.proposedContext)
  const ids = new Set(contexts.map(({ id }) => id))
  if (ids.size < contexts.length || contexts.some(({ id }) => id % 2 === 0)) {
    throw new ProtocolError('presentation contexts are not numbered apart by odd numbers')
  }
  return {
    ...rest,
    isVersionSupported: (body.readUInt16BE(0) & 1) === 1,
    contexts: contexts.map(({ id, abstractSyntax, syntaxes }) => {
      if (abstractSyntax === undefined || syntaxes.length === 0) {
        throw new ProtocolError('a presentation context lacks its syntaxes')
      }
      return { id, abstractSyntax, transferSyntaxes: syntaxes }
    }),
  }
}

/** @throws {ProtocolError} */
export function parseAccept(body: Buffer): AssociationAnswer & { readonly longestData: number } {
  const { contexts, roles, longestData: longest } = parseAssociate(body, items.answeredContext)
  return {
    roles,
    longestData: longest,
    contexts: contexts.map(({ id, result, syntaxes: [transferSyntax = ''] }) => ({
      id,
      result,
      transferSyntax,
    })),
  }
}

interface ParsedContext {
  readonly id: number
  readonly result: number
  readonly abstractSyntax: string | undefined
  readonly syntaxes: readonly string[]
}

function parseAssociate(body: Buffer, contextType: number) {
  if (body.length < fixedLength) throw new ProtocolError('the association unit is too short')
  const contexts: ParsedContext[] = []
  let context = ''
  let user: ReturnType<typeof parseUser> = { roles: [], longestData: unlimited }
  for (const { type, value } of itemsOf(body.subarray(fixedLength))) {
    if (type === items.applicationContext) context = uidOf(value)
    if (type === contextType) contexts.push(parseContext(value))
    if (type === items.userInformation) user = parseUser(value)
    if (contexts.length > mostContexts) throw new ProtocolError('too many presentation contexts')
  }
  return {
    calledAeTitle: body.toString('latin1', 4, 20).trim(),
    callingAeTitle: body.toString('latin1', 20, 36).trim(),
    applicationContext: context,
    contexts,
    ...user,
  }
}

function parseContext(value: Buffer): ParsedContext {
  if (value.length < 4) throw new ProtocolError('a presentation context is too short')
  let abstractSyntax: string | undefined
  const syntaxes: string[] = []
  for (const sub of itemsOf(value.subarray(4))) {
    if (sub.type === items.abstractSyntax) abstractSyntax = uidOf(sub.value)
    if (sub.type === items.transferSyntax) syntaxes.push(uidOf(sub.value))
  }
  return { id: value.readUInt8(0), result: value.readUInt8(2), abstractSyntax, syntaxes }
}

function parseUser(value: Buffer): { roles: Role[]; longestData: number } {
  const roles: Role[] = []
  let longest = unlimited
  for (const sub of itemsOf(value)) {
    if (sub.type === items.maximumLength && sub.value.length === 4) {
      longest = sub.value.readUInt32BE(0)
    }
    if (sub.type === items.role) roles.push(parseRole(sub.value))
  }
  return { roles, longestData: longest }
}

function parseRole(value: Buffer): Role {
  const length = value.length < 4 ? Infinity : value.readUInt16BE(0)
  if (length + 4 > value.length) throw new ProtocolError('a role selection is too short')
  return {
    sopClass: uidOf(value.subarray(2, 2 + length)),
    isUser: value.readUInt8(2 + length) === 1,
    isProvider: value.readUInt8(3 + length) === 1,
  }
}

function* itemsOf(bytes: Buffer): Generator<{ type: number; value: Buffer }> {
  let at = 0
  while (at < bytes.length) {
    if (at + 4 > bytes.length) throw new ProtocolError('an item of the association is cut off')
    const end = at + 4 + bytes.readUInt16BE(at + 2)
    if (end > bytes.length) throw new ProtocolError('an item is longer than what it stands in')
    yield { type: bytes.readUInt8(at), value: bytes.subarray(at + 4, end) }
    at = end
  }
}

function uidOf(value: Buffer): string {
  const uid = value.toString('latin1').replace(/[\0 ]+$/, '')
  if (uid.length > 64 || !/^[\d.]*$/.test(uid)) throw new ProtocolError('a UID is malformed')
  return uid
}
