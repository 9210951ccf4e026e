import { setTimeout as sleep } from 'node:timers/promises'

import type { z } from 'zod'

import { message, type Message } from '#contract/messages/message'
import type { PacsSettings } from '#contract/pacs'
import { mostInstances } from '#contract/pacs-search'

import { sopClasses, transferSyntaxes } from '../../../platform/dicom-network/uid.ts'
import { associate, type UserAssociation } from '../../../platform/dicom-network/user.ts'
import {
  PermanentFailure,
  job,
  type Job,
  type JobContext,
} from '../../../platform/jobs/definition.ts'
import { getLiveDataset } from '../../datasets/queries.ts'
import { archiveOf, isSet } from '../archive.ts'
import { webServiceOf } from '../dicomweb-client.ts'
import { findSeries, findSeriesOfStudy, type FoundSeries, type FoundStudy } from './find-series.ts'
import { retrieveTask } from '../jobs.ts'
import { whileAlone } from './one-at-a-time.ts'
import { countArrived, listRefusals, listSeries } from '../queries.ts'
import { retrieveSeries } from './retrieve-series.ts'
import { findSeriesByWeb, findSeriesOfStudyByWeb } from './retrieve-by-web.ts'
import type { RetrievalDeps, Retrieval } from './retrieval.ts'
import { webSettingsOf } from '../web-settings.ts'
import { GaveUp, withTries } from './with-tries.ts'

/** Shares of the progress for finding, retrieving, and making images, in percent. */
const shares = { found: 5, retrieved: 60 } as const
const filingPollMs = 200

type Wanted = Pick<z.output<typeof retrieveTask.payload>, 'patientId' | 'studyDate' | 'studies'>

/** Finds the series, retrieves the missing ones, and waits for their images. */
export function retrieveFromPacsJob(deps: RetrievalDeps): Job {
  return job(retrieveTask, async (payload, context) => {
    const dataset = await getLiveDataset(context.db, payload.datasetId)
    if (dataset === undefined) throw new PermanentFailure(message('pacs.datasetDeleted'))
    const { settings, password } = webSettingsOf(deps, dataset)
    if (!isSet(settings)) throw new PermanentFailure(message('pacs.notConfigured'))
    if (settings.RETRIEVE === 'C-MOVE' && deps.receiver.port === null) {
      throw new PermanentFailure(message('pacs.noReceiver'))
    }
    const web = webServiceOf(deps.outbound, { settings, password })
    const retrieval = { deps, context, settings, web }
    return whileAlone(context, nameOf(settings), async () => {
      const failed = new Set([
        ...(await findAll(retrieval, payload)),
        ...(await retrieveAll(retrieval)),
      ])
      await imagesMade(context)
      return report(context, payload, failed)
    })
  })
}

/** Records the series that were not recorded before. @returns the unavailable studies */
async function findAll(retrieval: Retrieval, { studies, ...rest }: Wanted): Promise<string[]> {
  const { context } = retrieval
  const { db, taskId } = context
  const noted = await listSeries(db, taskId)
  if (studies === undefined) {
    if (noted.length === 0) await noteSeries(retrieval, await findOfPatient(retrieval, rest))
    return []
  }
  const series: FoundSeries[] = []
  const failed: string[] = []
  for (const uid of studies) {
    if (noted.some(({ study_uid }) => study_uid === uid)) continue
    context.signal.throwIfAborted()
    const found = await findStudy(retrieval, uid)
    if (found === undefined) failed.push(uid)
    else series.push(...found)
  }
  const count = countOf([...noted, ...series])
  if (count > mostInstances) {
    throw new PermanentFailure(message('pacs.tooManyOfStudies', { count, most: mostInstances }))
  }
  await noteSeries(retrieval, series)
  return failed
}

async function noteSeries({ context }: Retrieval, series: readonly FoundSeries[]): Promise<void> {
  if (series.length === 0) return
  await context.db
    .insertInto('pacs_series')
    .values(series.map((found) => ({ ...found, task_id: context.taskId, address: null })))
    .execute()
  await context.progress(shares.found)
}

async function findOfPatient(
  retrieval: Retrieval,
  { patientId = '', studyDate = '' }: Omit<Wanted, 'studies'>,
): Promise<readonly FoundSeries[]> {
  const search = () =>
    retrieval.settings.RETRIEVE === 'WADO-RS'
      ? findSeriesByWeb(retrieval, { patientId, studyDate })
      : overNetwork(retrieval, (user, query) =>
          findSeries(user, { ...query, patientId, studyDate }),
        )
  const { series, strays } = await withTries(retrieval, search)
  if (strays > 0) await retrieval.context.warn(message('pacs.otherPatient'))
  if (series.length === 0) {
    throw new PermanentFailure(message('pacs.notFound', { patient: patientId }))
  }
  const count = countOf(series)
  if (count > mostInstances) {
    throw new PermanentFailure(message('pacs.tooMany', { count, most: mostInstances }))
  }
  return series
}

/** Undefined if there is nothing of the study to retrieve, which is logged. */
async function findStudy(
  retrieval: Retrieval,
  uid: string,
): Promise<readonly FoundSeries[] | undefined> {
  const { context, settings } = retrieval
  const search = () =>
    settings.RETRIEVE === 'WADO-RS'
      ? findSeriesOfStudyByWeb(retrieval, uid)
      : overNetwork(retrieval, (user, query) => findSeriesOfStudy(user, uid, query))
  try {
    const found = await withTries(retrieval, search)
    if (found === undefined) await context.error(message('pacs.studyNotFound', { study: uid }))
    if (found === undefined || found.series.length > 0) return found?.series
    const why = message('pacs.studyNotOfModality', { modality: settings.MODALITY })
    await context.error(failureOf(found.study, why))
  } catch (error) {
    if (!(error instanceof GaveUp) || error.concernsAll) throw error
    await context.error(message('pacs.studyNotSearched', { study: uid, why: error.why }))
  }
  return undefined
}

function failureOf({ patient_id: patient, study_day: day }: FoundStudy, why: Message): Message {
  return day === null
    ? message('pacs.studyOfUnknownDay', { patient, why })
    : message('pacs.studyFailed', { patient, day, why })
}

function countOf(series: readonly { readonly expected: number }[]): number {
  return series.reduce((sum, { expected }) => sum + expected, 0)
}

/** Key of the archive; one retrieval at a time per archive. */
function nameOf({ RETRIEVE, IP, PORT, DICOMWEB }: PacsSettings): string {
  return RETRIEVE === 'WADO-RS' ? DICOMWEB : `${IP}:${PORT}`
}

async function overNetwork<T>(
  { deps, context, settings }: Retrieval,
  work: (
    user: UserAssociation,
    query: { modality: PacsSettings['MODALITY']; signal: AbortSignal },
  ) => Promise<T>,
): Promise<T> {
  await using user = await associate(archiveOf(deps.outbound, settings), [
    { abstractSyntax: sopClasses.findStudies, transferSyntaxes: Object.values(transferSyntaxes) },
  ])
  const found = await work(user, { modality: settings.MODALITY, signal: context.signal })
  await user.release()
  return found
}

/** A failed study does not stop the others. @returns the incomplete ones, which are logged */
async function retrieveAll(retrieval: Retrieval): Promise<string[]> {
  const { context } = retrieval
  const { db, taskId, signal } = context
  const series = await listSeries(db, taskId)
  const total = countOf(series)
  const failed: string[] = []
  for (const one of series.filter(({ state }) => state !== 'done')) {
    signal.throwIfAborted()
    const why = await retrieveSeries(retrieval, one)
    if (why !== undefined) {
      failed.push(one.study_uid)
      await context.error(failureOf(one, why))
    }
    const { objects } = await countArrived(db, taskId)
    await context.progress(shares.found + (objects / total) * (shares.retrieved - shares.found))
  }
  return failed
}

/** Arrivals become images independently; the task ends when that is done. */
async function imagesMade(context: JobContext): Promise<void> {
  const { db, taskId, signal } = context
  for (;;) {
    signal.throwIfAborted()
    const { objects, settled } = await countArrived(db, taskId)
    if (settled >= objects) return
    await context.progress(shares.retrieved + (settled / objects) * (100 - shares.retrieved))
    await sleep(filingPollMs, undefined, { signal })
  }
}

async function report(
  context: JobContext,
  { studies }: Wanted,
  failedStudies: ReadonlySet<string>,
): Promise<Record<string, number>> {
  const { db, taskId } = context
  for (const why of await listRefusals(db, taskId))
    await context.warn(message('pacs.leftOut', { why }))
  if (studies !== undefined && failedStudies.size > 0) {
    const counts = { failed: failedStudies.size, total: studies.length }
    throw new PermanentFailure(message('pacs.studiesIncomplete', counts))
  }
  const { objects, added, refused } = await countArrived(db, taskId)
  const series = await listSeries(db, taskId)
  const failed = series.reduce((sum, one) => sum + one.failed, 0)
  if (failed > 0)
    throw new PermanentFailure(message('pacs.incomplete', { failed, total: countOf(series) }))
  const existing = Math.max(0, objects - added - refused)
  await context.info(message('pacs.done', { added, existing }))
  return { series: series.length, added, existing, refused }
}
