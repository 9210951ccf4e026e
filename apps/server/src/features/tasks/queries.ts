import { sql, type SqlBool } from 'kysely'

import { neededRight } from '#contract/endpoint'
import { includes } from '#contract/roles'
import { cancelTask } from '#contract/tasks'

import type { Db } from '../../platform/database/database.ts'
import { isSite } from '../../platform/database/is-site.ts'
import { needing, type Actor } from '../../platform/http/actor.ts'
import type { TaskRow } from '../../platform/jobs/tasks.ts'
import { standingsEverywhere } from '../datasets/policy.ts'
import { orRefuse, permittedDatasets, reachedBy } from '../datasets/queries.ts'

export type ListedTask = TaskRow & { creator: string | null }

/**
 * Tasks of the datasets in which the actor has the right that the work needs, and the actor's own:
 * all of them to see, only those without a dataset for anything else.
 */
function permittedTasks(db: Db, actor: Actor) {
  const all = db
    .selectFrom('task')
    .leftJoin('app_user', 'app_user.id', 'task.creator_id')
    .leftJoin('dataset', 'dataset.id', 'task.dataset_id')
    .where(reachedBy(actor))
    .selectAll('task')
    .select('app_user.username as creator')
  if (includes(actor.needs, standingsEverywhere(actor))) return all.where(isOfSite(actor.siteId))
  return all.where((eb) =>
    eb.or([
      eb.and([
        eb('task.creator_id', '=', actor.id),
        ...(actor.needs === 'view' ? [] : [eb('task.dataset_id', 'is', null)]),
      ]),
      eb('task.dataset_id', 'in', permittedDatasets(db, actor).select('dataset.id')),
    ]),
  )
}

/** The newest tasks that the actor may see, each with whether the actor may change it. */
export async function newestTasks(
  db: Db,
  actor: Actor,
  most: number,
): Promise<(ListedTask & { mayChange: boolean })[]> {
  const found = await newestIds(db, actor, most)
  if (found.length === 0) return []
  const tasks = await permittedTasks(db, actor)
    .where('task.id', 'in', found)
    .orderBy('task.id', 'desc')
    .execute()
  const changeable = await permittedTasks(db, needing(actor, neededRight(cancelTask)))
    .clearSelect()
    .select('task.id')
    .where('task.id', 'in', found)
    .execute()
  const ids = new Set(changeable.map(({ id }) => id))
  return tasks.map((task) => ({ ...task, mayChange: ids.has(task.id) }))
}

/**
 * Ids of the newest tasks of the datasets and people whose tasks the actor may see. Each has an index of
 * its tasks, so that no more are read however many there are.
 */
async function newestIds(db: Db, actor: Actor, most: number): Promise<number[]> {
  const seesAll = includes(actor.needs, standingsEverywhere(actor))
  const newest = db.selectFrom('task').select('task.id').orderBy('task.id', 'desc').limit(most)
  const datasets = seesAll
    ? db.selectFrom('dataset').where(reachedBy(actor)).where(isSiteOf('dataset', actor))
    : permittedDatasets(db, actor)
  const people = db
    .selectFrom('app_user')
    .where(seesAll ? isSiteOf('app_user', actor) : sql<SqlBool>`app_user.id = ${actor.id}`)
  const ofDatasets = datasets
    .innerJoinLateral(
      newest.where(sql`task.dataset_id`, '=', sql.ref('dataset.id')).as('newest'),
      (on) => on.onTrue(),
    )
    .select('newest.id')
  const ofPeople = people
    .innerJoinLateral(
      newest
        .leftJoin('dataset', 'dataset.id', 'task.dataset_id')
        .where(reachedBy(actor))
        .where(sql`task.creator_id`, '=', sql.ref('app_user.id'))
        .$if(seesAll, (query) => query.where('task.dataset_id', 'is', null))
        .as('newest'),
      (on) => on.onTrue(),
    )
    .select('newest.id')
  // Those that the server itself started.
  const ofNobody = newest
    .leftJoin('dataset', 'dataset.id', 'task.dataset_id')
    .where(reachedBy(actor))
    .where('task.creator_id', 'is', null)
    .where('task.dataset_id', 'is', null)
    .where(sql.val(seesAll && actor.siteId === null))
  const rows = await db
    .selectFrom(
      ofDatasets
        .union(ofPeople)
        .union((eb) => eb.parens(ofNobody))
        .as('found'),
    )
    .select('id')
    .orderBy('id', 'desc')
    .limit(most)
    .execute()
  return rows.map(({ id }) => id)
}

function isSiteOf(table: 'dataset' | 'app_user', { siteId }: Actor) {
  return isSite(sql.ref(`${table}.site_id`), siteId)
}

/** Tasks of the site's datasets, and those without a dataset that its people started. */
function isOfSite(siteId: number | null) {
  const site = sql`case when task.dataset_id is null then app_user.site_id
    else (select site_id from dataset where dataset.id = task.dataset_id) end`
  return isSite(site, siteId)
}

export function getTask(db: Db, actor: Actor, id: number): Promise<ListedTask> {
  return orRefuse(actor, 'task', (by) =>
    permittedTasks(db, by).where('task.id', '=', id).executeTakeFirst(),
  )
}

/** The ids of the dataset's queued and running tasks of these kinds, by their kind. */
export async function findOpenTasks(
  db: Db,
  datasetId: number,
  kinds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('task')
    .select(['id', 'kind'])
    .where('kind', 'in', kinds)
    .where('dataset_id', '=', datasetId)
    .where('image_id', 'is', null)
    .where('status', 'in', ['queued', 'running'])
    .execute()
  return new Map(rows.map(({ id, kind }) => [kind, id]))
}
