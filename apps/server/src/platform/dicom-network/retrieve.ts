import type { Attributes } from '#dicom/attributes'
import { transferSyntaxOf } from '#dicom/transfer-syntax'
import type { ElementValues } from '#dicom/values'
import { writeDataSet } from '#dicom/write-file'
import type { WriteOptions } from '#dicom/write-elements'

import { commandFields, isPending, isWarning, statuses, type Command } from './command.ts'
import { readValues } from './data-set.ts'
import { NetworkError } from './network-error.ts'
import type { OpenStore } from './store-sink.ts'
import { sopClasses } from './uid.ts'
import { exchange, type UserAssociation } from './user.ts'

export type QueryLevel = 'STUDY' | 'SERIES' | 'IMAGE'

interface Options {
  readonly signal?: AbortSignal
  /** Character encoding of the query's texts, with SpecificCharacterSet among the keys. */
  readonly encodeText?: WriteOptions['encodeText']
}

/** Time a peer may take to search before its first response, in milliseconds. */
const silenceMs = 120_000
const mediumPriority = 0

/** C-FIND in the study root: the answers that match the keys. @throws {NetworkError} */
export function find(
  user: UserAssociation,
  level: QueryLevel,
  keys: Attributes,
  options: Options = {},
): AsyncGenerator<ElementValues> {
  return answers(user, ask(user, sopClasses.findStudies, levelled({ level, keys, ...options })))
}

/** C-FIND in the modality worklist: the answers that match the keys. @throws {NetworkError} */
export function findWorklist(
  user: UserAssociation,
  keys: Attributes,
  options: Options,
): AsyncGenerator<ElementValues> {
  return answers(user, ask(user, sopClasses.findWorklist, { keys, options }))
}

async function* answers(
  user: UserAssociation,
  asked: ReturnType<typeof ask>,
): AsyncGenerator<ElementValues> {
  for await (const { command, context, dataSet } of exchange(user, asked)) {
    const { Status = statuses.success } = command
    if (isPending(Status)) yield readValues(dataSet, context.transferSyntax)
    else if (Status !== statuses.success) throw refusal('C-FIND', command)
  }
}

/** Progress of a retrieval, in numbers of objects. */
export interface SubOperations {
  readonly status: number
  readonly completed: number
  readonly failed: number
  readonly warnings: number
  readonly remaining: number
}

/** C-MOVE: the peer sends the matches to the destination. Yields the progress. */
export async function* move(
  user: UserAssociation,
  destination: string,
  retrieval: Retrieval,
): AsyncGenerator<SubOperations> {
  const asked = ask(user, sopClasses.moveStudies, levelled(retrieval))
  const command = { ...asked.command, MoveDestination: destination }
  yield* subOperations(exchange(user, { ...asked, command }))
}

/** C-GET: the peer sends the matches over the same association. Yields the progress. */
export async function* get(
  user: UserAssociation,
  openStore: OpenStore,
  retrieval: Retrieval,
): AsyncGenerator<SubOperations> {
  const asked = ask(user, sopClasses.getStudies, levelled(retrieval))
  yield* subOperations(exchange(user, { ...asked, openStore }))
}

interface Retrieval extends Options {
  readonly level: QueryLevel
  readonly keys: Attributes
}

function levelled({ level, keys, ...options }: Retrieval) {
  return { keys: { ...keys, QueryRetrieveLevel: level }, options }
}

function ask(
  user: UserAssociation,
  sopClass: string,
  query: { keys: Attributes; options: Options },
) {
  const context = user.contextOf(sopClass)
  const isImplicit = transferSyntaxOf(context.transferSyntax).encoding === 'implicit-little'
  const { encodeText, signal } = query.options
  return {
    context,
    signal,
    silenceMs,
    command: {
      CommandField: fieldOf(sopClass),
      AffectedSOPClassUID: sopClass,
      Priority: mediumPriority,
      hasDataSet: true,
    },
    dataSet: writeDataSet(query.keys, {
      encoding: isImplicit ? 'implicit-little' : 'explicit-little',
      ...(encodeText === undefined ? {} : { encodeText }),
    }),
  }
}

function fieldOf(sopClass: string): number {
  if (sopClass === sopClasses.moveStudies) return commandFields.move
  return sopClass === sopClasses.getStudies ? commandFields.get : commandFields.find
}

async function* subOperations(
  responses: AsyncIterable<{ command: Command }>,
): AsyncGenerator<SubOperations> {
  for await (const { command } of responses) {
    const { Status: status = statuses.success } = command
    const counts = {
      status,
      completed: command.NumberOfCompletedSuboperations ?? 0,
      failed: command.NumberOfFailedSuboperations ?? 0,
      warnings: command.NumberOfWarningSuboperations ?? 0,
      remaining: command.NumberOfRemainingSuboperations ?? 0,
    }
    yield counts
    const isThrough = isPending(status) || status === statuses.success || isWarning(status)
    // The counts already report failed sub-operations.
    const isCounted = counts.completed + counts.failed + counts.warnings > 0
    if (!isThrough && !isCounted) throw refusal('the retrieval', command)
  }
}

function refusal(what: string, { Status = 0, ErrorComment = '' }: Command): NetworkError {
  const code = Status.toString(16).toUpperCase().padStart(4, '0')
  return new NetworkError('refused', `${what} was refused with ${code} ${ErrorComment}`, Status)
}
