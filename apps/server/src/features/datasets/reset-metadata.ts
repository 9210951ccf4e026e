import { sql } from 'kysely'

import type { Db } from '../../platform/database/database.ts'
import { announceAnnotation } from '../annotations/announce.ts'
import { announceDataset } from './announce.ts'
import type { DatasetRow } from './queries.ts'

interface By {
  readonly id: number | null
  readonly at: Date
}

/**
 * Takes the metadata of a dataset's images away and gives its annotations the dataset's default;
 * what was before is kept in their histories. What is in the undo list stays as it is.
 * Annotations are locked before their images, as saving does.
 */
export async function resetMetadata(
  db: Db,
  dataset: DatasetRow,
  by: By,
): Promise<{ images: number; annotations: number }> {
  const annotations = await resetAnnotations(db, dataset, by)
  const images = await resetImages(db, dataset.id, by)
  for (const { id, image_id: imageId, revision, open } of annotations) {
    if (!open) continue
    const image = { id: imageId, dataset_id: dataset.id }
    await announceAnnotation(db, image, { change: 'updated', id, revision })
  }
  await announceDataset(db, dataset.id, 'images')
  return { images, annotations: annotations.length }
}

interface ResetAnnotation {
  readonly id: number
  readonly image_id: number
  readonly revision: number
  /** Whether somebody has its image open: only an annotator cares for single annotations. */
  readonly open: boolean
}

async function resetAnnotations(
  db: Db,
  dataset: DatasetRow,
  by: By,
): Promise<readonly ResetAnnotation[]> {
  const usual = JSON.stringify(dataset.default_annotation_metadata)
  const { rows } = await sql<ResetAnnotation>`
    with before as (
      select annotation.* from annotation join image on image.id = annotation.image_id
      where image.dataset_id = ${dataset.id} and image.deleted_at is null
        and annotation.deleted_at is null and annotation.metadata <> ${usual}::jsonb
      order by annotation.id
      for update of annotation),
    kept as (
      insert into annotation_history (annotation_id, revision, changed_at, changed_by,
        category_id, geometry, keypoints, is_box, color, metadata)
      select id, revision, ${by.at}::timestamptz, ${by.id}::integer,
        category_id, geometry, keypoints, is_box, color, metadata from before)
    update annotation set metadata = ${usual}::jsonb, revision = annotation.revision + 1,
      changed_save_id = null, updated_at = ${by.at}::timestamptz, updated_by = ${by.id}::integer
    from before where annotation.id = before.id
    returning annotation.id, annotation.image_id, annotation.revision,
      exists (select from presence where presence.image_id = annotation.image_id) as open`.execute(
    db,
  )
  return rows
}

async function resetImages(db: Db, datasetId: number, by: By): Promise<number> {
  const { rows } = await sql`
    with before as (
      select id, metadata from image
      where dataset_id = ${datasetId} and deleted_at is null and metadata <> '{}'
      order by id
      for update),
    kept as (
      insert into image_history (image_id, changed_at, changed_by, metadata, category_ids)
      select id, ${by.at}::timestamptz, ${by.id}::integer, metadata,
        array(select category_id from image_category where image_id = before.id order by 1)
      from before)
    update image set metadata = '{}' from before where image.id = before.id
    returning image.id`.execute(db)
  return rows.length
}
