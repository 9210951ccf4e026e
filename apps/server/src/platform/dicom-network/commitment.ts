import { transferSyntaxOf } from '#dicom/transfer-syntax'
import { writeDataSet } from '#dicom/write-file'

import { answerTo } from './answer.ts'
import { commandFields, statuses } from './command.ts'
import type { TakeReport } from './commitment-report.ts'
import { NetworkError } from './network-error.ts'
import { sopClasses, storageCommitmentInstance, transferSyntaxes } from './uid.ts'
import { request, type UserAssociation } from './user.ts'

/** The presentation context that {@link askCommitment} needs. */
export const commitmentProposal = {
  abstractSyntax: sopClasses.storageCommitment,
  transferSyntaxes: Object.values(transferSyntaxes),
}

interface Commitment {
  /** The report refers to this request by this UID. */
  readonly transactionUid: string
  readonly objects: readonly { readonly sopClassUid: string; readonly sopInstanceUid: string }[]
  readonly report: TakeReport
}

const requestAction = 1

/**
 * Requests storage commitment from the peer (N-ACTION, PS3.4 J.3.2). Its report comes on this
 * association, before or after the answer, or on one that the peer opens, at any time.
 * @throws {NetworkError} if the peer refuses the request
 */
export async function askCommitment(
  user: UserAssociation,
  { transactionUid, objects, report }: Commitment,
): Promise<void> {
  const context = user.contextOf(sopClasses.storageCommitment)
  const isImplicit = transferSyntaxOf(context.transferSyntax).encoding === 'implicit-little'
  const asked = {
    TransactionUID: transactionUid,
    ReferencedSOPSequence: objects.map(({ sopClassUid, sopInstanceUid }) => ({
      ReferencedSOPClassUID: sopClassUid,
      ReferencedSOPInstanceUID: sopInstanceUid,
    })),
  }
  const { command } = await request(user, {
    context,
    report,
    command: {
      CommandField: commandFields.action,
      RequestedSOPClassUID: sopClasses.storageCommitment,
      RequestedSOPInstanceUID: storageCommitmentInstance,
      ActionTypeID: requestAction,
      hasDataSet: true,
    },
    dataSet: writeDataSet(asked, { encoding: isImplicit ? 'implicit-little' : 'explicit-little' }),
  })
  const status = command.Status ?? statuses.notUnderstood
  if (status !== statuses.success) {
    throw new NetworkError('refused', 'N-ACTION was refused', status)
  }
}

/**
 * Listens for a report on the same association, for a moment or until one arrives, and releases it.
 * The outcome does not matter: a report may also come by another association.
 */
export async function listenForReport(
  { association }: UserAssociation,
  report: TakeReport,
  milliseconds: number,
): Promise<void> {
  const release = (): void => void association.askForRelease().catch(() => undefined)
  const timer = setTimeout(release, milliseconds)
  const limitMs = milliseconds + releaseMs
  try {
    for (;;) {
      const message = await association.receive(undefined, limitMs)
      if (message === undefined) return
      const answer = await answerTo(message, report)
      if (!association.maySend) continue
      if (answer !== undefined) await association.send(message.context, answer)
      if (message.command.CommandField === commandFields.report) release()
    }
  } catch (error) {
    if (!(error instanceof NetworkError)) throw error
  } finally {
    clearTimeout(timer)
  }
}

const releaseMs = 5000
