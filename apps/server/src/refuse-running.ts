import { setTimeout as sleep } from 'node:timers/promises'

import { sql } from 'kysely'

import type { Db } from './platform/database/database.ts'

/** Other processes are connected to a database that a command needs alone. */
export class DatabaseInUse extends Error {}

/** @throws {DatabaseInUse} */
export async function refuseRunning(db: Db, triesLeft = 20): Promise<void> {
  const { rows } = await sql`
    select from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()
      and backend_type = 'client backend'`.execute(db)
  if (rows.length === 0) return
  if (triesLeft === 0) {
    throw new DatabaseInUse('The database is in use. Stop Fovea on all machines first.')
  }
  // A connection that has just ended may still be listed.
  await sleep(100)
  await refuseRunning(db, triesLeft - 1)
}
