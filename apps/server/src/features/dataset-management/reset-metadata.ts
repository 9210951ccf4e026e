import { sql } from 'kysely'

import type { ResetReport } from '#contract/datasets'
import { message } from '#contract/messages/message'

import type { Db } from '../../platform/database/database.ts'
import { PermanentFailure, job, type Job } from '../../platform/jobs/definition.ts'
import { announceAnnotation } from '../annotations/announce.ts'
import { announceDataset } from '../datasets/announce.ts'
import { resetMetadataTask } from './jobs.ts'
import { getLiveDataset, type DatasetRow } from '../datasets/queries.ts'

interface By {
  readonly id: number | null
  readonly at: Date
}

/** Rows per transaction: few enough that concurrent saves do not wait long. */
const most = { images: 500, annotations: 2000 }

/**
 * Removes the metadata of a dataset's images and gives its annotations the dataset's default; the
 * previous values are kept in their histories. Items in the undo list stay unchanged. Each image is
 * reset entirely or not at all. After an interruption, the job starts over and finds the remaining
 * images.
 */
export function resetMetadataJob(): Job {
  return job(resetMetadataTask, async ({ datasetId, creatorId, at }, context) => {
    const { db, signal } = context
    const dataset = await findDataset(db, datasetId)
    const by = { id: creatorId, at: new Date(at) }
    const total = await countImages(db, datasetId)
    let done = 0
    for (let last = 0; ;) {
      signal.throwIfAborted()
      const ids = await nextImages(db, datasetId, last)
      if (ids.length === 0) break
      await db.transaction().execute((trx) => resetImages(trx, dataset, { ids, by }))
      last = ids.at(-1) ?? last
      done += ids.length
      await context.progress((100 * done) / Math.max(total, done))
    }
    await announceDataset(db, datasetId, 'images')
    const report = await countReset(db, datasetId, by.at)
    await context.info(message('datasets.resetDone', { ...report }))
    return report
  })
}

async function findDataset(db: Db, id: number): Promise<DatasetRow> {
  const dataset = await getLiveDataset(db, id)
  if (dataset === undefined) throw new PermanentFailure(message('datasets.resetOfDeleted'))
  return dataset
}

function imagesOf(db: Db, datasetId: number) {
  return db
    .selectFrom('image')
    .where('image.dataset_id', '=', datasetId)
    .where('image.deleted_at', 'is', null)
}

async function countImages(db: Db, datasetId: number): Promise<number> {
  const { count } = await imagesOf(db, datasetId)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

async function nextImages(db: Db, datasetId: number, after: number): Promise<number[]> {
  const images = await imagesOf(db, datasetId)
    .select(['id', 'annotation_count'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(most.images)
    .execute()
  let annotations = 0
  const fit = images.findIndex(
    ({ annotation_count: count }) => (annotations += count) > most.annotations,
  )
  const ids = images.map(({ id }) => id)
  return fit < 0 ? ids : ids.slice(0, Math.max(1, fit))
}

interface Slice {
  readonly ids: readonly number[]
  readonly by: By
}

/** Annotations are locked before their images, as in a save. */
async function resetImages(db: Db, dataset: DatasetRow, { ids, by }: Slice): Promise<void> {
  for (const { id, image_id: imageId, revision } of await resetAnnotations(db, dataset, {
    ids,
    by,
  })) {
    const image = { id: imageId, dataset_id: dataset.id }
    await announceAnnotation(db, image, { change: 'updated', id, revision })
  }
  await sql`
    with before as (
      select id, metadata from image
      where id = any(${ids}::integer[]) and deleted_at is null and metadata <> '{}'
      order by id
      for update),
    kept as (
      insert into image_history (image_id, changed_at, changed_by, metadata, category_ids)
      select id, ${by.at}::timestamptz, ${by.id}::integer, metadata,
        array(select category_id from image_category where image_id = before.id order by 1)
      from before)
    update image set metadata = '{}' from before where image.id = before.id`.execute(db)
}

interface ResetAnnotation {
  readonly id: number
  readonly image_id: number
  readonly revision: number
}

/** Returns the annotations whose image somebody has open: only annotators need single ones. */
async function resetAnnotations(
  db: Db,
  dataset: DatasetRow,
  { ids, by }: Slice,
): Promise<readonly ResetAnnotation[]> {
  const usual = JSON.stringify(dataset.default_annotation_metadata)
  const { rows } = await sql<ResetAnnotation>`
    with before as (
      select * from annotation
      where image_id = any(${ids}::integer[]) and deleted_at is null and metadata <> ${usual}::jsonb
      order by id
      for update),
    kept as (
      insert into annotation_history (annotation_id, revision, changed_at, changed_by,
        category_id, geometry, lines, keypoints, is_box, origin, color, metadata, fields,
        field_versions, position)
      select id, revision, ${by.at}::timestamptz, ${by.id}::integer,
        category_id, geometry, lines, keypoints, is_box, origin, color, metadata, fields,
        field_versions, position
      from before),
    reset as (
      update annotation set metadata = ${usual}::jsonb, revision = annotation.revision + 1,
        changed_save_id = null, updated_at = ${by.at}::timestamptz, updated_by = ${by.id}::integer
      from before where annotation.id = before.id
      returning annotation.id, annotation.image_id, annotation.revision)
    select id, image_id, revision from reset
    where exists (select from presence where presence.image_id = reset.image_id)`.execute(db)
  return rows
}

/** The totals of all attempts together. */
async function countReset(db: Db, datasetId: number, at: Date): Promise<ResetReport> {
  const { rows } = await sql<ResetReport>`
    select
      (select count(*) from image_history join image on image.id = image_history.image_id
        where image.dataset_id = ${datasetId} and image_history.changed_at = ${at}) as images,
      (select count(*) from annotation_history
        join annotation on annotation.id = annotation_history.annotation_id
        join image on image.id = annotation.image_id
        where image.dataset_id = ${datasetId} and annotation_history.changed_at = ${at}) as annotations`.execute(
    db,
  )
  return rows[0] ?? { images: 0, annotations: 0 }
}
