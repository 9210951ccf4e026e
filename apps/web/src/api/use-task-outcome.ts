import { notifications } from '@mantine/notifications'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { z } from 'zod'

import type { Task } from '#contract/tasks'

import { useTask } from './task-progress.ts'

interface Outcome<Report extends z.ZodType> {
  title: string
  /** What is told where it failed. */
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
  const toldOf = useRef<number | null>(null)
  const tell = useEffectEvent(({ status, result }: Task) => {
    const read = report.safeParse(result)
    if (status === 'succeeded' && read.success) {
      const outcome = told(read.data)
      if (outcome === null) return
      const { message, isClean } = outcome
      notifications.show({ title, message, color: isClean ? 'green' : 'yellow' })
    } else if (status === 'failed') {
      notifications.show({ title, message: failed, color: 'red' })
    }
  })
  useEffect(() => {
    if (task?.completed !== true || toldOf.current === task.id) return
    toldOf.current = task.id
    tell(task)
  }, [task])
}
