import type { Db } from '../../platform/database/database.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { notFound } from '../../platform/http/problem.ts'
import type { TaskRow } from '../../platform/jobs/tasks.ts'
import { visibleDatasets } from '../datasets/queries.ts'

export type ListedTask = TaskRow & { creator: string | null }

/** Tasks of the datasets that the actor may see, and the actor's own; an admin sees all. */
export function visibleTasks(db: Db, actor: Actor) {
  const all = db
    .selectFrom('task')
    .leftJoin('app_user', 'app_user.id', 'task.creator_id')
    .selectAll('task')
    .select('app_user.username as creator')
  if (actor.isAdmin || actor.anonymous) return all
  return all.where((eb) =>
    eb.or([
      eb('task.creator_id', '=', actor.id),
      eb('task.dataset_id', 'in', visibleDatasets(db, actor).select('dataset.id')),
    ]),
  )
}

export async function getTask(db: Db, actor: Actor, id: number): Promise<ListedTask> {
  const row = await visibleTasks(db, actor).where('task.id', '=', id).executeTakeFirst()
  if (row === undefined) throw notFound('task')
  return row
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
