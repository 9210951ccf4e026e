import type { PoolConfig } from 'pg'
import type { z } from 'zod'

import { message, type Message } from '#contract/messages/message'

import type { Clock } from '../clock.ts'
import { breaksUnique, inTransaction, type Db } from '../database/database.ts'
import { Problem } from '../http/problem.ts'
import type { Job, JobDefinition } from './definition.ts'
import { openQueue, type Delivery, type Queue } from './queue.ts'
import { runTask, type RunResult } from './run-task.ts'
import { announceTask, changeTask, logTask, type TaskRow } from './tasks.ts'

interface TaskRequest<P extends z.ZodType> {
  readonly definition: JobDefinition<P>
  readonly payload: z.input<P>
  readonly name: Message
  readonly creatorId: number | null
  readonly datasetId?: number
  readonly imageId?: number
}

/** Background work as tasks that users see, carried by a queue that they do not. */
export interface Jobs extends AsyncDisposable {
  /** Connects to the queue and creates its tables now, instead of at the first task. */
  open(): Promise<void>
  /** Registers the kinds of work, before any of their tasks is started, cancelled or retried. */
  define(jobs: readonly Job[]): void
  /** Creates the task and queues its job, both when the transaction commits. */
  start<P extends z.ZodType>(db: Db, request: TaskRequest<P>): Promise<TaskRow>
  /** Undefined if the task has ended already. */
  cancel(db: Db, task: TaskRow): Promise<TaskRow | undefined>
  /** Undefined if the task has neither failed nor been cancelled. */
  retry(db: Db, task: TaskRow): Promise<TaskRow | undefined>
  /** The kinds of work. */
  kinds(): readonly string[]
  /** Does the work from now on, in this process: of all kinds, or of these. */
  work(kinds?: readonly string[]): Promise<void>
  /** Takes no more work; what does not end in time is handed back. */
  drain(): Promise<void>
}

/** A task during which processes die this often in a row is considered their cause. */
const mostInterruptions = 12
const firstPauseSeconds = 2
const longestPauseSeconds = 900

export type RanJob = (run: {
  readonly kind: string
  readonly result: RunResult | 'retried'
  readonly seconds: number
}) => void

export function openJobs(options: {
  connection: PoolConfig
  /** For listening, if `connection` goes through a pooler. */
  direct?: PoolConfig
  db: Db
  clock: Clock
  /** Told of each run of a job in this process. */
  ran?: RanJob
  /** How long a stop waits for jobs in progress. */
  patienceMs?: number
}): Jobs {
  const { db, clock, ran } = options
  let opening: Promise<Queue> | undefined
  const defined = new Map<string, Job>()

  async function queue(): Promise<Queue> {
    opening ??= openQueue(options)
    try {
      return await opening
    } catch (error) {
      opening = undefined
      throw error
    }
  }

  function jobOf(kind: string): Job {
    const job = defined.get(kind)
    if (job === undefined) throw new Error(`No job is defined for tasks of kind ${kind}.`)
    return job
  }

  async function startTask<P extends z.ZodType>(
    trx: Db,
    request: TaskRequest<P>,
  ): Promise<TaskRow> {
    const { definition } = request
    const payload = definition.payload.parse(request.payload)
    const task = await insertTask(trx, request, { payload, at: clock() })
    const job_id = await (await queue()).send(trx, definition, task.id)
    await trx.updateTable('task').set({ job_id }).where('id', '=', task.id).execute()
    await announceTask(trx, task)
    await jobOf(definition.name).onChange?.({ payload, db: trx, status: 'queued' })
    return { ...task, job_id }
  }

  async function cancelTask(trx: Db, task: TaskRow): Promise<TaskRow | undefined> {
    if (task.job_id !== null) await (await queue()).cancel(trx, task.kind, task.job_id)
    const change = { status: 'cancelled', finished_at: clock() } as const
    const cancelled = await changeTask(trx, task.id, ['queued', 'running'], change)
    if (cancelled === undefined) return undefined
    await logTask(trx, task.id, { at: clock(), level: 'INFO', text: message('tasks.cancelled') })
    const { payload } = task
    await jobOf(task.kind).onChange?.({ payload, db: trx, status: 'cancelled' })
    return cancelled
  }

  async function retryTask(trx: Db, task: TaskRow): Promise<TaskRow | undefined> {
    const { definition, onChange } = jobOf(task.kind)
    const queued = await changeTask(trx, task.id, ['failed', 'cancelled'], {
      status: 'queued',
      progress: 0,
      started_at: null,
      finished_at: null,
      result: null,
      job_id: await (await queue()).send(trx, definition, task.id),
    })
    if (queued === undefined) return undefined
    await logTask(trx, task.id, { at: clock(), level: 'INFO', text: message('tasks.queuedAgain') })
    await onChange?.({ payload: task.payload, db: trx, status: 'queued' })
    return queued
  }

  /**
   * Queues a task again whose tries were used up by process deaths that it did not cause, with a
   * delay that grows each time; false if that happened too often.
   */
  async function tryAnew(taskId: number): Promise<boolean> {
    return db.transaction().execute(async (trx) => {
      const task = await trx
        .updateTable('task')
        .set((eb) => ({ status: 'queued', interruptions: eb('interruptions', '+', 1) }))
        .where('id', '=', taskId)
        .where('status', 'in', ['queued', 'running'])
        .where('interruptions', '<', mostInterruptions)
        .returningAll()
        .executeTakeFirst()
      if (task === undefined) return false
      const { definition, onChange } = jobOf(task.kind)
      const pause = Math.min(firstPauseSeconds * 2 ** task.interruptions, longestPauseSeconds)
      const job_id = await (await queue()).send(trx, definition, taskId, pause)
      await trx.updateTable('task').set({ job_id }).where('id', '=', taskId).execute()
      const why = message('tasks.interrupted')
      const text = message('tasks.triedAgain', { why })
      await logTask(trx, taskId, { at: clock(), level: 'WARNING', text })
      await announceTask(trx, task)
      await onChange?.({ payload: task.payload, db: trx, status: 'queued' })
      return true
    })
  }

  async function handBack(taskId: number): Promise<void> {
    await db.transaction().execute(async (trx) => {
      const change = { status: 'queued', started_at: null } as const
      const task = await changeTask(trx, taskId, ['running'], change)
      if (task === undefined) return
      const { definition, onChange } = jobOf(task.kind)
      const job_id = await (await queue()).send(trx, definition, taskId)
      await trx.updateTable('task').set({ job_id }).where('id', '=', taskId).execute()
      await logTask(trx, taskId, { at: clock(), level: 'INFO', text: message('tasks.handedBack') })
      await onChange?.({ payload: task.payload, db: trx, status: 'queued' })
    })
  }

  async function run(job: Job, delivery: Delivery): Promise<void> {
    const begun = performance.now()
    let result: RunResult | 'retried' = 'retried'
    try {
      const { taskId } = delivery
      result = await runTask({
        ...delivery,
        db,
        clock,
        job,
        tryAnew: () => tryAnew(taskId),
        handBack: () => handBack(taskId),
      })
    } finally {
      const seconds = (performance.now() - begun) / 1000
      ran?.({ kind: job.definition.name, result, seconds })
    }
  }

  async function failExhausted(taskId: number): Promise<void> {
    if (await tryAnew(taskId)) return
    const why = message('tasks.processStopped')
    const change = { status: 'failed', finished_at: clock() } as const
    const task = await changeTask(db, taskId, ['queued', 'running'], change)
    if (task === undefined) return
    await logTask(db, taskId, { at: clock(), level: 'ERROR', text: why })
    await jobOf(task.kind).onChange?.({ payload: task.payload, db, status: 'failed', why })
  }

  return {
    async open() {
      await queue()
    },

    define(jobs) {
      for (const job of jobs) {
        const { name } = job.definition
        if (defined.has(name)) throw new Error(`Two jobs have the name ${name}.`)
        defined.set(name, job)
      }
    },
    // The task and its job are created together: a worker must not find one without the other.
    start: (trx, request) => inTransaction(trx, (both) => startTask(both, request)),
    cancel: (trx, task) => inTransaction(trx, (both) => cancelTask(both, task)),
    retry: (trx, task) => inTransaction(trx, (both) => retryTask(both, task)),

    kinds: () => [...defined.keys()],
    async drain() {
      await (await opening)?.drain()
    },

    async work(kinds) {
      const opened = await queue()
      for (const job of defined.values()) {
        if (kinds?.includes(job.definition.name) === false) continue
        await opened.work(job.definition, (delivery) => run(job, delivery))
      }
      await opened.onExhausted(failExhausted)
    },

    async [Symbol.asyncDispose]() {
      await (await opening)?.[Symbol.asyncDispose]()
    },
  }
}

function insertTask(
  trx: Db,
  request: TaskRequest<z.ZodType>,
  { payload, at }: { payload: unknown; at: Date },
): Promise<TaskRow> {
  return trx
    .insertInto('task')
    .values({
      kind: request.definition.name,
      name: JSON.stringify(request.name),
      group_name: JSON.stringify(request.definition.group),
      payload: JSON.stringify(payload),
      creator_id: request.creatorId,
      dataset_id: request.datasetId ?? null,
      image_id: request.imageId ?? null,
      created_at: at,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
    .catch((error: unknown) => {
      throw isAlreadyOpen(error)
        ? new Problem('still_running', message('tasks.underWay', { why: request.definition.group }))
        : error
    })
}

/**
 * One open task of a kind for each image, and one for a dataset as a whole; some kinds allow
 * several that differ.
 */
function isAlreadyOpen(error: unknown): boolean {
  return openTasks.some((index) => breaksUnique(error, index))
}

const openTasks = ['task_open_image', 'task_open_dataset', 'task_open_payload'] as const
