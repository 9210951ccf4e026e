import { message } from '#contract/messages/message'
import type { z } from 'zod'

import type { changeAnnotation } from '#contract/annotations'
import type { PolygonOperations } from '#geometry/boolean'

import type { Db } from '../../platform/database/database.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { Problem } from '../../platform/http/problem.ts'
import { getImageRow } from '../images/queries.ts'
import { announceAnnotation } from './announce.ts'
import { checkKeypoints, getCategoryOf } from './category-of.ts'
import { presentAnnotation } from './present.ts'
import {
  getListedAnnotation,
  keepHistory,
  lockAnnotation,
  type AnnotationRow,
  type ListedAnnotation,
} from './queries.ts'
import { readShape } from './shape.ts'

type Change = Omit<z.output<(typeof changeAnnotation)['body']>, 'revision'> & {
  /** Left out where the caller overwrites whatever is there. */
  revision?: number
}

interface Deps {
  readonly db: Db
  readonly actor: Actor
  readonly at: Date
  readonly operations: PolygonOperations
}

/** Applies a change to the revision that it was made on, and keeps what was before. */
export async function changeAnnotationBy(
  id: number,
  change: Change,
  deps: Deps,
): Promise<ListedAnnotation> {
  const { db, actor, at } = deps
  const row = await lockAnnotation(db, actor, id)
  const isRepeated = change.save_id !== undefined && row.changed_save_id === change.save_id
  if (isRepeated) return getListedAnnotation(db, id)
  await refuseStale(db, row, change.revision)
  const image = await getImageRow(db, actor, row.image_id)
  await keepHistory(db, row, { id: actor.id, at })
  await db
    .updateTable('annotation')
    .set({
      ...(await checkedContent(row, change, { db, datasetId: image.dataset_id })),
      ...(change.segmentation === undefined
        ? {}
        : readShape(change.segmentation, image, deps.operations)),
      revision: row.revision + 1,
      changed_save_id: change.save_id ?? null,
      updated_at: at,
      updated_by: actor.id,
    })
    .where('id', '=', id)
    .execute()
  await announceAnnotation(db, image, { change: 'updated', id, revision: row.revision + 1 })
  return getListedAnnotation(db, id)
}

async function checkedContent(
  row: AnnotationRow,
  change: Change,
  place: { db: Db; datasetId: number },
) {
  const categoryId = change.category_id ?? row.category_id
  const keypoints = change.keypoints ?? row.keypoints
  if (change.category_id !== undefined || change.keypoints !== undefined) {
    checkKeypoints(await getCategoryOf(place.db, place.datasetId, categoryId), keypoints)
  }
  return {
    category_id: categoryId,
    keypoints,
    is_box: change.isbbox ?? row.is_box,
    color: change.color === undefined ? row.color : change.color,
    metadata: JSON.stringify(change.metadata ?? row.metadata),
  }
}

async function refuseStale(
  db: Db,
  row: AnnotationRow,
  revision: number | undefined,
): Promise<void> {
  if (revision === undefined || revision === row.revision) return
  throw new Problem('stale_revision', message('annotations.staleRevision'), {
    current: presentAnnotation(await getListedAnnotation(db, row.id)),
  })
}

/** Into the undo list, from which it can be restored. */
export async function deleteAnnotationBy(
  id: number,
  revision: number | undefined,
  deps: Omit<Deps, 'operations'>,
) {
  const { db, actor, at } = deps
  const row = await lockAnnotation(db, actor, id)
  await refuseStale(db, row, revision)
  const image = await getImageRow(db, actor, row.image_id)
  await db
    .updateTable('annotation')
    .set({ deleted_at: at, deleted_by: actor.id })
    .where('id', '=', id)
    .execute()
  await announceAnnotation(db, image, { change: 'deleted', id, revision: row.revision })
  return image
}
