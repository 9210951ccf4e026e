import { setTimeout as sleep } from 'node:timers/promises'

import { CompiledQuery } from 'kysely'
import { Pool, type PoolConfig } from 'pg'
import { PgBoss, type Db as BossDatabase, type JobWithMetadata } from 'pg-boss'

import { DatabaseClient } from '../database/client.ts'
import type { Db } from '../database/database.ts'
import { keepListening } from '../database/keep-listening.ts'
import { queueSchema } from '../database/roles.ts'
import { log, requestId, withRequestId } from '../log.ts'
import type { JobDefinition } from './definition.ts'

/** Seconds without a heartbeat after which a job is given to another process. */
const heartbeatSeconds = 10
const heartbeatRefreshSeconds = 2
/** How often heartbeats are checked. */
const superviseIntervalSeconds = 4
const notifyPollingIntervalSeconds = 2
const longestHours = 24
/** How long a stop waits for jobs in progress, unless told otherwise. */
const usualPatienceMs = 5000
/** Time for jobs that did not end until then to be handed back. */
const handBackMs = 3000
const exhaustedQueue = 'exhausted'

/** What the queue keeps of a job. */
interface Carried {
  readonly taskId: number
  /** The request that started the task. */
  readonly request?: string
}

function carriedBy(taskId: number): Carried {
  const request = requestId()
  return request === undefined ? { taskId } : { taskId, request }
}

/** One try of a task. */
export interface Delivery {
  readonly taskId: number
  /** Aborted when the job is cancelled, considered lost, or to be handed back. */
  readonly signal: AbortSignal
  /** Aborted when jobs that have not ended are to be handed back, because this process stops. */
  readonly stopping: AbortSignal
  /** Whether the queue will not retry after this try. */
  readonly isLast: boolean
}

/**
 * Delivers tasks to workers: in order, again after a failure, and to another worker after a death.
 */
export interface Queue extends AsyncDisposable {
  /** @returns the id of the job, which exists once the transaction commits */
  send(trx: Db, definition: JobDefinition, taskId: number, afterSeconds?: number): Promise<string>
  cancel(trx: Db, kind: string, jobId: string): Promise<void>
  /**
   * Works on one kind from now on; a job that throws is redelivered until its tries are used up.
   */
  work(definition: JobDefinition, deliver: (delivery: Delivery) => Promise<void>): Promise<void>
  /** Calls back for tasks whose tries are used up. */
  onExhausted(settle: (taskId: number) => Promise<void>): Promise<void>
  /** Takes no more jobs, and waits until those in progress have ended or were handed back. */
  drain(): Promise<void>
}

/** The queue on the application's own database. */
export async function openQueue({
  connection,
  direct = connection,
  patienceMs = usualPatienceMs,
}: {
  readonly connection: PoolConfig
  /** For listening, which connection poolers cannot do. */
  readonly direct?: PoolConfig
  readonly patienceMs?: number | undefined
}): Promise<Queue> {
  const pool = new Pool({
    max: 4,
    application_name: 'fovea-queue',
    ...connection,
    Client: DatabaseClient,
  })
  // An idle connection that breaks is replaced at the next query.
  pool.on('error', () => undefined)
  const boss = new PgBoss({
    db: onPool(pool, direct),
    schema: queueSchema,
    // The owner of the database has created the schema.
    createSchema: false,
    useListenNotify: true,
    // No job runs by the calendar, for which the queue would poll.
    schedule: false,
    superviseIntervalSeconds,
    monitorIntervalSeconds: superviseIntervalSeconds,
  })
  let isClosing = false
  let draining: Promise<void> | undefined
  const stopping = new AbortController()
  boss.on('error', (error) => {
    if (!isClosing) log.error('job queue', error)
  })
  await boss.start()
  await boss.createQueue(exhaustedQueue, { notify: true })
  const ready = new Set<string>()
  const worked = new Set<string>()

  async function ensure(definition: JobDefinition): Promise<void> {
    if (ready.has(definition.name)) return
    await boss.createQueue(definition.name, {
      notify: true,
      retryLimit: definition.attempts - 1,
      retryDelay: definition.retrySeconds?.first ?? 1,
      ...(definition.retrySeconds === undefined
        ? {}
        : { retryBackoff: true, retryDelayMax: definition.retrySeconds.longest }),
      heartbeatSeconds,
      expireInSeconds: longestHours * 3600 - 1,
      deadLetter: exhaustedQueue,
    })
    ready.add(definition.name)
  }

  async function stopWorking(): Promise<void> {
    isClosing = true
    const ending = [...worked].map((name) => boss.offWork(name))
    await endWithin(patienceMs, ending)
    stopping.abort()
    await endWithin(handBackMs, ending)
  }
  function drain(): Promise<void> {
    draining ??= stopWorking()
    return draining
  }

  return {
    async send(trx, definition, taskId, afterSeconds = 0) {
      await ensure(definition)
      const options = { db: within(trx), startAfter: afterSeconds }
      const id = await boss.send(definition.name, carriedBy(taskId), options)
      if (id === null) throw new Error(`The queue did not take a job of kind ${definition.name}.`)
      return id
    },

    async cancel(trx, kind, jobId) {
      await boss.cancel(kind, jobId, { db: within(trx) })
    },

    async work(definition, deliver) {
      await ensure(definition)
      worked.add(definition.name)
      await boss.work(
        definition.name,
        {
          localConcurrency: definition.concurrency,
          includeMetadata: true,
          heartbeatRefreshSeconds,
          notifyPollingIntervalSeconds,
        },
        async ([job]: JobWithMetadata<Carried>[]) => {
          if (job === undefined) return
          const isLast = job.retryCount >= job.retryLimit
          const { taskId, request } = job.data
          const signal = AbortSignal.any([job.signal, stopping.signal])
          const delivery = { taskId, signal, stopping: stopping.signal, isLast }
          await withRequestId(request, () => deliver(delivery))
        },
      )
    },

    async onExhausted(settle) {
      worked.add(exhaustedQueue)
      await boss.work<{ taskId: number }>(
        exhaustedQueue,
        { notifyPollingIntervalSeconds },
        async ([job]) => {
          if (job !== undefined) await settle(job.data.taskId)
        },
      )
    },

    drain,

    async [Symbol.asyncDispose]() {
      await drain()
      // Not gracefully: that looks only twice a second whether the jobs have ended.
      await boss.stop({ graceful: false, close: true })
      await pool.end()
    },
  }
}

/** Waits until all have ended, but no longer than this. */
async function endWithin(milliseconds: number, ending: readonly Promise<void>[]): Promise<void> {
  const over = new AbortController()
  await Promise.race([Promise.all(ending), sleep(milliseconds, undefined, { signal: over.signal })])
  over.abort()
}

/** Statements of the queue's own on a pool, and listening on the direct address. */
function onPool(pool: Pool, direct: PoolConfig): BossDatabase {
  return {
    executeSql: (text, values) => pool.query(text, values),
    async listen(channel, onNotification, onListening) {
      const listening = keepListening(direct, { channel, onNotification, onListening })
      return { close: async () => listening[Symbol.asyncDispose]() }
    },
  }
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
