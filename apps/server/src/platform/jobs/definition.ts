import type { z } from 'zod'

import { english, type Message } from '#contract/messages/message'

import type { Db } from '../database/database.ts'

/** A kind of background work, without the code that does it. */
export interface JobDefinition<P extends z.ZodType = z.ZodType> {
  readonly name: string
  /** Heading on the tasks page. */
  readonly group: Message
  readonly payload: P
  /** Maximum number of tries, if it throws or its process dies. */
  readonly attempts: number
  /** Delay before a retry, doubled each time up to the longest; absent: one second. */
  readonly retrySeconds?: { readonly first: number; readonly longest: number }
  /** How many run at a time in one process. */
  readonly concurrency: number
}

export function defineJob<P extends z.ZodType>(definition: JobDefinition<P>): JobDefinition<P> {
  return definition
}

/** Means by which a running job reports and stops. */
export interface JobContext {
  readonly taskId: number
  readonly db: Db
  /** Aborted when the task is cancelled or the server stops. */
  readonly signal: AbortSignal
  /** @param percent 0 to 100 */
  progress(percent: number): Promise<void>
  info(text: Message): Promise<void>
  warn(text: Message): Promise<void>
  error(text: Message): Promise<void>
}

/** The return value is the task's result. */
export type JobHandler<P extends z.ZodType = z.ZodType> = (
  payload: z.output<P>,
  context: JobContext,
) => Promise<Record<string, unknown>>

/** A task that is queued, started, failed permanently, or cancelled. */
export type TaskChange<P = unknown> = {
  readonly payload: P
  /** The transaction of the change, if any. */
  readonly db: Db
} & (
  | { readonly status: 'queued' | 'running' | 'cancelled' }
  | { readonly status: 'failed'; readonly why: Message }
)

export interface Job {
  readonly definition: JobDefinition
  readonly handler: JobHandler
  readonly onChange: ((change: TaskChange) => Promise<void>) | undefined
}

export function job<P extends z.ZodType>(
  definition: JobDefinition<P>,
  handler: JobHandler<P>,
  onChange?: (change: TaskChange<z.output<P>>) => Promise<void>,
): Job {
  return { definition, handler, onChange } as Job
}

/** A foreseen temporary failure, with a message for the user; the work is retried. */
export class PostponedJob extends Error {
  readonly told: Message
  constructor(told: Message) {
    super(english(told))
    this.name = 'PostponedJob'
    this.told = told
  }
}

/** The work cannot be done, and a retry would not help. */
export class PermanentFailure extends Error {
  readonly told: Message
  constructor(told: Message) {
    super(english(told))
    this.name = 'PermanentFailure'
    this.told = told
  }
}
