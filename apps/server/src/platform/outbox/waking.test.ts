import { setTimeout as sleep } from 'node:timers/promises'

import { expect, test } from 'vitest'

import { message } from '#contract/messages/message'

import { withClient, type Db } from '../database/database.ts'
import { DeliveryError } from './definition.ts'
import { definition, givenOutbox, outgoing } from './testing/given-outbox.ts'

test('a message is retried when it becomes due', async () => {
  const { db, open, changes } = await givenOutbox()
  let isBroken = true
  const deliver = (): Promise<void> => {
    if (isBroken) throw new DeliveryError(message('outbox.late'))
    return Promise.resolve()
  }
  const first = open(deliver)
  await first.post(db, outgoing('again'))
  first.work()
  await expect.poll(() => changes).toEqual(['again postponed'])
  isBroken = false
  await expect.poll(() => changes).toEqual(['again postponed', 'again delivered'])
})

/** Resolves when a process listens to the outbox, with the backends that listen. */
async function findListening(owner: { connectionString: string }): Promise<readonly number[]> {
  return withClient(owner, async (client) => {
    const ask = async (): Promise<number[]> => {
      const { rows } = await client.query<{ pid: number }>(`select pid from pg_stat_activity
        where datname = current_database() and query = 'listen "fovea_outbox"' and state = 'idle'`)
      return rows.map(({ pid }) => pid)
    }
    await expect.poll(ask).toHaveLength(1)
    return ask()
  })
}

test('the outbox listens again after its connection broke', async () => {
  const { db, open, changes, owner } = await givenOutbox()
  const outbox = open(() => Promise.resolve())
  outbox.work()
  const [listening] = await findListening(owner)
  await withClient(owner, (client) => client.query('select pg_terminate_backend($1)', [listening]))
  await outbox.post(db, outgoing('meanwhile'))
  await expect.poll(() => changes).toEqual(['meanwhile delivered'])
})

test('a message whose notification was lost is found half a minute later', async () => {
  const { db, open, changes, owner, advance } = await givenOutbox()
  const outbox = open(() => Promise.resolve())
  outbox.work()
  await findListening(owner)
  await outbox.post(db, outgoing('heard'))
  await expect.poll(() => changes).toEqual(['heard delivered'])
  await withClient(owner, (client) =>
    client.query('alter table outbox disable trigger outbox_wakes'),
  )
  await outbox.post(db, outgoing('unheard'))
  advance(30)
  await expect.poll(() => changes).toEqual(['heard delivered', 'unheard delivered'])
})

test('a message that a transaction has locked is delivered after a rollback', async () => {
  const { db, open, changes } = await givenOutbox()
  const outbox = open(() => Promise.resolve())
  await outbox.post(db, outgoing('locked'))
  const isWorking = Promise.withResolvers<void>()
  const work = async (trx: Db): Promise<void> => {
    expect(await outbox.isIdle(trx, { kind: definition.name, key: 'locked' })).toBe(true)
    outbox.work()
    isWorking.resolve()
    await sleep(500)
    throw new Error('rolled back')
  }
  await expect(db.transaction().execute(work)).rejects.toThrow('rolled back')
  await expect.poll(() => changes).toEqual(['locked delivered'])
})
