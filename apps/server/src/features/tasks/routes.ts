import { message } from '#contract/messages/message'
import { cancelTask, deleteTask, getTaskLogs, listTasks, retryTask } from '#contract/tasks'

import { Problem } from '../../platform/http/problem.ts'
import { serve, type Call, type Route } from '../../platform/http/route.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { presentLogEntry, presentLogLine, presentTask } from './present.ts'
import { getTask, newestTasks, type ListedTask } from './queries.ts'

const mostTasks = 500

/** The page polls while it is open, which is one access. */
const secondsAtOneList = 600

export function taskRoutes({ jobs }: { jobs: Jobs }): Route[] {
  return [
    serve(
      listTasks,
      async ({ db, actor }) => {
        const tasks = await newestTasks(db, actor, mostTasks)
        return tasks.map((task) => presentTask(task, task.mayChange))
      },
      { accessSeconds: secondsAtOneList },
    ),

    serve(deleteTask, async (call) => {
      const task = await getConcerned(call)
      if (task.status === 'queued' || task.status === 'running') {
        throw new Problem('still_running', message('tasks.stillRunning'))
      }
      await call.db.deleteFrom('task').where('id', '=', task.id).execute()
      return { success: true } as const
    }),

    serve(
      getTaskLogs,
      async (call) => {
        const task = await getConcerned(call)
        const { after, limit } = call.query
        const rows = await call.db
          .selectFrom('task_log')
          .selectAll()
          .where('task_id', '=', task.id)
          .where('id', '>', after)
          .orderBy('id')
          .limit(limit)
          .execute()
        return {
          logs: rows.map(presentLogLine),
          entries: rows.map(presentLogEntry),
          last: rows.at(-1)?.id ?? after,
        }
      },
      { accessSeconds: secondsAtOneList },
    ),

    serve(cancelTask, async (call) => {
      const task = await getConcerned(call)
      const cancelled = await jobs.cancel(call.db, task)
      if (cancelled === undefined) throw new Problem('not_possible_now', message('tasks.hasEnded'))
      return presentTask({ ...cancelled, creator: task.creator }, true)
    }),

    serve(retryTask, async (call) => {
      const task = await getConcerned(call)
      const queued = await jobs.retry(call.db, task)
      if (queued === undefined) {
        throw new Problem('not_possible_now', message('tasks.notRetryable'))
      }
      return presentTask({ ...queued, creator: task.creator }, true)
    }),
  ]
}

async function getConcerned(call: Call & { params: { id: number } }): Promise<ListedTask> {
  const task = await getTask(call.db, call.actor, call.params.id)
  call.concerns({
    type: 'task',
    id: task.id,
    ...(task.dataset_id === null ? {} : { datasetId: task.dataset_id }),
  })
  return task
}
