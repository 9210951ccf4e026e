import { setTimeout as sleep } from 'node:timers/promises'

import { message } from '#contract/messages/message'

import { inTransaction, type Db } from '../../platform/database/database.ts'
import {
  PermanentFailure,
  job,
  PostponedJob,
  type Job,
  type JobContext,
  type TaskChange,
} from '../../platform/jobs/definition.ts'
import { isPassing } from '../../platform/jobs/is-passing.ts'
import { log } from '../../platform/log.ts'
import { postNotice, type NoticeDeps } from '../users/mail-notice.ts'
import type { AnalysisDeps } from './analyse-eye.ts'
import { analyseAndKeep, findAnalysedImage, lastStatus } from './analyse-image.ts'
import { analyseDataset } from './jobs.ts'
import { imagesToAnalyse, setPredictionStatus } from './queries.ts'
import { referImages, releaseImages } from './refer-images.ts'

/** The specification's progress of a job in progress, in percent. */
const underWay = 80
/** Pause between two images, so that receivers of results are not flooded. */
const spacingMs = 100

/**
 * Analyses the images of a dataset one after the other, by id. Progress is stored in the database:
 * after a crash the job continues with the image in progress.
 */
export function analyseDatasetJob(deps: AnalysisDeps & NoticeDeps): Job {
  return job(
    analyseDataset,
    async ({ datasetId, again }, context) => {
      const { db, taskId, signal } = context
      await context.progress(underWay)
      let { doneTo } = await bulkState(db, taskId)
      await referImages(db, { datasetId, again, after: doneTo })
      for (;;) {
        signal.throwIfAborted()
        const [image] = await imagesToAnalyse(db, { datasetId, again, after: doneTo })
          .select('image.id')
          .orderBy('image.id')
          .limit(1)
          .execute()
        if (image === undefined) break
        await analyseOne(deps, context, image.id)
        await sleep(spacingMs)
        doneTo = image.id
      }
      await releaseImages(db, datasetId)
      const { done, failed } = await bulkState(db, taskId)
      await context.info(message('analysis.datasetAnalysed', { done, failed }))
      await noticeStarter(deps, context, datasetId)
      return { done, failed }
    },
    settleImages,
  )
}

/** Tells the person who has started the analysis. */
async function noticeStarter(deps: NoticeDeps, { db, taskId }: JobContext, datasetId: number) {
  const { creator_id: userId } = await db
    .selectFrom('task')
    .select('creator_id')
    .where('id', '=', taskId)
    .executeTakeFirstOrThrow()
  const event = `analysis-finished-${taskId}`
  await postNotice(db, deps, { kind: 'analysisFinished', datasetId }, { userId, event })
}

/** A failed image does not stop the others. */
async function analyseOne(deps: AnalysisDeps, context: JobContext, imageId: number): Promise<void> {
  const { db, signal, taskId } = context
  try {
    const image = await findAnalysedImage(db, imageId)
    await setPredictionStatus(db, imageId, message('analysis.statusRunning'))
    // Together with the results, so that no image is analysed twice after a crash.
    const settle = (trx: Db) => advance(trx, taskId, { doneTo: imageId, failed: 0 })
    await analyseAndKeep(deps, context, image, { settle })
  } catch (error) {
    if (signal.aborted || isPassing(error)) {
      await setPredictionStatus(db, imageId, await lastStatus(db, imageId))
      throw error
    }
    const isForeseen = error instanceof PermanentFailure || error instanceof PostponedJob
    if (!isForeseen) log.error('analysis of a dataset', error, { imageId })
    const why = isForeseen ? error.told : message('analysis.unexpected')
    await context.warn(message('analysis.imageFailed', { image: imageId, why }))
    await inTransaction(db, async (trx) => {
      await advance(trx, taskId, { doneTo: imageId, failed: 1 })
      await setPredictionStatus(trx, imageId, message('analysis.statusFailed', { why }))
    })
  }
}

async function bulkState(db: Db, taskId: number) {
  const row = await db
    .selectFrom('bulk_analysis')
    .selectAll()
    .where('task_id', '=', taskId)
    .executeTakeFirst()
  return { doneTo: row?.done_to ?? 0, done: row?.done ?? 0, failed: row?.failed ?? 0 }
}

async function advance(
  db: Db,
  taskId: number,
  { doneTo, failed }: { doneTo: number; failed: number },
): Promise<void> {
  await db
    .insertInto('bulk_analysis')
    .values({ task_id: taskId, done_to: doneTo, done: 1, failed })
    .onConflict((conflict) =>
      conflict.column('task_id').doUpdateSet((eb) => ({
        done_to: doneTo,
        done: eb('bulk_analysis.done', '+', 1),
        failed: eb('bulk_analysis.failed', '+', failed),
      })),
    )
    .execute()
}

/** A job that is abandoned leaves no image waiting. */
async function settleImages(change: TaskChange<{ datasetId: number }>): Promise<void> {
  const { db, payload } = change
  if (change.status === 'failed' || change.status === 'cancelled')
    await releaseImages(db, payload.datasetId)
}
