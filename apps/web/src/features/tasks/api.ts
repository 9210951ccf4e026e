import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import type { LiveEvent } from '#contract/live'
import {
  cancelTask,
  deleteTask,
  getTaskLogs,
  listTasks,
  retryTask,
  type Task,
} from '#contract/tasks'

import { call } from '../../api/call.ts'
import { pollEveryMs } from '../../api/poll.ts'
import { useCall } from '../../api/use-call.ts'

/** A task is over if it is marked as completed, or if its progress is complete. */
export function isOver(task: Pick<Task, 'completed' | 'progress'>): boolean {
  return task.completed || task.progress >= 100
}

export const taskList = queryOptions({
  queryKey: ['tasks'],
  queryFn: ({ signal }) => call(listTasks, { signal }),
  refetchInterval: ({ state }) => (state.data?.some((task) => !isOver(task)) ? pollEveryMs : false),
})

export const taskLogs = (id: number) =>
  infiniteQueryOptions({
    queryKey: ['task logs', id],
    queryFn: ({ signal, pageParam }) =>
      call(getTaskLogs, { params: { id }, query: { after: pageParam }, signal }),
    initialPageParam: 0,
    getNextPageParam: (page, _pages, after) => (page.last > after ? page.last : undefined),
  })

/** Puts a live event about a task into the list; fetches the rest when the task is over. */
export function onTaskEvent(client: QueryClient, event: LiveEvent & { type: 'task' }): void {
  const tasks = client.getQueryData(taskList.queryKey)
  if (!tasks?.some((task) => task.id === event.id)) {
    void client.invalidateQueries(taskList)
    return
  }
  const { progress, status, warnings, errors } = event
  client.setQueryData(taskList.queryKey, (list) =>
    list?.map((task) =>
      task.id === event.id ? { ...task, progress, status, warnings, errors } : task,
    ),
  )
  if (status !== 'queued' && status !== 'running') {
    void client.invalidateQueries(taskList)
    void client.invalidateQueries({ queryKey: ['task logs', event.id] })
  }
}

const changed = [taskList.queryKey, ['task logs']]

export function useCancelTask() {
  const { t } = useTranslation()
  return useCall(cancelTask, { title: t('tasks.cancelling'), invalidates: changed })
}

export function useRetryTask() {
  const { t } = useTranslation()
  return useCall(retryTask, { title: t('tasks.retrying'), invalidates: changed })
}

export function useDeleteTask() {
  const { t } = useTranslation()
  return useCall(deleteTask, { title: t('tasks.deleting'), invalidates: changed })
}
