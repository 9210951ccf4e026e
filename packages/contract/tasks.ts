import { z } from 'zod'

import { endpoint } from './endpoint.ts'
import { Id, idParams, Instant, Success, Told } from './primitives.ts'

export const taskStatuses = ['queued', 'running', 'succeeded', 'failed', 'cancelled'] as const

export const Task = z.object({
  id: Id,
  name: z.string(),
  name_told: Told,
  group: z.string(),
  group_told: Told,
  status: z.enum(taskStatuses),
  /** Percent. */
  progress: z.number().min(0).max(100),
  completed: z.boolean(),
  warnings: z.int(),
  errors: z.int(),
  creator: z.string(),
  dataset_id: Id.nullable(),
  image_id: Id.nullable(),
  created_at: Instant,
  started_at: Instant.nullable(),
  finished_at: Instant.nullable(),
  result: z.record(z.string(), z.unknown()).nullable(),
  /** Whether the caller may cancel, repeat and remove it. */
  may_change: z.boolean(),
})
export type Task = z.infer<typeof Task>

export const logLevels = ['INFO', 'WARNING', 'ERROR'] as const
export type LogLevel = (typeof logLevels)[number]

export const LogEntry = z.object({
  id: z.int(),
  at: Instant,
  level: z.enum(logLevels),
  told: Told,
})
export type LogEntry = z.infer<typeof LogEntry>

export const listTasks = endpoint({
  method: 'GET',
  path: '/api/tasks/',
  summary: 'Tasks of the datasets that the caller may see, newest first; at most 500',
  access: 'user',
  scope: 'read',
  audited: true,
  response: z.array(Task),
})

export const deleteTask = endpoint({
  method: 'DELETE',
  path: '/api/tasks/:id',
  summary: 'Remove a finished task and its logs',
  access: 'analyse',
  params: idParams,
  response: Success,
})

export const getTaskLogs = endpoint({
  method: 'GET',
  path: '/api/tasks/:id/logs',
  summary: 'Log lines of a task, newest last',
  access: 'view',
  params: idParams,
  query: z.strictObject({
    after: z.coerce.number().int().min(0).default(0),
    limit: z.coerce.number().int().min(1).max(5000).default(1000),
  }),
  response: z.object({
    logs: z.array(z.string()),
    /** The same lines by their parts. */
    entries: z.array(LogEntry),
    /** Give it as `after` to get the lines that follow. */
    last: z.int(),
  }),
})

export const cancelTask = endpoint({
  method: 'POST',
  path: '/api/tasks/:id/cancel',
  summary: 'Cancel a queued or running task',
  access: 'analyse',
  params: idParams,
  response: Task,
})

export const retryTask = endpoint({
  method: 'POST',
  path: '/api/tasks/:id/retry',
  summary: 'Queue a failed or cancelled task again',
  access: 'analyse',
  params: idParams,
  response: Task,
})
