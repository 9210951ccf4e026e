import { sql } from 'kysely'

import type { Right } from '#contract/roles'
import type { undoInstances } from '#contract/undo'

import type { Db } from '../../platform/database/database.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { createdIn } from '../categories/queries.ts'
import { ofOwnSite, permittedDatasets, reachedBy } from '../datasets/queries.ts'

export type UndoInstance = (typeof undoInstances)[number]

export interface DeletedRow {
  readonly id: number
  readonly name: string
  readonly deleted_at: Date | null
  readonly deleted_by: string | null
}

const isOwnOrAll = (actor: Actor): boolean => actor.isAdmin || actor.anonymous

function deletedDatasets(db: Db, actor: Actor) {
  return db
    .selectFrom('dataset')
    .leftJoin('app_user', 'app_user.id', 'dataset.deleted_by')
    .where('dataset.deleted_at', 'is not', null)
    .where(ofOwnSite(actor))
    .where(reachedBy(actor))
    .$if(!isOwnOrAll(actor), (q) => q.where('dataset.owner_id', '=', actor.id))
    .select(['dataset.id', 'dataset.name', 'dataset.deleted_at', 'app_user.username as deleted_by'])
}

function deletedCategories(db: Db, actor: Actor) {
  return db
    .selectFrom('category')
    .leftJoin('app_user', 'app_user.id', 'category.deleted_by')
    .where('category.deleted_at', 'is not', null)
    .where(createdIn(actor.siteId))
    .$if(!isOwnOrAll(actor), (q) => q.where('category.creator_id', '=', actor.id))
    .select([
      'category.id',
      'category.name',
      'category.deleted_at',
      'app_user.username as deleted_by',
    ])
}

function deletedImages(db: Db, actor: Actor) {
  return db
    .selectFrom('image')
    .leftJoin('app_user', 'app_user.id', 'image.deleted_by')
    .where('image.deleted_at', 'is not', null)
    .where('image.dataset_id', 'in', permittedDatasets(db, actor).select('dataset.id'))
    .select([
      'image.id',
      'image.path as name',
      'image.deleted_at',
      'app_user.username as deleted_by',
    ])
}

/** Annotations deleted with their category are restored with it, and not listed individually. */
function deletedAnnotations(db: Db, actor: Actor) {
  return db
    .selectFrom('annotation')
    .innerJoin('image', 'image.id', 'annotation.image_id')
    .innerJoin('category', 'category.id', 'annotation.category_id')
    .leftJoin('app_user', 'app_user.id', 'annotation.deleted_by')
    .where('annotation.deleted_at', 'is not', null)
    .where('annotation.deleted_with_category', '=', false)
    .where('annotation.taken_back', '=', false)
    .where('image.deleted_at', 'is', null)
    .where('image.dataset_id', 'in', permittedDatasets(db, actor).select('dataset.id'))
    .select([
      'annotation.id',
      sql<string>`category.name || ' · ' || image.path`.as('name'),
      'annotation.deleted_at',
      'app_user.username as deleted_by',
    ])
}

/** The right that restoring an item of each kind needs. */
export const rightToRestore: Readonly<Record<UndoInstance, Right>> = {
  annotation: 'annotate',
  category: 'annotate',
  dataset: 'delete',
  image: 'collect',
}

/** The newest deletions of one kind that the actor may restore. */
export function listDeleted(
  db: Db,
  actor: Actor,
  instance: UndoInstance,
  limit: number,
): Promise<DeletedRow[]> {
  switch (instance) {
    case 'dataset':
      return deletedDatasets(db, actor).orderBy('dataset.deleted_at', 'desc').limit(limit).execute()
    case 'category':
      return deletedCategories(db, actor)
        .orderBy('category.deleted_at', 'desc')
        .limit(limit)
        .execute()
    case 'image':
      return deletedImages(db, actor).orderBy('image.deleted_at', 'desc').limit(limit).execute()
    case 'annotation':
      return deletedAnnotations(db, actor)
        .orderBy('annotation.deleted_at', 'desc')
        .limit(limit)
        .execute()
  }
}

/** One deleted item; undefined if there is none, or none that the actor may restore. */
export function findDeleted(
  db: Db,
  actor: Actor,
  instance: UndoInstance,
  id: number,
): Promise<DeletedRow | undefined> {
  switch (instance) {
    case 'dataset':
      return deletedDatasets(db, actor).where('dataset.id', '=', id).executeTakeFirst()
    case 'category':
      return deletedCategories(db, actor).where('category.id', '=', id).executeTakeFirst()
    case 'image':
      return deletedImages(db, actor).where('image.id', '=', id).executeTakeFirst()
    case 'annotation':
      return deletedAnnotations(db, actor).where('annotation.id', '=', id).executeTakeFirst()
  }
}
