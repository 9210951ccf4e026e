import { notifications } from '@mantine/notifications'
import { createElement, type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import type { z } from 'zod'

import { getTaskLogs, type Task } from '#contract/tasks'

import type { Told } from '../i18n/told.ts'
import { call } from './call.ts'
import { ErrorsOfTask } from './errors-of-task.tsx'
import { useTask } from './task-progress.ts'

interface Outcome<Report extends z.ZodType> {
  title: string
  /** Shown if the task failed and its log gives no reason. */
  failed: string
  /** The schema of the task's result. */
  report: Report
  /** Format of each error in the log; if absent, only the error that ended the task is shown. */
  eachError?: (error: string) => string
  /** Null if success is visible elsewhere. */
  told: (report: z.output<Report>) => { message: string; isClean: boolean } | null
}

/** Shows once how a task that was started here has ended. */
export function useTaskOutcome<Report extends z.ZodType>(
  taskId: number | null,
  { title, failed, report, eachError, told }: Outcome<Report>,
): void {
  const task = useTask(taskId)
  const toldOf = useRef<number | null>(null)
  const tell = useEffectEvent(({ id, status, result }: Task) => {
    const read = report.safeParse(result)
    if (status === 'succeeded' && read.success) {
      const outcome = told(read.data)
      if (outcome === null) return
      const { message, isClean } = outcome
      notifications.show({ title, message, color: isClean ? 'green' : 'yellow' })
    } else if (status === 'failed') {
      void whyFailed(id).then((all) =>
        notifications.show({
          title,
          message: textOf(eachError === undefined ? all.slice(-1) : all, eachError) ?? failed,
          color: 'red',
          autoClose: false,
        }),
      )
    }
  })
  useEffect(() => {
    if (task?.completed !== true || toldOf.current === task.id) return
    toldOf.current = task.id
    tell(task)
  }, [task])
}

function textOf(
  errors: readonly Told[],
  written: (error: string) => string = (error) => error,
): ReactNode {
  return errors.length === 0 ? undefined : createElement(ErrorsOfTask, { errors, written })
}

/** The errors in a task's log; the last one ended the task. */
async function whyFailed(id: number): Promise<Told[]> {
  const { entries } = await call(getTaskLogs, { params: { id }, query: {} }).catch(() => ({
    entries: [],
  }))
  return entries.filter(({ level }) => level === 'ERROR').map(({ told }) => told)
}
