import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

import { listTasks, type Task } from '#contract/tasks'

import { call } from './call.ts'

/** How long what has come to its end is still shown, in milliseconds. */
const lingerMs = 1000

const tasks = queryOptions({
  queryKey: ['tasks'],
  queryFn: ({ signal }) => call(listTasks, { signal }),
})

/** A task as it is now; undefined until it is known. */
export function useTask(id: number | null): Task | undefined {
  const { data } = useQuery({ ...tasks, enabled: id !== null })
  return data?.find((task) => task.id === id)
}

export interface TaskProgress {
  readonly id: number
  /** Percent. */
  readonly progress: number
}

/**
 * How far a task is that works on a dataset; null where there is none. At its end it is shown for
 * one second more, and what is shown of datasets is fetched again.
 */
export function useTaskProgress(running: number | null): TaskProgress | null {
  const client = useQueryClient()
  const [known, setKnown] = useState(running)
  const [settled, setSettled] = useState<number | null>(null)
  if (running !== null && running !== known) setKnown(running)
  const shown = known === settled ? null : known
  const task = useTask(shown)
  const isOver = task === undefined ? running === null : task.completed
  useEffect(() => {
    if (shown === null || !isOver) return undefined
    void client.invalidateQueries({ queryKey: ['dataset'] })
    const timer = setTimeout(() => setSettled(shown), lingerMs)
    return () => clearTimeout(timer)
  }, [client, shown, isOver])
  return shown === null ? null : { id: shown, progress: task?.progress ?? 0 }
}
