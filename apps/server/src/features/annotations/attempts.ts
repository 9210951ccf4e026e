import { sql } from 'kysely'

import type { Db } from '../../platform/database/database.ts'

/**
 * Lets attempts with the same key come one after another, up to the end of the transaction: a
 * caller that lost the connection may send one again while the first is still at work.
 */
export async function queueAttempt(db: Db, saveId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${saveId}, 0))`.execute(db)
}
