import { message, type Message } from '#contract/messages/message'

import type { Clock } from '../clock.ts'
import type { Db } from '../database/database.ts'
import { log } from '../log.ts'
import { PermanentFailure, PostponedJob, type Job, type JobContext } from './definition.ts'
import { isPassing } from './is-passing.ts'
import type { Delivery } from './queue.ts'
import { changeTask, logTask } from './tasks.ts'

interface Run extends Delivery {
  readonly db: Db
  readonly clock: Clock
  readonly job: Job
  /** Queues the task again with all its tries; false if that was done too often. */
  readonly tryAnew: () => Promise<boolean>
  /** Queues the task again for another process, as if this one had never had it. */
  readonly handBack: () => Promise<void>
}

/** Nobody could read more frequent progress. */
const progressEveryMs = 250

/** How one run of a task ended; a run that throws is tried again. */
export type RunResult = 'succeeded' | 'failed' | 'cancelled' | 'postponed' | 'handed-back'

/**
 * Does a task's work and keeps its row up to date.
 * @throws if the queue is to retry.
 */
export async function runTask(run: Run): Promise<RunResult> {
  const { db, clock, job, taskId } = run
  const start = { status: 'running', started_at: clock() } as const
  const task = await changeTask(db, taskId, ['queued', 'running'], start)
  // Cancelled or deleted while it waited.
  if (task === undefined) return 'cancelled'
  const payload = job.definition.payload.parse(task.payload)
  try {
    await job.onChange?.({ payload, db, status: 'running' })
    const result = await job.handler(payload, contextOf(run))
    await changeTask(db, taskId, ['running'], {
      status: 'succeeded',
      progress: 100,
      finished_at: clock(),
      result: JSON.stringify(result),
    })
    return 'succeeded'
  } catch (error) {
    return settleFailure(run, payload, error)
  }
}

async function settleFailure(run: Run, payload: unknown, error: unknown): Promise<RunResult> {
  const { db, clock, job, taskId } = run
  if (run.signal.aborted) {
    if (await isCancelled(db, taskId)) return 'cancelled'
    if (run.stopping.aborted) {
      await run.handBack()
      return 'handed-back'
    }
    // The row belongs to the process that has the job now: a cancelled task may be running again.
    throw error
  }
  const why = messageFor(error, taskId)
  if (run.isLast && isPassing(error) && (await run.tryAnew())) return 'postponed'
  if (!(error instanceof PermanentFailure) && !run.isLast) {
    const text = message('tasks.triedAgain', { why })
    await logTask(db, taskId, { at: clock(), level: 'WARNING', text })
    await changeTask(db, taskId, ['running'], { status: 'queued' })
    throw error
  }
  await logTask(db, taskId, { at: clock(), level: 'ERROR', text: why })
  await changeTask(db, taskId, ['running'], { status: 'failed', finished_at: clock() })
  await job.onChange?.({ payload, db, status: 'failed', why })
  return 'failed'
}

/**
 * The message for the user: foreseen failures in their own words, others with a reference to the
 * log.
 */
function messageFor(error: unknown, taskId: number): Message {
  if (error instanceof PermanentFailure || error instanceof PostponedJob) return error.told
  log.error('task failed', error, { taskId })
  if (isPassing(error)) return message('tasks.interrupted')
  return message('tasks.unexpected', { task: taskId })
}

async function isCancelled(db: Db, taskId: number): Promise<boolean> {
  const row = await db
    .selectFrom('task')
    .select('status')
    .where('id', '=', taskId)
    .executeTakeFirst()
  return row === undefined || row.status === 'cancelled'
}

function contextOf({ db, clock, taskId, signal }: Run): JobContext {
  let lastTold = 0
  const say = (level: 'INFO' | 'WARNING' | 'ERROR') => (text: Message) =>
    logTask(db, taskId, { at: clock(), level, text })
  return {
    taskId,
    db,
    signal,
    async progress(percent) {
      const now = performance.now()
      if (now - lastTold < progressEveryMs) return
      lastTold = now
      const progress = Math.max(0, Math.min(99, percent))
      await changeTask(db, taskId, ['running'], { progress })
    },
    info: say('INFO'),
    warn: say('WARNING'),
    error: say('ERROR'),
  }
}
