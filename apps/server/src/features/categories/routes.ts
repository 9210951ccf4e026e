import {
  createCategory,
  deleteCategory,
  keypointsFit,
  listCategories,
  updateCategory,
} from '#contract/categories'
import { labelsWith, roleByName } from '#contract/category-role'
import { message } from '#contract/messages/message'

import type { Clock } from '../../platform/clock.ts'
import { breaksUnique, type Db } from '../../platform/database/database.ts'
import { pageOf } from '../../platform/database/paging.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { Problem } from '../../platform/http/problem.ts'
import { serve, type Route } from '../../platform/http/route.ts'
import { announceCategory } from './announce.ts'
import { categoryPolicy } from './policy.ts'
import { presentCounted } from './present.ts'
import {
  countCategories,
  getListedCategory,
  listedCategories,
  nextColor,
  type ListedCategory,
} from './queries.ts'

export function categoryRoutes({ clock }: { clock: Clock }): Route[] {
  return [
    serve(listCategories, async ({ db, actor, query }) => {
      const { offset, ...pagination } = pageOf(await countCategories(db, actor), query)
      const rows = await listedCategories(db, actor).limit(query.limit).offset(offset).execute()
      return { categories: rows.map(presentCounted), pagination }
    }),

    serve(createCategory, async ({ db, actor, body }) => {
      const role = body.role === undefined ? roleByName(body.name) : body.role
      const { id } = await db
        .insertInto('category')
        .values({
          name: body.name,
          supercategory: body.supercategory ?? '',
          color: body.color ?? (await nextColor(db, { creatorId: actor.id })),
          metadata: JSON.stringify(body.metadata ?? {}),
          keypoint_labels: labelsWith(role, body.keypoint_labels ?? []),
          keypoint_edges: JSON.stringify(body.keypoint_edges ?? []),
          keypoint_colors: body.keypoint_colors ?? [],
          role,
          creator_id: actor.id,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
        .catch((error: unknown) => {
          throw nameTaken(error, body.name)
        })
      return presentCounted(await getListedCategory(db, actor, id))
    }),

    serve(updateCategory, async ({ db, actor, params, body, concerns }) => {
      const category = await getChangeable(db, actor, params.id)
      concerns({ type: 'category', id: category.id, detail: { changed: Object.keys(body) } })
      refuseMisfit({ ...category, ...body })
      const role = body.role === undefined ? category.role : body.role
      await db
        .updateTable('category')
        .set({
          name: body.name ?? category.name,
          supercategory: body.supercategory ?? category.supercategory,
          color: body.color ?? category.color,
          metadata: JSON.stringify(body.metadata ?? category.metadata),
          keypoint_labels: labelsWith(role, body.keypoint_labels ?? category.keypoint_labels),
          keypoint_edges: JSON.stringify(body.keypoint_edges ?? category.keypoint_edges),
          keypoint_colors: body.keypoint_colors ?? category.keypoint_colors,
          role,
        })
        .where('id', '=', category.id)
        .execute()
        .catch((error: unknown) => {
          throw nameTaken(error, body.name ?? category.name)
        })
      await announceCategory(db, category.id)
      return presentCounted(await getListedCategory(db, actor, category.id))
    }),

    serve(deleteCategory, async ({ db, actor, params, concerns }) => {
      const category = await getChangeable(db, actor, params.id)
      concerns({ type: 'category', id: category.id, detail: { name: category.name } })
      const deletion = { deleted_at: clock(), deleted_by: actor.id }
      await db.updateTable('category').set(deletion).where('id', '=', category.id).execute()
      await db
        .updateTable('annotation')
        .set({ ...deletion, deleted_with_category: true })
        .where('category_id', '=', category.id)
        .where('deleted_at', 'is', null)
        .execute()
      await announceCategory(db, category.id)
      return { success: true } as const
    }),
  ]
}

async function getChangeable(db: Db, actor: Actor, id: number): Promise<ListedCategory> {
  const category = await getListedCategory(db, actor, id)
  if (!categoryPolicy.change(actor, category)) {
    throw new Problem(
      'forbidden',
      category.creator === null
        ? message('users.onlyAdmin')
        : message('categories.onlyCreator', { creator: category.creator }),
    )
  }
  return category
}

/** Labels and edges may be sent separately: each must fit the category's other one. */
function refuseMisfit(category: Parameters<typeof keypointsFit>[0]): void {
  if (keypointsFit(category)) return
  const told = message('categories.keypointsDoNotFit')
  throw new Problem('invalid_input', told, { fields: { keypoint_labels: told } })
}

function nameTaken(error: unknown, name: string): unknown {
  return breaksUnique(error, 'category_name')
    ? new Problem('name_taken', message('categories.nameTaken', { name }))
    : error
}
