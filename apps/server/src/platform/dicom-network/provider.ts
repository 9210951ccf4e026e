import { createServer, type Server, type Socket } from 'node:net'
import { createServer as createSecureServer } from 'node:tls'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'

import { associationLimits } from '#contract/pacs'
import { kindOf } from '#dicom/sop-class'

import { log } from '../log.ts'
import {
  Association,
  usualLimits,
  type AcceptedContext,
  type AssociationLimits,
} from './association.ts'
import {
  contextResults,
  encodeAccept,
  parseRequest,
  type AnsweredContext,
  type ProposedContext,
  type ReceivedRequest,
  type Role,
} from './association-pdu.ts'
import { answerTo as answerToMessage } from './answer.ts'
import type { TakeReport } from './commitment-report.ts'
import { Connection } from './connection.ts'
import { abortReasons, NetworkError, ProtocolError } from './network-error.ts'
import { encodeReject, pduTypes, type Rejection } from './pdu.ts'
import type { ArrivingObject, StoreSink } from './store-sink.ts'
import { applicationContext, sopClasses, storedSyntaxes, transferSyntaxes } from './uid.ts'

/** The peer that sends to us. */
export interface Sender {
  readonly aeTitle: string
  readonly address: string
}

export interface ProviderOptions {
  readonly host: string
  /** 0 for any free one. */
  readonly port: number
  /** The AE title by which peers must call us. */
  readonly aeTitle: string
  /** PEM texts; if set, only TLS is accepted. */
  readonly tls?: { readonly cert: string; readonly key: string }
  readonly limits?: Partial<ProviderLimits>
  /** How long a stop waits for open associations, in milliseconds; absent: it aborts them. */
  readonly drainMs?: number
  /** Whether this sender may send anything. */
  accepts(sender: Sender): Promise<boolean>
  /** Whether this title is an alias of ours. */
  isAlsoCalled?(aeTitle: string): Promise<boolean>
  store(object: ArrivingObject, sender: Sender): Promise<StoreSink>
  /** Told of each association that is rejected. */
  rejected?(reason: Rejection): void
  /** Takes an archive's storage commitment reports. */
  report?: TakeReport
}

export interface ProviderLimits extends AssociationLimits {
  /** Time allowed for the association request to arrive, in milliseconds. */
  readonly artimMs: number
  readonly associations: number
  readonly associationsOfAddress: number
}

const usualProviderLimits: ProviderLimits = {
  ...usualLimits,
  artimMs: 10_000,
  associations: associationLimits.most,
  associationsOfAddress: associationLimits.ofAddress,
}

export interface Provider extends AsyncDisposable {
  readonly port: number
}

/**
 * Provides C-ECHO and C-STORE (PS3.4 annexes A and B), and takes reports on storage commitment
 * (annex J) as its user, until it is disposed of.
 */
export async function startProvider(options: ProviderOptions): Promise<Provider> {
  const limits = { ...usualProviderLimits, ...options.limits }
  const open = new Set<Connection>()
  const take = (socket: Socket): void => {
    const connection = new Connection(socket)
    open.add(connection)
    socket.once('close', () => open.delete(connection))
    serve(connection, { ...options, limits, isCrowded: () => isCrowded(open, connection, limits) })
      .catch((error: unknown) => logFailure(error, connection.address))
      .finally(() => connection.allowInAll(lingerMs))
  }
  const server = options.tls
    ? createSecureServer({ ...options.tls, handshakeTimeout: limits.artimMs }, take)
    : createServer(take)
  // Associations above the limit are rejected with a reason; connections far above it are dropped unread.
  server.maxConnections = 2 * limits.associations
  await listen(server, options)
  server.on('error', (error) => log.error('DICOM receiver', error))
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : options.port,
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close')
      server.close()
      if (open.size > 0) await endWithin(options.drainMs ?? 0, closed)
      for (const connection of open) connection.abort()
      await closed
    },
  }
}

const lingerMs = 2000

async function endWithin(milliseconds: number, ended: Promise<unknown>): Promise<void> {
  const over = new AbortController()
  const late = sleep(milliseconds, undefined, { signal: over.signal }).catch(() => undefined)
  await Promise.race([ended, late])
  over.abort()
}

async function listen(server: Server, { host, port }: ProviderOptions): Promise<void> {
  server.listen(port, host)
  await once(server, 'listening')
}

function isCrowded(
  open: ReadonlySet<Connection>,
  { address }: Connection,
  limits: ProviderLimits,
): boolean {
  const ofAddress = [...open].filter((each) => each.address === address).length
  return open.size > limits.associations || ofAddress > limits.associationsOfAddress
}

type Serving = ProviderOptions & {
  readonly limits: ProviderLimits
  readonly isCrowded: () => boolean
}

async function serve(connection: Connection, options: Serving): Promise<void> {
  connection.allowInAll(options.limits.artimMs)
  const request = await readRequest(connection)
  const sender = { aeTitle: request.callingAeTitle, address: connection.address }
  const rejection = await rejectionOf(request, sender, options)
  if (rejection !== undefined) {
    options.rejected?.(rejection)
    log.warn('DICOM association rejected', { ...sender, called: request.calledAeTitle, rejection })
    connection.end(encodeReject(rejection))
    return
  }
  const answers = request.contexts.map((context) => answerTo(context, options))
  const accepted = answers.flatMap(({ accepted: context }) => context ?? [])
  const association = new Association(
    connection,
    { contexts: accepted, longestData: request.longestData },
    options.limits,
  )
  await connection.write([
    encodeAccept(request, {
      contexts: answers.map(({ answer }) => answer),
      roles: accepted.some(isCommitment) ? request.roles.flatMap(answeredRole) : [],
    }),
  ])
  const openStore = (object: ArrivingObject): Promise<StoreSink> => options.store(object, sender)
  for (;;) {
    const message = await association.receive(openStore)
    if (message === undefined) return
    const response = await answerToMessage(message, options.report)
    if (response !== undefined) await association.send(message.context, response)
  }
}

async function readRequest(connection: Connection): Promise<ReceivedRequest> {
  try {
    const { type, body } = await connection.readPdu()
    if (type === pduTypes.associateRequest) return parseRequest(body)
    throw new ProtocolError('no association was requested', abortReasons.unexpectedPdu)
  } catch (error) {
    if (error instanceof ProtocolError) connection.abort(error.abortReason)
    else connection.close()
    throw error
  }
}

async function rejectionOf(
  request: ReceivedRequest,
  sender: Sender,
  options: Serving,
): Promise<Rejection | undefined> {
  if (options.isCrowded()) return 'localLimit'
  if (!request.isVersionSupported) return 'versionNotSupported'
  if (request.applicationContext !== applicationContext) return 'contextNotSupported'
  if (!(await isCalled(request.calledAeTitle, options))) return 'calledNotRecognised'
  return (await options.accepts(sender)) ? undefined : 'callingNotRecognised'
}

async function isCalled(title: string, options: Serving): Promise<boolean> {
  return title === options.aeTitle || ((await options.isAlsoCalled?.(title)) ?? false)
}

function isCommitment({ abstractSyntax }: AcceptedContext): boolean {
  return abstractSyntax === sopClasses.storageCommitment
}

/** A peer that calls to report is the provider of storage commitment, and we are its user. */
function answeredRole({ sopClass, isProvider }: Role): Role[] {
  return sopClass === sopClasses.storageCommitment ? [{ sopClass, isUser: false, isProvider }] : []
}

/** Takes the first transfer syntax of the peer's list that we can store. */
function answerTo(
  context: ProposedContext,
  options: ProviderOptions,
): { answer: AnsweredContext; accepted?: AcceptedContext } {
  const { id, abstractSyntax } = context
  const refusal = { id, transferSyntax: transferSyntaxes.implicitLittleEndian }
  const taken = syntaxesOf(abstractSyntax, options)
  if (taken === undefined) {
    return { answer: { ...refusal, result: contextResults.classNotSupported } }
  }
  const transferSyntax = context.transferSyntaxes.find((uid) => taken.includes(uid))
  if (transferSyntax === undefined) {
    return { answer: { ...refusal, result: contextResults.syntaxNotSupported } }
  }
  return {
    answer: { id, result: contextResults.accepted, transferSyntax },
    accepted: { id, abstractSyntax, transferSyntax },
  }
}

function syntaxesOf(
  abstractSyntax: string,
  { report }: ProviderOptions,
): readonly string[] | undefined {
  const both = Object.values(transferSyntaxes)
  if (abstractSyntax === sopClasses.verification) return both
  if (abstractSyntax === sopClasses.storageCommitment) return report && both
  return kindOf(abstractSyntax) === undefined ? undefined : storedSyntaxes
}

/** Peers that disconnect or violate the protocol are not our errors. */
function logFailure(error: unknown, address: string): void {
  if (error instanceof NetworkError) {
    log.warn('DICOM association ended', { address, why: error.message })
  } else {
    log.error('DICOM receiver', error, { address })
  }
}
