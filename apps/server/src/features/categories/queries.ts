import { type RawBuilder, sql, type SqlBool } from 'kysely'

import { freeColour } from '#contract/category-colours'
import { labelsWith, roleByName } from '#contract/category-role'
import { templateCategoryNamed } from '#contract/category-templates'
import { message } from '#contract/messages/message'

import type { Db } from '../../platform/database/database.ts'
import { isSite } from '../../platform/database/is-site.ts'
import { needing, type Actor } from '../../platform/http/actor.ts'
import { notFound, Problem } from '../../platform/http/problem.ts'
import { permittedDatasets } from '../datasets/queries.ts'

/** The actor's own categories and those of the datasets they may see. */
export function visibleCategories(db: Db, actor: Actor) {
  const existing = db.selectFrom('category').where('category.deleted_at', 'is', null)
  return existing.where((eb) =>
    eb.or([
      actor.isAdmin || actor.anonymous
        ? createdIn(actor.siteId)
        : eb('category.creator_id', '=', actor.id),
      eb(
        'category.id',
        'in',
        eb
          .selectFrom('dataset_category')
          .select('dataset_category.category_id')
          .where(
            'dataset_category.dataset_id',
            'in',
            permittedDatasets(db, needing(actor, 'view')).select('dataset.id'),
          ),
      ),
    ]),
  )
}

/** Categories whose creators belong to the site; without one, to the installation. */
export function createdIn(siteId: number | null): RawBuilder<SqlBool> {
  return isSite(sql`(select site_id from app_user where app_user.id = category.creator_id)`, siteId)
}

/** Categories with their creator's name. */
function describedCategories(db: Db, actor: Actor) {
  return described(visibleCategories(db, actor))
}

/** Whoever sees an annotation sees its category. */
export function categoriesOf(db: Db, annotated: readonly number[]) {
  const existing = db.selectFrom('category').where('category.deleted_at', 'is', null)
  return described(existing).where('category.id', 'in', annotated)
}

function described(categories: ReturnType<typeof visibleCategories>) {
  return categories
    .selectAll('category')
    .select((eb) =>
      eb
        .selectFrom('app_user')
        .whereRef('app_user.id', '=', 'category.creator_id')
        .select('app_user.username')
        .as('creator'),
    )
    .orderBy(sql`lower(category.name)`)
    .orderBy('category.id')
}

export type DescribedCategory = Awaited<
  ReturnType<ReturnType<typeof describedCategories>['executeTakeFirstOrThrow']>
>

/** Like {@link describedCategories}, with counts, which requires reading all their annotations. */
export function listedCategories(db: Db, actor: Actor) {
  return describedCategories(db, actor).select((eb) =>
    eb
      .selectFrom('annotation')
      .innerJoin('image', 'image.id', 'annotation.image_id')
      .whereRef('annotation.category_id', '=', 'category.id')
      .where('annotation.deleted_at', 'is', null)
      .where('annotation.is_empty', '=', false)
      .where('image.deleted_at', 'is', null)
      .select((annotation) => annotation.fn.countAll<number>().as('n'))
      .as('annotation_count'),
  )
}

export type ListedCategory = Awaited<
  ReturnType<ReturnType<typeof listedCategories>['executeTakeFirstOrThrow']>
>

export async function getListedCategory(db: Db, actor: Actor, id: number): Promise<ListedCategory> {
  const row = await listedCategories(db, actor).where('category.id', '=', id).executeTakeFirst()
  if (row === undefined) throw notFound('category')
  return row
}

export function listDatasetCategories(
  db: Db,
  actor: Actor,
  datasetId: number,
): Promise<DescribedCategory[]> {
  return describedCategories(db, actor)
    .where('category.id', 'in', (eb) =>
      eb.selectFrom('dataset_category').select('category_id').where('dataset_id', '=', datasetId),
    )
    .execute()
}

export async function countCategories(db: Db, actor: Actor): Promise<number> {
  const { count } = await visibleCategories(db, actor)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** @throws {Problem} if one of the ids is not a category that the actor may use. */
export async function refuseUnknownCategories(
  db: Db,
  actor: Actor,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return
  const rows = await visibleCategories(db, actor)
    .select('category.id')
    .where('category.id', 'in', [...ids])
    .execute()
  const usable = new Set(rows.map((row) => row.id))
  const unknown = ids.filter((id) => !usable.has(id))
  if (unknown.length === 0) return
  throw new Problem('invalid_input', message('categories.unknown', { ids: unknown.join(', ') }), {
    fields: { categories: message('categories.namesUnknown') },
  })
}

/** The actor's categories of these names; those that do not exist are created. */
export async function findOrCreateCategories(
  db: Db,
  actor: Actor,
  names: readonly string[],
): Promise<number[]> {
  const ids: number[] = []
  for (const name of new Set(names)) {
    const existing = await db
      .selectFrom('category')
      .select('id')
      .where('deleted_at', 'is', null)
      .where(sql<string>`lower(name)`, '=', name.toLowerCase())
      .where(sql<number>`coalesce(creator_id, 0)`, '=', actor.id ?? 0)
      .executeTakeFirst()
    ids.push(existing?.id ?? (await insertCategory(db, actor, name)))
  }
  return ids
}

/** Named like a category of a template, it gets its colour and its role. */
async function insertCategory(db: Db, actor: Actor, name: string): Promise<number> {
  const role = roleByName(name)
  const used = await usedColours(db, { creatorId: actor.id })
  const usual = templateCategoryNamed(name)?.color
  const row = await db
    .insertInto('category')
    .values({
      name,
      color: usual === undefined || used.includes(usual) ? freeColour(used) : usual,
      role,
      keypoint_labels: labelsWith(role, []),
      creator_id: actor.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** Beside which categories a new one must be told apart. */
interface Beside {
  readonly creatorId: number | null
  readonly datasetId?: number
}

/** A colour for a new category that its creator's others, and those of its dataset, do not have. */
export async function nextColor(db: Db, beside: Beside): Promise<string> {
  return freeColour(await usedColours(db, beside))
}

async function usedColours(db: Db, { creatorId, datasetId }: Beside): Promise<string[]> {
  const rows = await db
    .selectFrom('category')
    .select('color')
    .where('deleted_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb(sql<number>`coalesce(creator_id, 0)`, '=', creatorId ?? 0),
        eb(
          'id',
          'in',
          eb
            .selectFrom('dataset_category')
            .select('category_id')
            .where('dataset_id', '=', datasetId ?? 0),
        ),
      ]),
    )
    .execute()
  return rows.map(({ color }) => color.toLowerCase())
}
