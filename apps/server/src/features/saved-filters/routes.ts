import { message } from '#contract/messages/message'
import {
  deleteSavedFilter,
  listSavedFilters,
  mostSavedFilters,
  renameSavedFilter,
  saveFilter,
} from '#contract/saved-filters'

import { breaksUnique, type Db } from '../../platform/database/database.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { notFound, Problem } from '../../platform/http/problem.ts'
import { serve, type Call, type Route } from '../../platform/http/route.ts'
import { getDataset } from '../datasets/queries.ts'

const columns = ['id', 'name', 'query'] as const

export function savedFilterRoutes(): Route[] {
  return [
    serve(listSavedFilters, async (call) => {
      const datasetId = await enter(call, call.params.id)
      return ownFilters(call.db, call.actor, datasetId).select(columns).orderBy('name').execute()
    }),

    serve(saveFilter, async (call) => {
      const { db, actor, body } = call
      const datasetId = await enter(call, call.params.id, { filter: body.name })
      const { count } = await ownFilters(db, actor, datasetId)
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      if (count >= mostSavedFilters) {
        throw new Problem(
          'not_possible_now',
          message('savedFilters.tooMany', { most: mostSavedFilters }),
        )
      }
      return db
        .insertInto('saved_filter')
        .values({
          dataset_id: datasetId,
          user_id: actor.id,
          name: body.name,
          query: JSON.stringify(body.query),
        })
        .returning(columns)
        .executeTakeFirstOrThrow()
        .catch(toldIfTaken(body.name))
    }),

    serve(renameSavedFilter, async (call) => {
      const { db, actor, params, body } = call
      const datasetId = await enter(call, params.id, { filter: body.name })
      const renamed = await db
        .updateTable('saved_filter')
        .set({ name: body.name })
        .where('id', 'in', ownFilters(db, actor, datasetId).select('id'))
        .where('id', '=', params.filter)
        .returning(columns)
        .executeTakeFirst()
        .catch(toldIfTaken(body.name))
      if (renamed === undefined) throw notFound('savedFilter')
      return renamed
    }),

    serve(deleteSavedFilter, async (call) => {
      const { db, actor, params } = call
      const datasetId = await enter(call, params.id)
      const deleted = await db
        .deleteFrom('saved_filter')
        .where('id', 'in', ownFilters(db, actor, datasetId).select('id'))
        .where('id', '=', params.filter)
        .returning('id')
        .executeTakeFirst()
      if (deleted === undefined) throw notFound('savedFilter')
      return { success: true } as const
    }),
  ]
}

/** @throws {Problem} not_found if the caller is not a member of the dataset. */
async function enter(
  { db, actor, concerns }: Pick<Call, 'db' | 'actor' | 'concerns'>,
  datasetId: number,
  detail?: Record<string, unknown>,
): Promise<number> {
  const { id } = await getDataset(db, actor, datasetId)
  concerns({ type: 'dataset', id, datasetId: id, ...(detail !== undefined && { detail }) })
  return id
}

function ownFilters(db: Db, actor: Actor, datasetId: number) {
  return db
    .selectFrom('saved_filter')
    .where('dataset_id', '=', datasetId)
    .where('user_id', 'is not distinct from', actor.id)
}

function toldIfTaken(name: string) {
  return (error: unknown): never => {
    throw breaksUnique(error, 'saved_filter_name')
      ? new Problem('name_taken', message('savedFilters.nameTaken', { name }))
      : error
  }
}
