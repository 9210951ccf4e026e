import { setTimeout as sleep } from 'node:timers/promises'

import { message } from '#contract/messages/message'
import type { PacsSettings } from '#contract/pacs'

import { sopClasses, transferSyntaxes } from '../../platform/dicom-network/uid.ts'
import { associate } from '../../platform/dicom-network/user.ts'
import { HopelessJob, job, type Job, type JobContext } from '../../platform/jobs/definition.ts'
import { getLiveDataset } from '../datasets/queries.ts'
import { archiveOf, isSet } from './archive.ts'
import { webServiceOf } from './dicomweb-client.ts'
import { findSeries, type SearchResult } from './find-series.ts'
import { retrieveTask } from './jobs.ts'
import { whileAlone } from './one-at-a-time.ts'
import { countArrived, listRefusals, listSeries } from './queries.ts'
import { retrieveSeries } from './retrieve-series.ts'
import { findSeriesByWeb } from './retrieve-by-web.ts'
import type { RetrievalDeps, Retrieval } from './retrieval.ts'
import { webSettingsOf } from './web-settings.ts'
import { withTries } from './with-tries.ts'

const mostInstances = 500
/** What finding is of the whole, retrieving, and making images, in percent. */
const shares = { found: 5, retrieved: 60 } as const
const filingPollMs = 200

/** Finds a patient's series, retrieves those that are not there yet, and waits for their images. */
export function retrieveFromPacsJob(deps: RetrievalDeps): Job {
  return job(retrieveTask, async (payload, context) => {
    const dataset = await getLiveDataset(context.db, payload.datasetId)
    if (dataset === undefined) throw new HopelessJob(message('pacs.datasetDeleted'))
    const { settings, password } = webSettingsOf(deps, dataset)
    if (!isSet(settings)) throw new HopelessJob(message('pacs.notConfigured'))
    if (settings.RETRIEVE === 'C-MOVE' && deps.receiver.port === null) {
      throw new HopelessJob(message('pacs.noReceiver'))
    }
    const web = webServiceOf(deps.outbound, { settings, password })
    const retrieval = { deps, context, settings, web }
    return whileAlone(context, nameOf(settings), async () => {
      await find(retrieval, payload)
      await retrieveAll(retrieval)
      await imagesMade(context)
      return report(context)
    })
  })
}

/** Notes the series, unless that was done before the work was interrupted. */
async function find(
  retrieval: Retrieval,
  payload: { patientId: string; studyDate: string },
): Promise<void> {
  const { context } = retrieval
  const { db, taskId } = context
  if ((await listSeries(db, taskId)).length > 0) return
  const { series, strays } = await withTries(retrieval, () => search(retrieval, payload))
  if (strays > 0) await context.warn(message('pacs.otherPatient'))
  if (series.length === 0) {
    throw new HopelessJob(message('pacs.notFound', { patient: payload.patientId }))
  }
  const count = series.reduce((sum, { expected }) => sum + expected, 0)
  if (count > mostInstances) {
    throw new HopelessJob(message('pacs.tooMany', { count, most: mostInstances }))
  }
  await db
    .insertInto('pacs_series')
    .values(series.map((found) => ({ ...found, task_id: taskId, address: null })))
    .execute()
  await context.progress(shares.found)
}

/** Which archive it is, of which one is asked at a time. */
function nameOf({ RETRIEVE, IP, PORT, DICOMWEB }: PacsSettings): string {
  return RETRIEVE === 'WADO-RS' ? DICOMWEB : `${IP}:${PORT}`
}

async function search(
  retrieval: Retrieval,
  payload: { patientId: string; studyDate: string },
): Promise<SearchResult> {
  const { deps, context, settings } = retrieval
  if (settings.RETRIEVE === 'WADO-RS') return findSeriesByWeb(retrieval, payload)
  const { signal } = context
  await using user = await associate(archiveOf(deps.outbound, settings), [
    { abstractSyntax: sopClasses.findStudies, transferSyntaxes: Object.values(transferSyntaxes) },
  ])
  const found = await findSeries(user, { ...payload, modality: settings.MODALITY, signal })
  await user.release()
  return found
}

async function retrieveAll(retrieval: Retrieval): Promise<void> {
  const { context } = retrieval
  const { db, taskId, signal } = context
  const series = await listSeries(db, taskId)
  const total = series.reduce((sum, { expected }) => sum + expected, 0)
  for (const one of series.filter(({ state }) => state !== 'done')) {
    signal.throwIfAborted()
    await retrieveSeries(retrieval, one)
    const { objects } = await countArrived(db, taskId)
    await context.progress(shares.found + (objects / total) * (shares.retrieved - shares.found))
  }
}

/** What has arrived becomes images on its own; the task ends when that is done. */
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

async function report(context: JobContext): Promise<Record<string, number>> {
  const { db, taskId } = context
  for (const why of await listRefusals(db, taskId))
    await context.warn(message('pacs.leftOut', { why }))
  const { objects, added, refused } = await countArrived(db, taskId)
  const series = await listSeries(db, taskId)
  const total = series.reduce((sum, { expected }) => sum + expected, 0)
  const failed = series.reduce((sum, one) => sum + one.failed, 0)
  if (failed > 0) throw new HopelessJob(message('pacs.incomplete', { failed, total }))
  const existing = Math.max(0, objects - added - refused)
  await context.info(message('pacs.done', { added, existing }))
  return { series: series.length, added, existing, refused }
}
