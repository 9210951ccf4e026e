import type { Socket } from 'node:net'

import {
  Association,
  usualLimits,
  type AcceptedContext,
  type AssociationLimits,
  type Message,
} from './association.ts'
import {
  contextResults,
  encodeRequest,
  parseAccept,
  type ProposedContext,
  type Role,
} from './association-pdu.ts'
import { answerTo } from './answer.ts'
import { commandFields, isPending, isResponse, statuses, type Command } from './command.ts'
import type { TakeReport } from './commitment-report.ts'
import { Connection } from './connection.ts'
import { abortReasons, NetworkError, ProtocolError } from './network-error.ts'
import { pduTypes, releaseRequest, releaseResponse } from './pdu.ts'
import type { OpenStore } from './store-sink.ts'
import { sopClasses, transferSyntaxes } from './uid.ts'

/** Another application entity and how to reach it. */
export interface Peer {
  readonly callingAeTitle: string
  readonly calledAeTitle: string
  connect(): Promise<Socket>
}

export interface Proposal {
  readonly abstractSyntax: string
  readonly transferSyntaxes: readonly string[]
  /** True if we are the provider of the class, as of storage during a C-GET. */
  readonly isProvider?: boolean
}

/** Presentation contexts have odd numbers up to 255. */
const mostProposals = 128

/** An association that we requested. */
export interface UserAssociation extends AsyncDisposable {
  readonly association: Association
  /** The context that the peer accepted for this class, and for the syntax if one is named. */
  contextOf(abstractSyntax: string, transferSyntax?: string): AcceptedContext
  nextMessageId(): number
  /** Releases the association; if not called before disposal, the association is aborted. */
  release(): Promise<void>
}

/** @throws {NetworkError} if the peer cannot be reached or rejects the association */
export async function associate(
  peer: Peer,
  proposals: readonly Proposal[],
  limits: AssociationLimits = usualLimits,
): Promise<UserAssociation> {
  const contexts = proposals.slice(0, mostProposals).map((proposal, index) => ({
    id: 2 * index + 1,
    abstractSyntax: proposal.abstractSyntax,
    transferSyntaxes: proposal.transferSyntaxes,
  }))
  const connection = new Connection(await peer.connect())
  connection.allowInAll(limits.idleMs)
  try {
    await connection.write([encodeRequest({ ...peer, contexts, roles: rolesOf(proposals) })])
    const agreed = await readAnswer(connection, contexts)
    return userAssociation(new Association(connection, agreed, limits))
  } catch (error) {
    if (error instanceof ProtocolError) connection.abort(error.abortReason)
    else connection.close()
    throw error
  }
}

function rolesOf(proposals: readonly Proposal[]): Role[] {
  const provided = proposals.filter(({ isProvider }) => isProvider)
  const classes = new Set(provided.map(({ abstractSyntax }) => abstractSyntax))
  return [...classes].map((sopClass) => ({ sopClass, isUser: false, isProvider: true }))
}

/** A result of PS3.8 table 9-21. */
const rejectedTransient = 2

async function readAnswer(
  connection: Connection,
  proposed: readonly ProposedContext[],
): Promise<{ contexts: AcceptedContext[]; longestData: number }> {
  const { type, body } = await connection.readPdu()
  if (type === pduTypes.associateReject) {
    const [, result, , reason] = body
    const fault = result === rejectedTransient ? 'busy' : 'rejected'
    throw new NetworkError(fault, `the association was rejected for reason ${reason}`, reason)
  }
  if (type !== pduTypes.associateAccept) {
    throw new ProtocolError(`unit ${type} answers a request`, abortReasons.unexpectedPdu)
  }
  const answer = parseAccept(body)
  const contexts = proposed.flatMap(({ id, abstractSyntax, transferSyntaxes: offered }) => {
    const answered = answer.contexts.find((context) => context.id === id)
    if (answered?.result !== contextResults.accepted) return []
    const { transferSyntax } = answered
    return offered.includes(transferSyntax) ? [{ id, abstractSyntax, transferSyntax }] : []
  })
  return { contexts, longestData: answer.longestData }
}

function userAssociation(association: Association): UserAssociation {
  const { connection, contexts } = association
  let messageId = 0
  return {
    association,
    contextOf(abstractSyntax, transferSyntax) {
      const found = [...contexts.values()].find(
        (context) =>
          context.abstractSyntax === abstractSyntax &&
          (transferSyntax === undefined || context.transferSyntax === transferSyntax),
      )
      if (found !== undefined) return found
      throw new NetworkError('not accepted', `${abstractSyntax} ${transferSyntax ?? ''}`)
    },
    nextMessageId() {
      messageId = (messageId % 0xffff) + 1
      return messageId
    },
    async release() {
      connection.allowInAll(releaseMs)
      try {
        await connection.write([releaseRequest])
        for (let type = 0; type !== pduTypes.releaseResponse;) {
          type = (await connection.readPdu()).type
          // Release collision: the association requester answers first (PS3.8, AR-8).
          if (type === pduTypes.releaseRequest) await connection.write([releaseResponse])
        }
      } catch {
        // The work is done: the way the peer ends the association changes nothing.
      }
      connection.close()
    },
    [Symbol.asyncDispose]() {
      connection.abort()
      return Promise.resolve()
    },
  }
}

const releaseMs = 5000
/** Time for a peer to end a cancelled operation. */
const cancelMs = 5000

interface Exchange {
  readonly context: AcceptedContext
  readonly command: Command
  readonly dataSet?: AsyncIterable<Uint8Array> | Uint8Array
  /** Takes objects that the peer sends on the same association meanwhile. */
  readonly openStore?: OpenStore
  readonly report?: TakeReport
  /** Cancels by C-CANCEL, then by an abort if the peer does not react. */
  readonly signal?: AbortSignal | undefined
  /** How long the peer may be silent between its responses. */
  readonly silenceMs?: number
}

/** Sends a request and yields its responses, the final one last. */
export async function* exchange(
  user: UserAssociation,
  { context, command, dataSet, ...options }: Exchange,
): AsyncGenerator<Message> {
  const { association } = user
  const { signal } = options
  signal?.throwIfAborted()
  const id = user.nextMessageId()
  await association.send(context, { ...command, MessageID: id }, dataSet)
  const cancel = (): void => cancelRequest(association, context, id)
  signal?.addEventListener('abort', cancel, { once: true })
  try {
    for (;;) {
      const message = await nextResponse(association, options)
      if (message.command.MessageIDBeingRespondedTo !== id) {
        throw new ProtocolError('a response to something else')
      }
      const isLast = !isPending(message.command.Status ?? statuses.success)
      if (isLast) signal?.throwIfAborted()
      yield message
      if (isLast) return
    }
  } catch (error) {
    signal?.throwIfAborted()
    throw error
  } finally {
    signal?.removeEventListener('abort', cancel)
  }
}

async function nextResponse(
  association: Association,
  { openStore, report, silenceMs }: Pick<Exchange, 'openStore' | 'report' | 'silenceMs'>,
): Promise<Message> {
  for (;;) {
    const message = await association.receive(openStore, silenceMs)
    if (message === undefined) throw new NetworkError('closed', 'the peer released too early')
    if (isResponse(message.command)) return message
    const answer = await answerTo(message, report)
    if (answer !== undefined) await association.send(message.context, answer)
  }
}

function cancelRequest(association: Association, context: AcceptedContext, id: number): void {
  const command = {
    CommandField: commandFields.cancel,
    MessageIDBeingRespondedTo: id,
    hasDataSet: false,
  }
  association.send(context, command).catch(() => undefined)
  setTimeout(() => association.connection.abort(), cancelMs).unref()
}

/** The final response of a request that has exactly one. */
export async function request(user: UserAssociation, options: Exchange): Promise<Message> {
  for await (const message of exchange(user, options)) {
    if (!isPending(message.command.Status ?? statuses.success)) return message
  }
  throw new NetworkError('closed', 'no response came')
}

/** C-ECHO: succeeds if the peer is reachable and accepts us. @throws {NetworkError} otherwise */
export async function echo(peer: Peer, limits: AssociationLimits = usualLimits): Promise<void> {
  const { verification } = sopClasses
  await using user = await associate(
    peer,
    [{ abstractSyntax: verification, transferSyntaxes: Object.values(transferSyntaxes) }],
    limits,
  )
  const { command } = await request(user, {
    context: user.contextOf(verification),
    command: {
      CommandField: commandFields.echo,
      AffectedSOPClassUID: verification,
      hasDataSet: false,
    },
  })
  if (command.Status !== statuses.success) {
    throw new NetworkError('refused', 'C-ECHO was refused', command.Status)
  }
  await user.release()
}
