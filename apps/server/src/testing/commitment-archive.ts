import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'

import { onTestFinished } from 'vitest'

import { readDataSet, readItems } from '#dicom/data-set'
import { transferSyntaxOf } from '#dicom/transfer-syntax'
import { elementValues } from '#dicom/values'
import { writeDataSet } from '#dicom/write-file'

import { Association, usualLimits, type Message } from '../platform/dicom-network/association.ts'
import {
  contextResults,
  encodeAccept,
  parseRequest,
} from '../platform/dicom-network/association-pdu.ts'
import {
  commandFields,
  isResponse,
  responseTo,
  statuses,
} from '../platform/dicom-network/command.ts'
import { Connection } from '../platform/dicom-network/connection.ts'
import { refusingSink } from '../platform/dicom-network/store-sink.ts'
import { sopClasses, storageCommitmentInstance } from '../platform/dicom-network/uid.ts'
import { associate, request } from '../platform/dicom-network/user.ts'
import { peerAt } from './dicom-peers.ts'

interface Asked {
  readonly transactionUid: string
  readonly instances: readonly string[]
}

/** Content of a report: the instances that are kept, and why others are not. */
export interface Told {
  readonly transactionUid: string
  readonly committed?: readonly string[]
  readonly failed?: readonly { readonly instance: string; readonly reason: number }[]
}

interface Behaviour {
  /** The answer to a request for commitment; the status is success by default. */
  action: (asked: Asked) => {
    readonly status?: number
    /** Reports on the same association, before or after the answer. */
    readonly before?: Told
    readonly after?: Told
    /** Disconnects without an answer. */
    readonly hangsUp?: boolean
  }
}

/** An archive that accepts every object, keeps none, and reports as the test says. */
export async function startCommitmentArchive(behaviour: Behaviour) {
  const asked: Asked[] = []
  const server = createServer((socket) => {
    const connection = new Connection(socket)
    serve(connection, behaviour, asked).catch(() => connection.close())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return { port, asked }
}

async function serve(connection: Connection, behaviour: Behaviour, asked: Asked[]): Promise<void> {
  connection.allowInAll(10_000)
  const proposed = parseRequest((await connection.readPdu()).body)
  const contexts = proposed.contexts.map(
    ({ id, abstractSyntax, transferSyntaxes: [first = ''] }) => ({
      id,
      abstractSyntax,
      transferSyntax: first,
    }),
  )
  const answered = contexts.map((context) => ({ ...context, result: contextResults.accepted }))
  await connection.write([encodeAccept(proposed, { contexts: answered, roles: [] })])
  const association = new Association(connection, { contexts, longestData: 0 }, usualLimits)
  for (;;) {
    const message = await association.receive(() => Promise.resolve(refusingSink(statuses.success)))
    if (message === undefined) return
    if (isResponse(message.command)) continue
    if (message.command.CommandField !== commandFields.action) {
      await association.send(message.context, responseTo(message.command, message.stored ?? 0))
      continue
    }
    const one = readRequest(message)
    asked.push(one)
    const { status = statuses.success, before, after, hangsUp } = behaviour.action(one)
    if (hangsUp === true) return connection.close()
    if (before !== undefined) await tell(association, message.context, before)
    await association.send(message.context, responseTo(message.command, status))
    if (after !== undefined) await tell(association, message.context, after)
  }
}

function readRequest({ dataSet, context }: Message): Asked {
  const whole = readDataSet(dataSet, transferSyntaxOf(context.transferSyntax).encoding)
  const text = (of: typeof whole | ReturnType<typeof readItems>[number], tag: string): string =>
    elementValues(of, (value) => Buffer.from(value).toString('latin1')).text(tag) ?? ''
  const sequence = whole.elements.get('00081199')
  const items = sequence === undefined ? [] : readItems(sequence, whole.encoding)
  return {
    transactionUid: text(whole, '00081195'),
    instances: items.map((item) => text(item, '00081155')),
  }
}

const photographClass = '1.2.840.10008.5.1.4.1.1.77.1.5.1'

const reportCommand = (told: Told) => ({
  CommandField: commandFields.report,
  MessageID: 77,
  AffectedSOPClassUID: sopClasses.storageCommitment,
  AffectedSOPInstanceUID: storageCommitmentInstance,
  EventTypeID: told.failed === undefined ? 1 : 2,
  hasDataSet: true,
})

function reference(instance: string) {
  return { ReferencedSOPClassUID: photographClass, ReferencedSOPInstanceUID: instance }
}

function reportData({ transactionUid, committed = [], failed = [] }: Told, isImplicit: boolean) {
  const attributes = {
    TransactionUID: transactionUid,
    FailedSOPSequence: failed.map(({ instance, reason }) => ({
      ...reference(instance),
      FailureReason: reason,
    })),
    ReferencedSOPSequence: committed.map(reference),
  }
  return writeDataSet(attributes, { encoding: isImplicit ? 'implicit-little' : 'explicit-little' })
}

async function tell(association: Association, context: Message['context'], told: Told) {
  const isImplicit = transferSyntaxOf(context.transferSyntax).encoding === 'implicit-little'
  await association.send(context, reportCommand(told), reportData(told, isImplicit))
}

/** Reports to a receiver by a new association. @returns the receiver's status */
export async function reportTo(port: number, title: string, told: Told): Promise<number> {
  await using user = await associate(peerAt(port, title, 'ARCHIVE'), [
    {
      abstractSyntax: sopClasses.storageCommitment,
      transferSyntaxes: ['1.2.840.10008.1.2'],
      isProvider: true,
    },
  ])
  const { command } = await request(user, {
    context: user.contextOf(sopClasses.storageCommitment),
    command: reportCommand(told),
    dataSet: reportData(told, true),
  })
  await user.release()
  return command.Status ?? -1
}
