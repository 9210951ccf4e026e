import { message, type Message } from '#contract/messages/message'

import { NetworkError } from '../../../platform/dicom-network/network-error.ts'
import { get, move, type SubOperations } from '../../../platform/dicom-network/retrieve.ts'
import {
  losslessSyntaxes,
  photographClasses,
  sopClasses,
  storedSyntaxes,
  transferSyntaxes,
} from '../../../platform/dicom-network/uid.ts'
import { associate, type UserAssociation } from '../../../platform/dicom-network/user.ts'
import { archiveOf } from '../archive.ts'
import { destinationUnknown, explainFault } from '../explain.ts'
import { countArrived, type SeriesRow } from '../queries.ts'
import { fetchSeries, ownAddress } from './retrieve-by-web.ts'
import type { Retrieval } from './retrieval.ts'
import { GaveUp, tellPause, withTries } from './with-tries.ts'

const both = Object.values(transferSyntaxes)

/**
 * Retrieves one series, with pauses and retries if objects are missing. It is complete when as many objects
 * have arrived as the archive has; otherwise the number missing is recorded.
 * @returns why it is incomplete
 * @throws {GaveUp} if the other series would fail too
 */
export async function retrieveSeries(
  retrieval: Retrieval,
  series: SeriesRow,
): Promise<Message | undefined> {
  try {
    return await retrieveWhole(retrieval, series)
  } catch (error) {
    if (!(error instanceof GaveUp) || error.concernsAll) throw error
    const missing = await countMissing(retrieval, series)
    await note(retrieval, series, { state: 'failed', failed: Math.max(1, missing) })
    return error.why
  }
}

async function retrieveWhole(
  retrieval: Retrieval,
  series: SeriesRow,
): Promise<Message | undefined> {
  for (const pauseMs of [...retrieval.deps.retrievalPausesMs, undefined]) {
    await withTries(retrieval, () => transfer(retrieval, series))
    const missing = await countMissing(retrieval, series)
    await note(retrieval, series, {
      state: missing === 0 ? 'done' : 'failed',
      failed: missing,
    })
    if (missing === 0) return undefined
    const isLossless = retrieval.settings.FORCELOSSLESSTRANFERPROTOCOL
    const key = isLossless ? 'pacs.seriesIncompleteLossless' : 'pacs.seriesIncomplete'
    const why = message(key, { failed: missing, total: series.expected })
    if (pauseMs === undefined) return why
    await tellPause(retrieval, why, pauseMs)
  }
  return undefined
}

async function countMissing({ context }: Retrieval, series: SeriesRow): Promise<number> {
  const { objects } = await countArrived(context.db, series.task_id, series.series_uid)
  return Math.max(0, series.expected - objects)
}

async function note(
  { context }: Retrieval,
  { task_id, series_uid }: SeriesRow,
  change: Partial<Pick<SeriesRow, 'state' | 'failed' | 'address'>>,
): Promise<void> {
  await context.db
    .updateTable('pacs_series')
    .set(change)
    .where('task_id', '=', task_id)
    .where('series_uid', '=', series_uid)
    .execute()
}

function transfer(retrieval: Retrieval, series: SeriesRow): Promise<void> {
  return retrieval.settings.RETRIEVE === 'WADO-RS'
    ? transferByWeb(retrieval, series)
    : transferByNetwork(retrieval, series)
}

async function transferByWeb(retrieval: Retrieval, series: SeriesRow): Promise<void> {
  await note(retrieval, series, { state: 'running', address: ownAddress })
  await fetchSeries(retrieval, series)
}

async function transferByNetwork(retrieval: Retrieval, series: SeriesRow): Promise<void> {
  const { deps, context, settings } = retrieval
  await using user = await associate(archiveOf(deps.outbound, settings), proposals(retrieval))
  // From now on its objects are accepted from there.
  await note(retrieval, series, { state: 'running', address: addressOf(user) })
  let last: SubOperations | undefined
  try {
    for await (const through of ask(retrieval, series, user)) last = through
  } catch (error) {
    // Some archives refuse a series after delivering nothing: count the missing objects.
    if (!(error instanceof NetworkError && error.fault === 'refused')) throw error
    if (error.code === destinationUnknown) throw error
    await context.warn(explainFault(error, { ...settings, destination: deps.receiver.aeTitle }))
  }
  await user.release()
  const { objects } = await countArrived(context.db, series.task_id, series.series_uid)
  const claimed = (last?.completed ?? 0) + (last?.warnings ?? 0)
  if (objects < Math.min(claimed, series.expected)) {
    throw new NetworkError('closed', `${claimed} objects were sent, ${objects} are here`)
  }
}

function addressOf({ association }: UserAssociation): string {
  return association.connection.address
}

function proposals({ settings }: Retrieval) {
  if (settings.RETRIEVE === 'C-MOVE') {
    return [{ abstractSyntax: sopClasses.moveStudies, transferSyntaxes: both }]
  }
  const taken = settings.FORCELOSSLESSTRANFERPROTOCOL ? losslessSyntaxes : storedSyntaxes
  return [
    { abstractSyntax: sopClasses.getStudies, transferSyntaxes: both },
    // One context for each syntax: an archive with a choice might convert.
    ...photographClasses.flatMap((abstractSyntax) =>
      taken.map((uid) => ({ abstractSyntax, transferSyntaxes: [uid], isProvider: true })),
    ),
  ]
}

function ask({ deps, context, settings }: Retrieval, series: SeriesRow, user: UserAssociation) {
  const { receiver } = deps
  const keys = { StudyInstanceUID: series.study_uid, SeriesInstanceUID: series.series_uid }
  const retrieval = { level: 'SERIES', keys, signal: context.signal } as const
  if (settings.RETRIEVE === 'C-MOVE') return move(user, receiver.aeTitle, retrieval)
  const sender = { aeTitle: settings.CALLEDAETITLE, address: addressOf(user) }
  return get(user, (object) => receiver.arrivals.open(object, sender), retrieval)
}
