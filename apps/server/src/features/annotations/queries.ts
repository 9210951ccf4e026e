import { type RawBuilder, sql, type Selectable, type SqlBool } from 'kysely'

import type { Db } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { orRefuse } from '../datasets/queries.ts'
import { permittedImages } from '../images/queries.ts'
import { refuseLocked } from '../images/reading-lock.ts'

export type AnnotationRow = Selectable<Schema['annotation']>
export type ListedAnnotation = AnnotationRow & {
  readonly creator: string | null
  readonly changed_by: string | null
}

/** Annotations that are not deleted, with the names of who created and who changed them. */
function listedAnnotations(db: Db) {
  return db
    .selectFrom('annotation')
    .leftJoin('app_user', 'app_user.id', 'annotation.creator_id')
    .leftJoin('app_user as changer', 'changer.id', 'annotation.updated_by')
    .where('annotation.deleted_at', 'is', null)
    .selectAll('annotation')
    .select(['app_user.username as creator', 'changer.username as changed_by'])
}

export function listAnnotationsOf(db: Db, imageId: number): Promise<ListedAnnotation[]> {
  return listedAnnotations(db)
    .where('annotation.image_id', '=', imageId)
    .orderBy(placeOf)
    .orderBy('annotation.id')
    .execute()
}

/** Its place in the order of the image. */
export const placeOf: RawBuilder<number> = sql<number>`coalesce(annotation.position, annotation.id)`

/**
 * The highest place on each of some images. Images are left out on which none was moved: a new annotation is on
 * top there without a place.
 */
export function topsOf(db: Db, imageIds: readonly number[]) {
  return db
    .selectFrom('annotation')
    .select(['annotation.image_id', sql<number>`max(${placeOf})`.as('top')])
    .where('annotation.image_id', 'in', [...imageIds])
    .where('annotation.deleted_at', 'is', null)
    .groupBy('annotation.image_id')
    .having((eb) => eb(eb.fn.count('annotation.position'), '>', 0))
}

/** The place above all annotations of an image; null if a new one is on top without a place. */
export async function placeOnTop(db: Db, imageId: number): Promise<number | null> {
  const tops = await topsOf(db, [imageId]).executeTakeFirst()
  return tops === undefined ? null : tops.top + 1
}

export function getListedAnnotation(db: Db, id: number): Promise<ListedAnnotation> {
  return listedAnnotations(db).where('annotation.id', '=', id).executeTakeFirstOrThrow()
}

/**
 * The annotation, locked until the transaction ends.
 * @throws {Problem} missing_right, or not_found, also if the actor may not see its dataset;
 * not_possible_now if an assignment locks its image
 */
export async function lockAnnotation(db: Db, actor: Actor, id: number): Promise<AnnotationRow> {
  const row = await orRefuse(actor, 'annotation', (by) =>
    db
      .selectFrom('annotation')
      .selectAll()
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .where('image_id', 'in', permittedImages(db, by).select('image.id'))
      .forUpdate()
      .executeTakeFirst(),
  )
  await refuseLocked(db, actor, row.image_id)
  return row
}

/** An annotation of the image, even if deleted, locked until the transaction ends. */
export async function lockEvenDeleted(
  db: Db,
  imageId: number,
  id: number | undefined,
): Promise<AnnotationRow | undefined> {
  if (id === undefined) return undefined
  return db
    .selectFrom('annotation')
    .selectAll()
    .where('id', '=', id)
    .where('image_id', '=', imageId)
    .forUpdate()
    .executeTakeFirst()
}

/** The subset of the annotations that is on the image, locked in the order of their ids. */
export function lockAnnotationsOf(
  db: Db,
  imageId: number,
  ids: readonly number[],
): Promise<AnnotationRow[]> {
  return db
    .selectFrom('annotation')
    .selectAll()
    .where('image_id', '=', imageId)
    .where('deleted_at', 'is', null)
    .where(sql<SqlBool>`id = any(${ids})`)
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** Stores the annotation's current content in its history, before it changes. */
export async function keepHistory(
  db: Db,
  row: AnnotationRow,
  by: { id: number | null; at: Date },
): Promise<void> {
  await db
    .insertInto('annotation_history')
    .values({
      annotation_id: row.id,
      revision: row.revision,
      changed_at: by.at,
      changed_by: by.id,
      category_id: row.category_id,
      geometry: row.geometry,
      lines: JSON.stringify(row.lines),
      keypoints: row.keypoints,
      is_box: row.is_box,
      origin: JSON.stringify(row.origin),
      color: row.color,
      metadata: JSON.stringify(row.metadata),
      fields: JSON.stringify(row.fields),
      field_versions: JSON.stringify(row.field_versions),
      position: row.position,
    })
    .execute()
}

/** Who has changed each measurement of an image last, also of deleted ones; '' if it is not known. */
export async function listMeasurementAuthors(
  db: Db,
  imageId: number,
): Promise<{ id: string; by: string }[]> {
  const { rows } = await sql<{ id: string; by: string }>`
    with changed as (
      select id, changed_by, measurements as before,
        lead(measurements, 1, (select measurements from image where id = ${imageId}))
          over (order by id) as after
      from image_history where image_id = ${imageId} and measurements is not null)
    select distinct on (key) key as id, coalesce(app_user.username, '') as by
    from changed
      cross join lateral jsonb_object_keys(before || after) as key
      left join app_user on app_user.id = changed_by
    where before -> key is distinct from after -> key
    order by key, changed.id desc`.execute(db)
  return rows
}
