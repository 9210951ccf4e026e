import { mkdir, rm } from 'node:fs/promises'
import { randomUUID } from 'node:crypto'
import path from 'node:path'

import { message, type Message } from '#contract/messages/message'

import type { Clock } from '../../platform/clock.ts'
import { inTransaction, type Db } from '../../platform/database/database.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { UndecodableImage, type Decoder } from '../../platform/images/decoder.ts'
import {
  HopelessJob,
  job,
  type Job,
  type JobContext,
  type TaskChange,
} from '../../platform/jobs/definition.ts'
import { announceDataset } from '../datasets/announce.ts'
import type { ImageRow } from '../images/queries.ts'
import { storedPicture } from '../images/storage.ts'
import { analyseImage } from './jobs.ts'
import { setPredictionStatus } from './queries.ts'
import { runVesselsWorker } from './run-vessels-worker.ts'
import type { VesselsAnswer } from './vessels-worker.ts'

interface AnalysisDeps {
  readonly clock: Clock
  readonly files: FileStore
  readonly decoder: Decoder
  readonly temporaryFolder: string
}

/** Analyses the original of one image and keeps the results; earlier ones are kept as replaced. */
export function analyseImageJob(deps: AnalysisDeps): Job {
  return job(
    analyseImage,
    async ({ imageId }, context) => {
      const image = await findImage(context.db, imageId)
      await mkdir(deps.temporaryFolder, { recursive: true })
      const work = path.join(deps.temporaryFolder, `${randomUUID()}.part`)
      try {
        const answer = await analyse(deps, context, image, work)
        if (!answer.ok) throw new HopelessJob(message(`analysis.${answer.reason}`))
        const id = await keepResult(deps, context, image, { answer, picture: `${work}.png` })
        await context.info(
          message('analysis.vesselsFound', { percent: (100 * answer.measures.density).toFixed(1) }),
        )
        return { results: { vessels: id } }
      } finally {
        await rm(work, { force: true })
        await rm(`${work}.png`, { force: true })
      }
    },
    tellStatus,
  )
}

/** What people read beside the image; a cancelled analysis leaves the state of the last one. */
async function tellStatus(change: TaskChange<{ imageId: number }>): Promise<void> {
  const { db, payload } = change
  const image = await db
    .selectFrom('image')
    .select(['dataset_id', 'predicted'])
    .where('id', '=', payload.imageId)
    .executeTakeFirst()
  if (image === undefined) return
  await setPredictionStatus(db, payload.imageId, statusAfter(change, image.predicted))
  await announceDataset(db, image.dataset_id, 'images')
}

function statusAfter(change: TaskChange, isAnalysed: boolean): Message | null {
  if (change.status === 'failed') return message('analysis.statusFailed', { why: change.why })
  if (change.status === 'queued') return message('analysis.statusQueued')
  if (change.status === 'running') return message('analysis.statusRunning')
  return isAnalysed ? message('analysis.statusDone') : null
}

type AnalysedImage = ImageRow & { dataset_name: string }

async function findImage(db: Db, id: number): Promise<AnalysedImage> {
  const image = await db
    .selectFrom('image')
    .innerJoin('dataset', 'dataset.id', 'image.dataset_id')
    .selectAll('image')
    .select('dataset.name as dataset_name')
    .where('image.id', '=', id)
    .where('image.deleted_at', 'is', null)
    .executeTakeFirst()
  if (image === undefined) throw new HopelessJob(message('analysis.imageDeleted'))
  return image
}

/** Always the original's pixels, never those of a rendition: compression changes calibres. */
async function analyse(
  { files, decoder }: AnalysisDeps,
  context: JobContext,
  image: AnalysedImage,
  target: string,
): Promise<VesselsAnswer> {
  const picture = storedPicture(image, image.dataset_name)
  const size = await files
    .withLocalPath(picture.key, (source) =>
      decoder.decode({ kind: 'pixels', source, format: picture.format, target }),
    )
    .catch((error: unknown) => {
      throw error instanceof UndecodableImage ? new HopelessJob(error.told) : error
    })
  await context.progress(20)
  return runVesselsWorker(
    { pixels: target, width: size.width, height: size.height, picture: `${target}.png` },
    context.signal,
  )
}

async function keepResult(
  { clock, files }: AnalysisDeps,
  { db, taskId }: JobContext,
  image: AnalysedImage,
  made: { answer: VesselsAnswer & { ok: true }; picture: string },
): Promise<number> {
  const { model, measures, field } = made.answer
  const key = `results/${image.id}/${taskId}-vessels.png`
  await files.put(key, made.picture)
  return inTransaction(db, async (trx) => {
    await trx
      .updateTable('analysis_result')
      .set({ replaced_at: clock() })
      .where('image_id', '=', image.id)
      .where('kind', '=', 'vessels')
      .where('replaced_at', 'is', null)
      .execute()
    const { id } = await trx
      .insertInto('analysis_result')
      .values({
        image_id: image.id,
        task_id: taskId,
        kind: 'vessels',
        name: 'Vessels',
        model_name: model.name,
        model_version: model.version,
        image_sha256: image.sha256,
        width: image.width,
        height: image.height,
        picture: key,
        numbers: JSON.stringify({ ...measures, field }),
        created_at: clock(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await setPredictionStatus(trx, image.id, message('analysis.statusDone'), true)
    return id
  })
}
