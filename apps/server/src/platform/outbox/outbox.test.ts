import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'

import { message } from '#contract/messages/message'

import { withClient, type Db } from '../database/database.ts'
import { DeliveryError } from './definition.ts'
import { leaseMessage, leaseSeconds } from './leases.ts'
import { pauseAfter } from './pause.ts'
import { definition, givenOutbox, outgoing, type Deliver } from './testing/given-outbox.ts'

test('a message is delivered when its transaction commits, and once for its key', async () => {
  const { db, open, changes } = await givenOutbox()
  const delivered: string[] = []
  const outbox = open((text) => {
    delivered.push(text)
    return Promise.resolve()
  })
  outbox.work()
  await db
    .transaction()
    .execute(async (trx) => {
      await outbox.post(trx, outgoing('undone'))
      throw new Error('rolled back')
    })
    .catch(() => undefined)
  expect(await outbox.post(db, outgoing('done'))).toBe(true)
  await expect.poll(() => changes).toEqual(['done delivered'])
  expect(await outbox.post(db, outgoing('done'))).toBe(false)
  await outbox.post(db, outgoing('last'))
  await expect.poll(() => delivered).toEqual(['done', 'last'])
})

test('messages of one order are delivered in order, and others do not wait for them', async () => {
  const { db, open, advance } = await givenOutbox()
  const delivered: string[] = []
  let isBroken = true
  const first = open((text) => {
    if (isBroken && text === 'a1') throw new DeliveryError(message('outbox.late'))
    delivered.push(text)
    return Promise.resolve()
  })
  for (const [text, order] of [
    ['a1', 'a'],
    ['a2', 'a'],
    ['b1', 'b'],
  ] as const) {
    await first.post(db, outgoing(text, order))
  }
  first.work()
  await expect.poll(() => delivered).toEqual(['b1'])
  isBroken = false
  advance(900)
  await expect.poll(() => delivered).toEqual(['b1', 'a1', 'a2'])
})

test('a message that fails for a day is dead until it is requeued, and blocks no other', async () => {
  const { db, open, advance, changes } = await givenOutbox()
  let isBroken = true
  const outbox = open((text) => {
    if (isBroken && text === 'a1') throw new Error('password=hunter2')
    return Promise.resolve()
  })
  await outbox.post(db, outgoing('a1', 'a'))
  await outbox.post(db, outgoing('a2', 'a'))
  outbox.work()
  await expect.poll(() => changes).toEqual(['a1 postponed'])
  advance(24 * 3600)
  await expect.poll(() => changes).toEqual(['a1 postponed', 'a1 dead', 'a2 delivered'])
  const [dead, ...others] = await listDead(db)
  expect(others).toEqual([])
  expect(dead).toMatchObject({ key: 'a1', failure: { key: 'outbox.unexpected' } })
  expect(JSON.stringify(dead)).not.toContain('hunter2')
  isBroken = false
  expect(await outbox.requeue(db, { kind: 'test', key: 'a1' })).toMatchObject({ id: dead?.id })
  await expect.poll(() => changes.slice(3)).toEqual(['a1 requeued', 'a1 delivered'])
  expect(await listDead(db)).toEqual([])
  expect(await outbox.requeue(db, { id: dead?.id ?? 0 })).toBeUndefined()
})

function listDead(db: Db) {
  return db.selectFrom('outbox').selectAll().where('dead_at', 'is not', null).execute()
}

test('a waiting or refused message is retried at once on request', async () => {
  const { db, open, changes } = await givenOutbox()
  let answer: 'late' | 'no' | 'yes' = 'late'
  const outbox = open(() => {
    if (answer === 'yes') return Promise.resolve()
    throw new DeliveryError(message('outbox.late'), {
      isFinal: answer === 'no',
      afterSeconds: 3600,
    })
  })
  await outbox.post(db, outgoing('now'))
  outbox.work()
  await expect.poll(() => changes).toEqual(['now postponed'])
  const { id } = await db.selectFrom('outbox').select('id').executeTakeFirstOrThrow()
  answer = 'no'
  expect(await outbox.tryNow(db, id)).toMatchObject({ id })
  await expect.poll(() => changes).toEqual(['now postponed', 'now dead'])
  answer = 'yes'
  await outbox.tryNow(db, id)
  await expect.poll(() => changes.slice(2)).toEqual(['now requeued', 'now delivered'])
  expect(await outbox.tryNow(db, id)).toBeUndefined()
})

test('a cancelled message is not retried, and the next one goes once its try has ended', async () => {
  const { db, open, changes } = await givenOutbox()
  const begun: string[] = []
  const isBegun = Promise.withResolvers<void>()
  const fail = Promise.withResolvers<void>()
  const outbox = open(async (text) => {
    begun.push(text)
    isBegun.resolve()
    if (text !== 'first') return
    await fail.promise
    throw new DeliveryError(message('outbox.late'))
  })
  const imageId = await givenImage(db)
  const about = (text: string) => ({ ...outgoing(text, 'order'), imageId })
  await outbox.post(db, about('first'))
  await outbox.post(db, about('second'))
  outbox.work()
  await isBegun.promise
  const mayHaveArrived = await outbox.cancel(db, [definition.name], imageId)
  expect(mayHaveArrived.map(({ key }) => key)).toEqual(['first'])
  await outbox.post(db, about('third'))
  expect(await leaseMessage(db, definition.name, new Date())).toBeUndefined()
  fail.resolve()
  await expect.poll(() => changes).toEqual(['third delivered'])
  expect(begun).toEqual(['first', 'third'])
})

/** An image with just enough columns for an outbox message. */
async function givenImage(db: Db): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with added as (insert into dataset (name) values ('d') returning id)
    insert into image (dataset_id, file_name, sha256, media_type, width, height, size)
    select id, 'a.png', ${Buffer.alloc(32)}, 'image/png', 1, 1, 1 from added
    returning id`.execute(db)
  return rows[0]?.id ?? 0
}

test('a permanent refusal is final at once', async () => {
  const { db, open, changes } = await givenOutbox()
  const outbox = open(() => {
    throw new DeliveryError(message('outbox.late'), { isFinal: true })
  })
  await outbox.post(db, outgoing('refused'))
  outbox.work()
  await expect.poll(() => changes).toEqual(['refused dead'])
})

test('a stop lets deliveries in progress end, or frees them for the next start', async () => {
  const { db, open, changes } = await givenOutbox()
  const short = Promise.withResolvers<void>()
  const first = open(async (text, { signal }) => {
    if (text === 'short') await short.promise
    else await sleep(600_000, undefined, { signal })
  })
  await first.post(db, outgoing('short'))
  await first.post(db, outgoing('long'))
  first.work()
  await expect.poll(() => countLeased(db)).toBe(2)
  const stopped = first[Symbol.asyncDispose]()
  short.resolve()
  await stopped
  expect(changes).toEqual(['short delivered'])
  const second = open(() => Promise.resolve())
  second.work()
  await expect.poll(() => changes).toEqual(['short delivered', 'long delivered'])
})

async function countLeased(db: Db): Promise<number> {
  const rows = await db.selectFrom('outbox').select('id').where('lease', 'is not', null).execute()
  return rows.length
}

test('a message stays with the process that delivers it, and is taken over if that dies', async () => {
  const { db, open, changes } = await givenOutbox()
  const longMs = (leaseSeconds + 3) * 1000
  const begun: string[] = []
  const deliver: Deliver = async (text, { signal }) => {
    begun.push(text)
    if (text === 'slow') await sleep(longMs, undefined, { signal })
  }
  const first = open(deliver)
  await first.post(db, outgoing('left'))
  // Leased by a process that dies immediately afterwards.
  expect((await leaseMessage(db, definition.name, new Date()))?.key).toBe('left')
  await first.post(db, outgoing('slow'))
  for (const outbox of [first, open(deliver)]) outbox.work()
  const patience = { timeout: 2 * longMs }
  await expect.poll(() => changes, patience).toEqual(['left delivered', 'slow delivered'])
  expect(begun).toEqual(['slow', 'left'])
})

/** Simulates another process that takes the message because of a bug. */
async function takeAway(db: Db): Promise<void> {
  await db.updateTable('outbox').set({ lease: randomUUID() }).execute()
}

/** Makes the database unresponsive. */
async function block(db: Db): Promise<void> {
  const { promise: isOver, resolve: end } = Promise.withResolvers<void>()
  const isBlocked = Promise.withResolvers<void>()
  const blocking = db.transaction().execute(async (trx) => {
    await sql`lock table outbox`.execute(trx)
    isBlocked.resolve()
    await isOver
  })
  onTestFinished(async () => {
    end()
    await blocking
  })
  await isBlocked.promise
}

test.each([
  ['another has the message', takeAway],
  ['it cannot renew its lease', block],
])('a process gives up where %s', async (_, lose) => {
  const { db, open } = await givenOutbox()
  const isGivenUp = Promise.withResolvers<void>()
  const outbox = open((_text, { signal }) => {
    signal.addEventListener('abort', () => isGivenUp.resolve())
    return isGivenUp.promise
  })
  await outbox.post(db, outgoing('held'))
  outbox.work()
  await expect.poll(() => countLeased(db)).toBe(1)
  await lose(db)
  await isGivenUp.promise
})

test('several processes that are killed while they deliver lose nothing and keep the order', async () => {
  const { db, open, connectionString, owner } = await givenOutbox()
  await withClient(owner, (client) =>
    client.query(`
      create table received ("order" text primary key, version int, key text);
      create table delivery (id serial, "order" text, version int);
      grant select, insert, update on received, delivery to public;
      grant usage on sequence delivery_id_seq to public`),
  )
  const outbox = open(() => Promise.resolve())
  const orders = Array.from({ length: 12 }, (_, i) => `order ${i}`)
  for (const version of [1, 2, 3, 4, 5]) {
    for (const order of orders) {
      const payload = { order, version }
      const forOther = { ...definition, payload: z.object({ order: z.string(), version: z.int() }) }
      const key = `${order}:${version}`
      const envelope = { definition: forOther, key, orderKey: order, imageId: null }
      await outbox.post(db, { ...envelope, payload })
    }
  }
  for (let round = 0; round < 4; round += 1) {
    await endLeases(db)
    const processes = [0, 1].map(() => startProcess(connectionString))
    for (const child of processes) {
      await once(child.stdout, 'data')
      await sleep(60 * Math.random())
      child.kill()
    }
    await Promise.all(processes.map(({ exited }) => exited))
  }
  startProcess(connectionString)
  const waiting = db.selectFrom('outbox').select('id').where('delivered_at', 'is', null)
  await expect.poll(() => waiting.execute(), { timeout: 60_000 }).toEqual([])
  const { rows } = await sql<{ version: number; key: string }>`select * from received`.execute(db)
  expect(rows.map(({ version }) => version)).toEqual(orders.map(() => 5))
  const deliveries = await sql<{ order: string; version: number }>`
    select "order", version from delivery order by id`.execute(db)
  for (const order of orders) {
    const versions = deliveries.rows.filter((row) => row.order === order).map((row) => row.version)
    expect([...new Set(versions)]).toEqual([1, 2, 3, 4, 5])
    expect(versions).toEqual(versions.toSorted((a, b) => a - b))
  }
})

/** Saves the wait for leases of processes that the last round has killed. */
async function endLeases(db: Db): Promise<void> {
  await db.updateTable('outbox').set({ leased_until: new Date() }).execute()
}

function startProcess(connectionString: string) {
  const script = path.join(import.meta.dirname, 'outbox.test-process.ts')
  const child = spawn(process.execPath, [script, connectionString], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await exited
  })
  return { stdout: child.stdout, exited, kill: () => child.kill('SIGKILL') }
}

test('pauses grow from a second to a quarter of an hour, with jitter', () => {
  expect([0, 1, 2, 3].map((tries) => pauseAfter(tries, 0))).toEqual([1000, 2000, 4000, 8000])
  expect(pauseAfter(100, 0)).toBe(900_000)
  expect(pauseAfter(100, 1)).toBe(675_000)
  expect(pauseAfter(0, 1)).toBe(1000)
})
