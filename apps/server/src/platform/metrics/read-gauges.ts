import { setTimeout as sleep } from 'node:timers/promises'

import { sql } from 'kysely'

import type { Database, Db } from '../database/database.ts'
import { log } from '../log.ts'
import type { Metrics } from './metrics.ts'

/** A scrape waits no longer than this for the database. */
const patienceMs = 3000
const statementMs = 2000

interface Counted {
  readonly kind: string
  readonly state: string
  readonly count: number
  /** Age of the oldest one. */
  readonly seconds: number
}

interface Installation {
  readonly jobs: readonly Counted[]
  readonly messages: readonly Counted[]
  readonly arrivals: number
}

interface Gauged {
  readonly db: Db
  readonly metrics: Metrics
  readonly connections: Database['connections']
  /** Open live streams. */
  readonly streams: () => number
}

/**
 * Sets the gauges of this process and those that only the database knows. A scrape that comes while
 * another is still reading waits for that one.
 */
export function gaugesReader({ db, metrics, connections, streams }: Gauged): () => Promise<void> {
  let reading: Promise<Installation> | undefined
  return async () => {
    const { idle, used, waiting } = connections()
    metrics.connections.set({ state: 'idle' }, idle)
    metrics.connections.set({ state: 'used' }, used)
    metrics.waitingForConnection.set(waiting)
    metrics.streams.set(streams())
    reading ??= readInstallation(db).finally(() => (reading = undefined))
    const over = new AbortController()
    const late = sleep(patienceMs, undefined, { signal: over.signal }).catch(() => undefined)
    try {
      show(metrics, await Promise.race([reading, late]))
    } catch (error) {
      log.warn('The metrics of the installation could not be read.', { why: String(error) })
      show(metrics, undefined)
    } finally {
      over.abort()
    }
  }
}

function show(metrics: Metrics, found: Installation | undefined): void {
  const { jobs, oldestJob, outbox, oldestMessage, dicomWaiting, databaseUp } = metrics
  for (const each of [jobs, oldestJob, outbox, oldestMessage]) each.reset()
  databaseUp.set(found === undefined ? 0 : 1)
  dicomWaiting.set(found?.arrivals ?? Number.NaN)
  for (const { kind, state, count, seconds } of found?.jobs ?? []) {
    jobs.set({ kind, state }, count)
    if (state === 'queued') oldestJob.set({ kind }, seconds)
  }
  for (const { kind, state, count, seconds } of found?.messages ?? []) {
    outbox.set({ kind, state }, count)
    if (state === 'waiting') oldestMessage.set({ kind }, seconds)
  }
}

/** Each query reads an index of open work only. */
function readInstallation(db: Db): Promise<Installation> {
  return db.transaction().execute(async (trx) => {
    await sql`select set_config('statement_timeout', ${String(statementMs)}, true)`.execute(trx)
    const jobs = await sql<Counted>`
      select kind, status as state, count(*)::int as count,
        extract(epoch from now() - min(created_at))::float as seconds
      from task where status in ('queued', 'running') group by kind, status`.execute(trx)
    const messages = await sql<Counted>`
      select kind, 'waiting' as state, count(*)::int as count,
        extract(epoch from now() - min(posted_at))::float as seconds
      from outbox where delivered_at is null and dead_at is null and cancelled_at is null
      group by kind
      union all
      select kind, 'dead', count(*)::int, extract(epoch from now() - min(posted_at))::float
      from outbox where dead_at is not null and cancelled_at is null group by kind`.execute(trx)
    const arrivals = await sql<{ count: number }>`
      select count(*)::int as count from dicom_arrival where settled_at is null`.execute(trx)
    const [waiting] = arrivals.rows
    return { jobs: jobs.rows, messages: messages.rows, arrivals: waiting?.count ?? 0 }
  })
}
