import { CompiledQuery } from 'kysely'
import type pg from 'pg'
import { PgBoss, type Db as BossDatabase, type JobWithMetadata } from 'pg-boss'
import type { z } from 'zod'

import type { Clock } from '../clock.ts'
import { breaksUnique, inTransaction, type Db } from '../database/database.ts'
import { Problem } from '../http/problem.ts'
import { log } from '../log.ts'
import type { Job, JobDefinition } from './definition.ts'
import { runTask } from './run-task.ts'
import { announceTask, changeTask, logTask, type TaskRow } from './tasks.ts'

/** A job whose process stops telling that it lives is given to another after this time. */
const heartbeatSeconds = 10
const heartbeatRefreshSeconds = 2
/** How often the heartbeats are looked at. */
const superviseIntervalSeconds = 4
const notifyPollingIntervalSeconds = 2
const longestHours = 24
const exhaustedQueue = 'exhausted'

interface TaskRequest<P extends z.ZodType> {
  readonly definition: JobDefinition<P>
  readonly payload: z.input<P>
  readonly name: string
  readonly creatorId: number | null
  readonly datasetId?: number
  readonly imageId?: number
}

export interface Jobs extends AsyncDisposable {
  /** Creates the task and queues its job, both when the transaction commits. */
  start<P extends z.ZodType>(db: Db, request: TaskRequest<P>): Promise<TaskRow>
  cancel(db: Db, task: TaskRow): Promise<TaskRow | undefined>
  retry(db: Db, task: TaskRow): Promise<TaskRow | undefined>
  /** Works on queued jobs of these kinds from now on, in this process. */
  work(jobs: readonly Job[]): Promise<void>
}

/** The queue on the application's own database. */
export async function openJobs(options: {
  connection: pg.PoolConfig
  db: Db
  clock: Clock
}): Promise<Jobs> {
  const { db, clock } = options
  const boss = new PgBoss({
    ...(options.connection as object),
    schema: 'queue',
    max: 4,
    useListenNotify: true,
    superviseIntervalSeconds,
    monitorIntervalSeconds: superviseIntervalSeconds,
  })
  let isClosing = false
  boss.on('error', (error) => {
    if (!isClosing) log.error('job queue', error)
  })
  await boss.start()
  await boss.createQueue(exhaustedQueue, { notify: true })
  const ready = new Set<string>()

  async function ensureQueue(definition: JobDefinition): Promise<void> {
    if (ready.has(definition.name)) return
    await boss.createQueue(definition.name, {
      notify: true,
      retryLimit: definition.attempts - 1,
      retryDelay: 1,
      heartbeatSeconds,
      expireInSeconds: longestHours * 3600 - 1,
      deadLetter: exhaustedQueue,
    })
    ready.add(definition.name)
  }

  async function send(trx: Db, kind: string, taskId: number): Promise<string> {
    const id = await boss.send(kind, { taskId }, { db: within(trx) })
    if (id === null) throw new Error(`The queue did not take a job of kind ${kind}.`)
    return id
  }

  async function startTask<P extends z.ZodType>(
    trx: Db,
    request: TaskRequest<P>,
  ): Promise<TaskRow> {
    const { definition } = request
    const task = await trx
      .insertInto('task')
      .values({
        kind: definition.name,
        name: request.name,
        group_name: definition.group,
        payload: JSON.stringify(definition.payload.parse(request.payload)),
        creator_id: request.creatorId,
        dataset_id: request.datasetId ?? null,
        image_id: request.imageId ?? null,
        created_at: clock(),
      })
      .returningAll()
      .executeTakeFirstOrThrow()
      .catch((error: unknown) => {
        throw isAlreadyOpen(error)
          ? new Problem(
              'still_running',
              `${request.name} is already under way; the tasks page shows it.`,
            )
          : error
      })
    const jobId = await send(trx, definition.name, task.id)
    await trx.updateTable('task').set({ job_id: jobId }).where('id', '=', task.id).execute()
    await announceTask(trx, task)
    return { ...task, job_id: jobId }
  }

  async function cancelTask(trx: Db, task: TaskRow): Promise<TaskRow | undefined> {
    if (task.job_id !== null) await boss.cancel(task.kind, task.job_id, { db: within(trx) })
    await logTask(trx, task.id, { at: clock(), level: 'INFO', text: 'Cancelled.' })
    const change = { status: 'cancelled', finished_at: clock() } as const
    return changeTask(trx, task.id, ['queued', 'running'], change)
  }

  async function retryTask(trx: Db, task: TaskRow): Promise<TaskRow | undefined> {
    const jobId = await send(trx, task.kind, task.id)
    await logTask(trx, task.id, { at: clock(), level: 'INFO', text: 'Queued again.' })
    return changeTask(trx, task.id, ['failed', 'cancelled'], {
      status: 'queued',
      progress: 0,
      started_at: null,
      finished_at: null,
      result: null,
      job_id: jobId,
    })
  }

  return {
    // The task and its job come to be together: a worker must not find one without the other.
    async start(trx, request) {
      await ensureQueue(request.definition)
      return inTransaction(trx, (both) => startTask(both, request))
    },
    cancel: (trx, task) => inTransaction(trx, (both) => cancelTask(both, task)),
    retry: (trx, task) => inTransaction(trx, (both) => retryTask(both, task)),

    async work(jobs) {
      const byName = new Map(jobs.map((each) => [each.definition.name, each]))
      if (byName.size !== jobs.length) throw new Error('Two jobs have the same name.')
      for (const each of jobs) {
        await ensureQueue(each.definition)
        await boss.work(
          each.definition.name,
          {
            localConcurrency: each.definition.concurrency,
            includeMetadata: true,
            heartbeatRefreshSeconds,
            notifyPollingIntervalSeconds,
          },
          async ([delivery]: JobWithMetadata<{ taskId: number }>[]) => {
            if (delivery === undefined) return
            const isLast = delivery.retryCount >= delivery.retryLimit
            await runTask({
              db,
              clock,
              job: each,
              taskId: delivery.data.taskId,
              signal: delivery.signal,
              isLast,
            })
          },
        )
      }
      await boss.work<{ taskId: number }>(
        exhaustedQueue,
        { notifyPollingIntervalSeconds },
        async ([delivery]) => {
          if (delivery !== undefined) await failForGood(delivery.data.taskId)
        },
      )

      async function failForGood(taskId: number): Promise<void> {
        const why = 'The process that worked on it stopped.'
        const task = await changeTask(db, taskId, ['queued', 'running'], {
          status: 'failed',
          finished_at: clock(),
        })
        if (task === undefined) return
        await logTask(db, taskId, { at: clock(), level: 'ERROR', text: why })
        await byName.get(task.kind)?.onEnd?.(task.payload, db, why)
      }
    },

    async [Symbol.asyncDispose]() {
      isClosing = true
      await boss.stop({ graceful: true, timeout: 5000, close: true })
    },
  }
}

/** Of a kind only one task at a time is open for an image, and for a dataset as a whole. */
function isAlreadyOpen(error: unknown): boolean {
  return breaksUnique(error, 'task_open_image') || breaksUnique(error, 'task_open_dataset')
}

/** Lets the queue write in the caller's transaction. */
function within(trx: Db): BossDatabase {
  return {
    async executeSql(text, values) {
      const result = await trx.executeQuery(
        CompiledQuery.raw(text, values === undefined ? [] : [...values]),
      )
      return { rows: result.rows }
    },
  }
}
