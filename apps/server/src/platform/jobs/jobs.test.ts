import { setTimeout as sleep } from 'node:timers/promises'

import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'

import { english, message } from '#contract/messages/message'

import { startApp } from '../../testing/start-app.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { systemClock } from '../clock.ts'
import { connectDatabase } from '../database/database.ts'
import { HelperUnavailable } from '../helper-pool.ts'
import { requestId, withRequestId } from '../log.ts'
import { defineJob, PermanentFailure, job, type JobContext } from './definition.ts'
import { openJobs } from './jobs.ts'
import type { TaskRow } from './tasks.ts'

const definition = defineJob({
  name: 'test-work',
  group: message('analysis.group'),
  payload: z.object({ text: z.string() }),
  attempts: 2,
  concurrency: 1,
})

const nameOf = (text: string) => message('analysis.taskName', { file: text })

/** A queue with one kind of job, which does as the test says. */
async function withJob(
  work: (text: string, context: JobContext) => Promise<Record<string, unknown>>,
) {
  const { parts, db } = await startApp()
  const changes: string[] = []
  parts.jobs.define([
    job(
      definition,
      ({ text }, context) => work(text, context),
      (change) => {
        changes.push(change.status === 'failed' ? `failed ${english(change.why)}` : change.status)
        return Promise.resolve()
      },
    ),
  ])
  await parts.jobs.work()
  const start = (text: string) =>
    parts.jobs.start(db, { definition, payload: { text }, name: nameOf(text), creatorId: null })
  const read = (id: number) =>
    db.selectFrom('task').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const settled = async (id: number): Promise<TaskRow> => {
    for (;;) {
      const task = await read(id)
      if (task.finished_at !== null) return task
      await sleep(20)
    }
  }
  const logOf = async (id: number) => {
    const rows = await db
      .selectFrom('task_log')
      .selectAll()
      .where('task_id', '=', id)
      .orderBy('id')
      .execute()
    return rows.map((row) => `${row.level} ${english(row.text)}`)
  }
  return { jobs: parts.jobs, db, start, read, settled, logOf, changes }
}

test('a task reports its progress, its warnings and its result', async () => {
  const { start, settled, logOf } = await withJob(async (text, context) => {
    await context.progress(50)
    await context.warn(message('images.fileMissing', { path: `${text}\nERROR forged` }))
    return { said: text }
  })
  const task = await settled((await start('thing')).id)
  expect(task).toMatchObject({
    status: 'succeeded',
    progress: 100,
    warnings: 1,
    errors: 0,
    result: { said: 'thing' },
  })
  expect(await logOf(task.id)).toEqual([
    expect.stringMatching(/^WARNING The file thing ERROR forged is missing/),
  ])
})

test('a failure is retried; a permanent one is reported without its internal text', async () => {
  let tries = 0
  const { start, settled, logOf, changes } = await withJob(async () => {
    tries += 1
    throw new Error('password=hunter2 in /etc/secret')
  })
  const task = await settled((await start('thing')).id)
  expect(tries).toBe(2)
  expect(task).toMatchObject({ status: 'failed', warnings: 1, errors: 1 })
  expect((await logOf(task.id)).join()).not.toContain('hunter2')
  expect(changes.slice(0, 3)).toEqual(['queued', 'running', 'running'])
  expect(changes[3]).toMatch(/^failed An unexpected error/)
})

test('a permanent failure is not retried, and its reason is shown', async () => {
  const { start, settled, logOf } = await withJob(() =>
    Promise.reject(new PermanentFailure(message('analysis.no-field'))),
  )
  const task = await settled((await start('thing')).id)
  expect(task.status).toBe('failed')
  expect(await logOf(task.id)).toEqual([
    'ERROR No bright round field on a dark surround was found.',
  ])
})

test('a running task that is cancelled stops, and can be queued again', async () => {
  let isPatient = true
  let stopped = false
  const { jobs, db, start, read, settled, changes } = await withJob(async (_text, { signal }) => {
    if (!isPatient) return {}
    await sleep(60_000, undefined, { signal }).finally(() => {
      stopped = true
    })
    return {}
  })
  const { id } = await start('thing')
  while ((await read(id)).status !== 'running') await sleep(20)
  await jobs.cancel(db, await read(id))
  expect(await settled(id)).toMatchObject({ status: 'cancelled' })
  await expect.poll(() => stopped, { timeout: 60_000 }).toBe(true)
  isPatient = false
  await jobs.retry(db, await read(id))
  expect(await settled(id)).toMatchObject({ status: 'succeeded', progress: 100 })
  expect(changes).toEqual(['queued', 'running', 'cancelled', 'queued', 'running'])
})

test('a task that was rolled back is neither listed nor run', async () => {
  const done: string[] = []
  const { jobs, db, start, settled } = await withJob(async (text) => {
    done.push(text)
    return {}
  })
  await db
    .transaction()
    .execute(async (trx) => {
      await jobs.start(trx, {
        definition,
        payload: { text: 'undone' },
        name: nameOf('undone'),
        creatorId: null,
      })
      throw new Error('rolled back')
    })
    .catch(() => undefined)
  await settled((await start('kept')).id)
  expect(done).toEqual(['kept'])
  expect(await db.selectFrom('task').select('name').execute()).toEqual([
    { name: { key: 'analysis.taskName', params: { file: 'kept' } } },
  ])
})

test('process deaths that a task did not cause use up none of its tries', async () => {
  let tries = 0
  const { start, settled, logOf } = await withJob(async () => {
    tries += 1
    if (tries <= definition.attempts + 1) throw new HelperUnavailable('killed')
    return {}
  })
  const task = await settled((await start('thing')).id)
  expect(task).toMatchObject({ status: 'succeeded', interruptions: 1 })
  expect((await logOf(task.id)).join()).toContain('A process that the task needs ended')
})

test('the id of a request goes with its job to the log and to the statements in the database', async () => {
  const work = await withJob(async (_text, { db }) => {
    const { rows } = await sql<{ query: string }>`
      select query from pg_stat_activity where pid = pg_backend_pid()`.execute(db)
    return { id: requestId(), query: rows[0]?.query }
  })
  const { id } = await withRequestId('request-of-kim', () => work.start('a'))
  const query = expect.stringMatching(/^\/\* request-of-kim \*\/ /)
  expect((await work.settled(id)).result).toEqual({ id: 'request-of-kim', query })
})

test('a worker that drains hands a job back, and another does it, as if it had not been tried', async () => {
  const resources = new AsyncDisposableStack()
  onTestFinished(() => resources.disposeAsync())
  const { connection } = resources.use(await createTestDatabase())
  const { db } = resources.use(connectDatabase({ ...connection, max: 4 }))
  const runs: string[] = []
  const begun = Promise.withResolvers<void>()
  const workers = await Promise.all(
    ['first', 'second'].map(async (name) => {
      const ran = ({ result }: { readonly result: string }): void =>
        void runs.push(`${name} ${result}`)
      const options = { connection, db, clock: systemClock, ran, patienceMs: 0 }
      const jobs = resources.use(openJobs(options))
      jobs.define([
        job(definition, async (_payload, { signal }) => {
          if (name === 'second') return {}
          begun.resolve()
          return new Promise((_, reject) =>
            signal.addEventListener('abort', () => reject(signal.reason)),
          )
        }),
      ])
      return jobs
    }),
  )
  const [first, second] = workers
  await first?.work()
  const task = await first?.start(db, {
    definition,
    payload: { text: 'a' },
    name: nameOf('a'),
    creatorId: null,
  })
  await begun.promise
  await first?.drain()
  const read = () =>
    db
      .selectFrom('task')
      .selectAll()
      .where('id', '=', task?.id ?? 0)
      .executeTakeFirst()
  expect(await read()).toMatchObject({ status: 'queued', interruptions: 0, warnings: 0 })
  await second?.work()
  await expect.poll(async () => (await read())?.status, { timeout: 10_000 }).toBe('succeeded')
  expect(runs).toEqual(['first handed-back', 'second succeeded'])
})
