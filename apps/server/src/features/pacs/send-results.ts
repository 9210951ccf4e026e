import { randomUUID } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'

import { resultObjects } from '#contract/dicom-results'
import { message } from '#contract/messages/message'
import type { Language } from '#report/language'

import type { Db } from '../../platform/database/database.ts'
import { describeFile, store, type StoredObject } from '../../platform/dicom-network/store.ts'
import { associate } from '../../platform/dicom-network/user.ts'
import type { Actor } from '../../platform/http/actor.ts'
import type { Outbound } from '../../platform/http/outbound.ts'
import { HopelessJob, job, type Job, type JobContext } from '../../platform/jobs/definition.ts'
import { dicomMediaType } from '../../platform/images/format.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { listCurrentResults, type ResultRow } from '../analysis/queries.ts'
import { announceDataset } from '../datasets/announce.ts'
import {
  getLiveDataset,
  micsSettingsOf,
  pacsSettingsOf,
  type DatasetRow,
} from '../datasets/queries.ts'
import { resultObject } from '../dicom-results/result-objects.ts'
import type { ImageRow } from '../images/queries.ts'
import { markSent } from '../mics/queries.ts'
import type { ReportDeps } from '../reports/write-report.ts'
import { archiveOf } from './archive.ts'
import { sendResultsTask } from './jobs.ts'
import { failedSending } from './send-to-pacs.ts'

interface SendDeps extends ReportDeps {
  readonly outbound: Outbound
  readonly temporaryFolder: string
}

/** Queues the sending of an image's results; `actor` is who asked for it. */
export function startSendingResults(
  jobs: Jobs,
  db: Db,
  asked: { image: ImageRow; actor: Pick<Actor, 'id'>; language: Language },
): Promise<{ id: number; name: string }> {
  const { image, actor, language } = asked
  return jobs.start(db, {
    definition: sendResultsTask,
    payload: { imageId: image.id, datasetId: image.dataset_id, language },
    name: message('pacs.sendingResultsName', { file: image.file_name }),
    creatorId: actor.id,
    datasetId: image.dataset_id,
    imageId: image.id,
  })
}

/** Queues it where the dataset's owner has set that results go to the archive by themselves. */
export function sendResultsWhereAsked(jobs: Jobs) {
  return async (trx: Db, { image }: { image: ImageRow }): Promise<void> => {
    const dataset = await getLiveDataset(trx, image.dataset_id)
    if (dataset === undefined || image.media_type !== dicomMediaType) return
    const { IP, SENDRESULTS: language } = pacsSettingsOf(dataset)
    if (IP === '' || language === 'no') return
    await startSendingResults(jobs, trx, { image, actor: { id: null }, language })
  }
}

/** Stores what is known of an image in the dataset's archive; done when that has taken everything. */
export function sendResultsJob(deps: SendDeps): Job {
  return job(sendResultsTask, async ({ imageId, datasetId, language }, context) => {
    const dataset = await getLiveDataset(context.db, datasetId)
    const image = await context.db
      .selectFrom('image')
      .selectAll()
      .where('id', '=', imageId)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    if (dataset === undefined || image === undefined) {
      throw new HopelessJob(message('pacs.imageGone'))
    }
    if (pacsSettingsOf(dataset).IP === '') throw new HopelessJob(message('pacs.notConfigured'))
    const folder = path.join(deps.temporaryFolder, randomUUID())
    await mkdir(folder, { recursive: true })
    try {
      // Before they are written: a newer analysis is not sent by this.
      const results = await listCurrentResults(context.db, imageId)
      const objects = await writeObjects(deps, context, { image, language, folder })
      if (objects.length === 0) throw new HopelessJob(message('pacs.noResults'))
      await send(deps.outbound, dataset, objects)
      await noteSent(context, dataset, { imageId, results })
      await context.info(message('pacs.resultsSent', { count: objects.length }))
      return { sent: objects.length }
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })
}

async function writeObjects(
  deps: SendDeps,
  { db, signal }: JobContext,
  wanted: { image: ImageRow; language: Language; folder: string },
): Promise<StoredObject[]> {
  const { folder, ...about } = wanted
  const objects: StoredObject[] = []
  for (const kind of resultObjects) {
    const bytes = await resultObject(deps, db, { ...about, kind, signal })
    if (bytes === undefined) continue
    const file = path.join(folder, `${kind}.dcm`)
    await writeFile(file, bytes)
    const object = await describeFile(file)
    if (object !== undefined) objects.push(object)
  }
  return objects
}

/** All by one association; the archive knows by their UIDs what it has already. */
async function send(
  outbound: Outbound,
  dataset: DatasetRow,
  objects: readonly StoredObject[],
): Promise<void> {
  const settings = pacsSettingsOf(dataset)
  try {
    const proposals = objects.map(({ sopClassUid: abstractSyntax, transferSyntaxUid }) => ({
      abstractSyntax,
      transferSyntaxes: [transferSyntaxUid],
    }))
    await using user = await associate(archiveOf(outbound, settings), proposals)
    for (const object of objects) await store(user, object)
    await user.release()
  } catch (error) {
    throw failedSending(error, settings)
  }
}

/** What the archive has taken is on disk there; the order system says itself what it has taken. */
async function noteSent(
  { db }: JobContext,
  dataset: DatasetRow,
  { imageId, results }: { imageId: number; results: readonly ResultRow[] },
): Promise<void> {
  const first = results.find(({ kind }) => kind === 'quality')
  if (first === undefined || micsSettingsOf(dataset).REQUIRESEND) return
  await db.transaction().execute(async (trx) => {
    await markSent(trx, { imageId, resultId: first.id })
    await announceDataset(trx, dataset.id, 'images')
  })
}
