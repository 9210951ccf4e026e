import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'

import { createEmptyDatabase, createTestDatabase } from '../../testing/test-database.ts'
import { systemClock } from '../clock.ts'
import { openJobs } from '../jobs/jobs.ts'
import {
  connectDatabase,
  type Database,
  DatabaseSetupError,
  isDatabaseAway,
  openDatabase,
  withClient,
} from './database.ts'
import { couldRewriteAudit } from './roles.ts'

test('a connection that breaks within a transaction fails its next query as one to repeat, and nothing else', async () => {
  const resources = new AsyncDisposableStack()
  onTestFinished(() => resources.disposeAsync())
  const { connection } = resources.use(await createTestDatabase())
  const { db } = resources.use(connectDatabase({ ...connection, max: 2 }))
  const broken = db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx)
    await sql`select pg_terminate_backend(${rows[0]?.pid}, 5000)`.execute(db)
    // So that the break arrives while no query is under way.
    await new Promise((resolve) => setTimeout(resolve, 50))
    await sql`select 1`.execute(trx)
  })
  await expect(broken).rejects.toSatisfy(isDatabaseAway)
  expect((await sql<{ one: number }>`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }])
})

test('a transaction at a server that takes no writes any more fails as one to repeat', async () => {
  const resources = new AsyncDisposableStack()
  onTestFinished(() => resources.disposeAsync())
  const { connection } = resources.use(await createTestDatabase())
  const { db } = resources.use(connectDatabase({ ...connection, max: 1 }))
  const refused = db.transaction().execute(async (trx) => {
    await sql`set transaction read only`.execute(trx)
    await trx.insertInto('app_user').values({ username: 'kim', password_hash: 'x' }).execute()
  })
  await expect(refused).rejects.toSatisfy(isDatabaseAway)
  expect((await sql<{ one: number }>`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }])
})

test('a database created by a single role is handed over to an owner and an application role', async () => {
  await using resources = new AsyncDisposableStack()
  const { connection, owner } = resources.use(await createEmptyDatabase())
  await expect(openDatabase({ connection, owner: undefined })).rejects.toThrow(DatabaseSetupError)
  {
    await using alone = await openDatabase({ connection: owner, owner: undefined })
    await startQueue(alone)
    expect(await withClient(owner, couldRewriteAudit)).toBe(true)
  }
  await using divided = await openDatabase({ connection, owner })
  await startQueue(divided)
  await divided.db
    .insertInto('app_user')
    .values({ username: 'kim', password_hash: 'x' })
    .executeTakeFirstOrThrow()
  expect(await withClient(connection, couldRewriteAudit)).toBe(false)
  const owned = await sql<{ name: string }>`
    select relname as name from pg_class
    where pg_has_role(relowner, 'usage') and relnamespace <> 'queue'::regnamespace
      and relnamespace <> 'pg_toast'::regnamespace`.execute(divided.db)
  expect(owned.rows).toEqual([])
  await using again = await openDatabase({ connection, owner: undefined })
  expect(await again.db.selectFrom('app_user').select('username').execute()).toHaveLength(1)
})

test('servers that start at once prepare the database one after the other', async () => {
  await using resources = new AsyncDisposableStack()
  const { connection, owner } = resources.use(await createTestDatabase())
  const starting = Array.from({ length: 6 }, () => openDatabase({ connection, owner }))
  const started = await Promise.allSettled(starting)
  for (const each of started) if (each.status === 'fulfilled') resources.use(each.value)
  expect(started.map(({ status }) => status)).toEqual(starting.map(() => 'fulfilled'))
})

test('a version goes on beside a newer one whose migrations only expand, and refuses others', async () => {
  await using resources = new AsyncDisposableStack()
  const { connection, owner } = resources.use(await createTestDatabase())
  const migrated = (name: string) =>
    withClient(owner, (client) =>
      client.query('insert into migration (name, sha256) values ($1, $2)', [name, '-']),
    )
  await migrated('9998_later.expand.sql')
  for (const servers of [
    { connection, owner },
    { connection, owner: undefined },
  ]) {
    await using database = await openDatabase(servers)
    expect(await database.db.selectFrom('app_user').select('username').execute()).toEqual([])
  }
  await migrated('9999_later.sql')
  await expect(openDatabase({ connection, owner })).rejects.toThrow('written by a newer version')
})

async function startQueue({ db, connection }: Database): Promise<void> {
  await using jobs = openJobs({ connection, db, clock: systemClock })
  await jobs.open()
}
