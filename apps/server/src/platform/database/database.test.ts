import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'

import { createTestDatabase } from '../../testing/test-database.ts'
import { openDatabase } from './database.ts'

test('a connection that breaks within a transaction fails its next query, and nothing else', async () => {
  const resources = new AsyncDisposableStack()
  onTestFinished(() => resources.disposeAsync())
  const { connection } = resources.use(await createTestDatabase())
  const { db } = resources.use(await openDatabase({ ...connection, max: 2 }))
  const broken = db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx)
    await sql`select pg_terminate_backend(${rows[0]?.pid}, 5000)`.execute(db)
    // So that the break arrives while no query is under way.
    await new Promise((resolve) => setTimeout(resolve, 50))
    await sql`select 1`.execute(trx)
  })
  await expect(broken).rejects.toThrow(/terminat|not queryable|ended/i)
  expect((await sql<{ one: number }>`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }])
})
