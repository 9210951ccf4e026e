import type { z } from 'zod'

import { byHand } from '#annotation/origin'
import type { createAnnotation } from '#contract/annotations'
import { message } from '#contract/messages/message'
import type { PolygonOperations } from '#geometry/boolean'

import type { Db } from '../../platform/database/database.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { Problem } from '../../platform/http/problem.ts'
import { fieldsAfter, noFields } from '../fields/annotation-values.ts'
import type { ImageRow } from '../images/queries.ts'
import { queueAttempt } from './attempts.ts'
import { checkKeypoints, getCategoryOf } from './category-of.ts'
import { announceAnnotation } from './announce.ts'
import { restoreAnnotation } from './change-annotation.ts'
import {
  getListedAnnotation,
  lockEvenDeleted,
  type ListedAnnotation,
  placeOnTop,
} from './queries.ts'
import { readDrawnShape, refuseOutside } from './shape.ts'

type Body = z.output<(typeof createAnnotation)['body']>

/**
 * Creates it once, even if the same attempt is sent several times. A deleted annotation is
 * restored, unless it was deleted for good.
 */
export async function createAnnotationOn(
  image: ImageRow,
  { restores, ...body }: Body,
  deps: { db: Db; actor: Actor; at: Date; operations: PolygonOperations },
): Promise<ListedAnnotation> {
  const { db, actor, at } = deps
  const before = await lockEvenDeleted(db, image.id, restores)
  if (before !== undefined) {
    const { image_id: _image, ...change } = body
    await restoreAnnotation({ row: before, image }, change, deps)
    return getListedAnnotation(db, before.id)
  }
  const earlier = await findEarlierAttempt(db, image, body.save_id)
  if (earlier !== undefined) return earlier
  const category = await getCategoryOf(db, image, body.category_id)
  checkKeypoints(category, body.keypoints ?? [])
  refuseOutside(body.keypoints ?? [], image)
  const values = await fieldsAfter(db, noFields, { image, fields: body.fields })
  const { default_annotation_metadata } = await db
    .selectFrom('dataset')
    .select('default_annotation_metadata')
    .where('id', '=', image.dataset_id)
    .executeTakeFirstOrThrow()
  const sent = { segmentation: body.segmentation ?? [], lines: body.lines ?? [] }
  const { id } = await db
    .insertInto('annotation')
    .values({
      image_id: image.id,
      category_id: body.category_id,
      ...readDrawnShape(sent, image, deps.operations),
      keypoints: body.keypoints ?? [],
      is_box: body.isbbox ?? false,
      origin: JSON.stringify(body.origin ?? byHand),
      color: body.color ?? null,
      metadata: JSON.stringify({ ...default_annotation_metadata, ...body.metadata }),
      fields: JSON.stringify(values.fields),
      field_versions: JSON.stringify(values.field_versions),
      creator_id: actor.id,
      position: body.position ?? (await placeOnTop(db, image.id)),
      created_save_id: body.save_id ?? null,
      created_at: at,
      updated_at: at,
      updated_by: actor.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const created = await getListedAnnotation(db, id)
  await announceAnnotation(db, image, { change: 'created', id, revision: created.revision })
  return created
}

/** The annotation that an earlier attempt with the same key created, if its response was lost. */
async function findEarlierAttempt(
  db: Db,
  image: ImageRow,
  saveId: Body['save_id'],
): Promise<ListedAnnotation | undefined> {
  if (saveId === undefined) return undefined
  await queueAttempt(db, saveId)
  const row = await db
    .selectFrom('annotation')
    .select(['id', 'image_id', 'deleted_at'])
    .where('created_save_id', '=', saveId)
    .executeTakeFirst()
  if (row === undefined) return undefined
  if (row.image_id !== image.id || row.deleted_at !== null) {
    throw new Problem('not_possible_now', message('annotations.deletedSince'))
  }
  return getListedAnnotation(db, row.id)
}
