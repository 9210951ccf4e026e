import type { Message } from './association.ts'
import { commandFields, isResponse, responseTo, statuses, type Command } from './command.ts'
import { readReport, type TakeReport } from './commitment-report.ts'
import { log } from '../log.ts'

/** Answers a message; ignores responses and cancellations, for which no one waits. */
export async function answerTo(
  message: Message,
  report: TakeReport | undefined,
): Promise<Command | undefined> {
  const { command, stored } = message
  const field = command.CommandField
  if (isResponse(command) || field === commandFields.cancel) return undefined
  if (field === commandFields.echo) return responseTo(command, statuses.success)
  if (field === commandFields.store) return responseTo(command, stored ?? statuses.notUnderstood)
  if (field !== commandFields.report || report === undefined) {
    return responseTo(command, statuses.unrecognisedOperation)
  }
  return responseTo(command, await takeReport(message, report))
}

/** Reports success only if the report was kept; otherwise the peer sends it again. */
async function takeReport(message: Message, report: TakeReport): Promise<number> {
  const told = readReport(message)
  if (told === undefined) return statuses.invalidArgument
  try {
    return (await report(told)) ? statuses.success : statuses.invalidArgument
  } catch (error) {
    log.error('keeping a report on storage commitment', error)
    return statuses.processingFailure
  }
}
