import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

import { listTasks, type Task } from '#contract/tasks'

import { call } from './call.ts'

/** Time for which a finished task remains visible, in milliseconds. */
const lingerMs = 1000

const tasks = queryOptions({
  queryKey: ['tasks'],
  queryFn: ({ signal }) => call(listTasks, { signal }),
})

/** The current state of a task; undefined until loaded. */
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
 * Progress of a task that works on a dataset; null if there is none. A finished task remains for one second,
 * and the visible data of datasets are fetched again.
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
