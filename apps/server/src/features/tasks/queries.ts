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

/** The id of the dataset's queued or running task of a kind. */
export async function findOpenTask(
  db: Db,
  datasetId: number,
  kind: string,
): Promise<number | null> {
  const row = await db
    .selectFrom('task')
    .select('id')
    .where('kind', '=', kind)
    .where('dataset_id', '=', datasetId)
    .where('image_id', 'is', null)
    .where('status', 'in', ['queued', 'running'])
    .executeTakeFirst()
  return row?.id ?? null
}
