import { message, type Message } from '#contract/messages/message'

import type { Db } from '../../platform/database/database.ts'
import {
  PermanentFailure,
  job,
  type Job,
  type JobContext,
  type TaskChange,
} from '../../platform/jobs/definition.ts'
import { ensureChecked } from '../models/queries.ts'
import { analyseEye, type AnalysedImage, type AnalysisDeps } from './analyse-eye.ts'
import { analyseImage } from './jobs.ts'
import { keepResults } from './keep-results.ts'
import { madeFromNow } from './made-from.ts'
import { findCurrentAnalysis, setPredictionStatus } from './queries.ts'
import { statusOf } from './status.ts'

/** Analyses the original of one image and keeps the results; earlier ones are kept as replaced. */
export function analyseImageJob(deps: AnalysisDeps): Job {
  return job(
    analyseImage,
    async ({ imageId }, context) => {
      const image = await findAnalysedImage(context.db, imageId)
      const onDecoded = () => context.progress(30)
      return { results: await analyseAndKeep(deps, context, image, { onDecoded }) }
    },
    tellStatus,
  )
}

interface Steps {
  /** Called when the photograph is decoded. */
  readonly onDecoded?: () => Promise<void>
  /** Changes to store together with the results. */
  readonly settle?: (trx: Db) => Promise<void>
}

/**
 * Analyses one image from its original to the stored results.
 * @throws as {@link analyseEye}: then earlier results stay, and nothing is sent
 */
export async function analyseAndKeep(
  deps: AnalysisDeps,
  context: JobContext,
  image: AnalysedImage,
  { onDecoded, settle }: Steps = {},
): Promise<Record<string, number>> {
  const { db, taskId, signal } = context
  await ensureChecked(db, deps.models, image.dataset_id)
  // Read before the work: changes in the meantime make the results stale.
  const madeFrom = await madeFromNow(db, deps.models, image)
  const wanted = { db, image, signal, ...(onDecoded && { onDecoded }) }
  return analyseEye(deps, wanted, async (findings) => {
    const status = statusOf(findings.results)
    await context.info(message('analysis.imageAnalysed', { file: image.file_name, why: status }))
    const finished = { image, purpose: 'findings', taskId, madeFrom } as const
    return keepResults(deps, db, findings, { ...finished, status, settle })
  })
}

/** The status shown beside the image; a cancelled analysis leaves that of the last one. */
async function tellStatus(change: TaskChange<{ imageId: number }>): Promise<void> {
  const { db, payload } = change
  await setPredictionStatus(db, payload.imageId, await statusAfter(change, payload.imageId))
}

async function statusAfter(change: TaskChange, imageId: number): Promise<Message | null> {
  if (change.status === 'failed') return message('analysis.statusFailed', { why: change.why })
  if (change.status === 'queued') return message('analysis.statusQueued')
  if (change.status === 'running') return message('analysis.statusRunning')
  return lastStatus(change.db, imageId)
}

/** The status that an image's results give it; null if it has none. */
export async function lastStatus(db: Db, imageId: number): Promise<Message | null> {
  const analysis = await findCurrentAnalysis(db, imageId)
  return analysis === undefined ? null : statusOf(analysis.results)
}

/** @throws {PermanentFailure} if the image no longer exists */
export async function findAnalysedImage(db: Db, id: number): Promise<AnalysedImage> {
  const image = await db
    .selectFrom('image')
    .innerJoin('dataset', 'dataset.id', 'image.dataset_id')
    .selectAll('image')
    .select('dataset.name as dataset_name')
    .where('image.id', '=', id)
    .where('image.deleted_at', 'is', null)
    .executeTakeFirst()
  if (image === undefined) throw new PermanentFailure(message('analysis.imageDeleted'))
  if (image.twin !== null) throw new PermanentFailure(message(`images.twin_${image.twin}`))
  return image
}
