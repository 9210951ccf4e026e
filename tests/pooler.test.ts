import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'

import { createDataset } from '#contract/datasets'
import { getEvents } from '#contract/live'
import { startScan } from '#contract/scans'

import { connectDatabase, type Db } from '../apps/server/src/platform/database/database.ts'
import { createTestDatabase } from '../apps/server/src/testing/test-database.ts'
import { readUntil, signedIn } from './http-client.ts'
import { hasPgBouncer, startPgBouncer } from './pgbouncer.ts'
import { givenInstallation } from './processes.ts'

const reason = hasPgBouncer ? '' : ' (SKIPPED: needs apt-get install pgbouncer)'

test.skipIf(!hasPgBouncer)(
  `a call, its job and the news of it pass through PgBouncer${reason}`,
  async () => {
    const database = await createTestDatabase()
    onTestFinished(() => database[Symbol.asyncDispose]())
    const { connectionString } = database.connection
    const pooler = await startPgBouncer(connectionString, 4)
    onTestFinished(() => pooler[Symbol.asyncDispose]())
    const startProcess = await givenInstallation({
      DATABASE_URL: pooler.address,
      DATABASE_LISTEN_URL: connectionString,
    })
    const { address } = await startProcess({})
    const kim = await signedIn(address, 'kim')
    const { id } = await kim.call(createDataset, { body: { name: 'Clinic' } })
    const news = await kim.call(getEvents)
    const { id: task } = await kim.call(startScan, { params: { id } })
    expect((await kim.finished(task)).status).toBe('succeeded')
    expect(await readUntil(news, '"status":"succeeded"')).toContain(`"id":${task},`)
  },
)

test.skipIf(!hasPgBouncer)(
  `users of two sites share one session of PgBouncer and see no rows of each other${reason}`,
  async () => {
    await using resources = new AsyncDisposableStack()
    const { connection } = resources.use(await createTestDatabase())
    const pooler = resources.use(await startPgBouncer(connection.connectionString, 1))
    const pooled = { connectionString: pooler.address, options: '', max: 4 }
    const { db, within } = resources.use(connectDatabase(pooled))
    const north = await givenDataset(db, 'north')
    const south = await givenDataset(db, 'south')
    await sql`select raise_walls()`.execute(db)
    const both = Array.from({ length: 5 }, () => [names(within(north)), names(within(south))])
    for (const [ofNorth, ofSouth] of both) {
      expect(await ofNorth).toEqual([{ name: 'north' }])
      expect(await ofSouth).toEqual([{ name: 'south' }])
    }
    await expect(
      within(north)
        .transaction()
        .execute(async (trx) => {
          await names(trx)
          throw new Error('rolled back')
        }),
    ).rejects.toThrow('rolled back')
    const streamed = within(south).selectFrom('dataset').select('name').stream(1)
    expect(await Array.fromAsync(streamed)).toEqual([{ name: 'south' }])
    await expect(sql`select 1/0`.execute(within(north))).rejects.toThrow('division')
    expect(await names(db)).toHaveLength(2)
  },
)

function names(of: Db) {
  return of.selectFrom('dataset').select('name').execute()
}

/** @returns its site */
async function givenDataset(db: Db, name: string): Promise<number> {
  const site = await sql<{
    id: number
  }>`insert into site (name) values (${name}) returning id`.execute(db)
  const site_id = site.rows[0]?.id ?? 0
  const owner = await db
    .insertInto('app_user')
    .values({ username: name, password_hash: 'x', site_id })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('dataset').values({ name, owner_id: owner.id }).execute()
  return site_id
}
