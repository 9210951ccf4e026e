import { notifications } from '@mantine/notifications'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { z } from 'zod'

import { getTaskLogs, type Task } from '#contract/tasks'

import { useTold } from '../i18n/told.ts'
import { call } from './call.ts'
import { useTask } from './task-progress.ts'

interface Outcome<Report extends z.ZodType> {
  title: string
  /** What is told where it failed and its log does not say why. */
  failed: string
  /** The schema of the task's result. */
  report: Report
  /** Null: that it succeeded is seen elsewhere. */
  told: (report: z.output<Report>) => { message: string; isClean: boolean } | null
}

/** Tells once how a task ended that was started here. */
export function useTaskOutcome<Report extends z.ZodType>(
  taskId: number | null,
  { title, failed, report, told }: Outcome<Report>,
): void {
  const task = useTask(taskId)
  const { stored } = useTold()
  const toldOf = useRef<number | null>(null)
  const tell = useEffectEvent(({ id, status, result }: Task) => {
    const read = report.safeParse(result)
    if (status === 'succeeded' && read.success) {
      const outcome = told(read.data)
      if (outcome === null) return
      const { message, isClean } = outcome
      notifications.show({ title, message, color: isClean ? 'green' : 'yellow' })
    } else if (status === 'failed') {
      void whyFailed(id).then((why) =>
        notifications.show({
          title,
          message: why === undefined ? failed : stored(why),
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

/** The last error in the log of a task: what ended it. */
async function whyFailed(id: number): Promise<string | undefined> {
  const { logs } = await call(getTaskLogs, { params: { id }, query: {} }).catch(() => ({
    logs: [],
  }))
  const isError = /^\[[^\]]*\] \[ERROR\] /u
  return logs.findLast((line) => isError.test(line))?.replace(isError, '')
}
