import type { z } from 'zod'

import { english, type Message } from '#contract/messages/message'

import type { Db } from '../database/database.ts'

/** A kind of background work, apart from the code that does it. */
export interface JobDefinition<P extends z.ZodType = z.ZodType> {
  readonly name: string
  /** The heading under which the tasks page lists it. */
  readonly group: Message
  readonly payload: P
  /** How often it is tried in all, where it throws or its process dies. */
  readonly attempts: number
  /** The pause before it is tried again, doubled each time up to the longest; else a second. */
  readonly retrySeconds?: { readonly first: number; readonly longest: number }
  /** How many run at a time in one process. */
  readonly concurrency: number
}

export function defineJob<P extends z.ZodType>(definition: JobDefinition<P>): JobDefinition<P> {
  return definition
}

/** What a running job may do besides its work. */
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

/** What it returns is the task's result. */
export type JobHandler<P extends z.ZodType = z.ZodType> = (
  payload: z.output<P>,
  context: JobContext,
) => Promise<Record<string, unknown>>

/** A task that is queued, taken up, failed for good, or cancelled. */
export type TaskChange<P = unknown> = {
  readonly payload: P
  /** The transaction of the change, where there is one. */
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

/** The work could not be done for now: a foreseen failure, told, after which it is tried again. */
export class PostponedJob extends Error {
  readonly told: Message
  constructor(told: Message) {
    super(english(told))
    this.name = 'PostponedJob'
    this.told = told
  }
}

/** The work cannot be done, and trying again would not help. */
export class PermanentFailure extends Error {
  readonly told: Message
  constructor(told: Message) {
    super(english(told))
    this.name = 'PermanentFailure'
    this.told = told
  }
}
