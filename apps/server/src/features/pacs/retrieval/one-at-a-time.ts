import { setTimeout as sleep } from 'node:timers/promises'

import { sql } from 'kysely'

import type { JobContext } from '../../../platform/jobs/definition.ts'

const pollMs = 500
/** Namespace of the advisory locks. */
const space = 7_236_104

/** Waits until no other job, in any process, works with the same key, then works. */
export function whileAlone<T>(
  { db, signal }: JobContext,
  key: string,
  work: () => Promise<T>,
): Promise<T> {
  return db.connection().execute(async (connection) => {
    const lock = sql`${sql.lit(space)}, hashtext(${key})`
    for (;;) {
      signal.throwIfAborted()
      const { rows } = await sql<{ locked: boolean }>`
        select pg_try_advisory_lock(${lock}) as locked`.execute(connection)
      if (rows[0]?.locked === true) break
      await sleep(pollMs, undefined, { signal })
    }
    try {
      return await work()
    } finally {
      await sql`select pg_advisory_unlock(${lock})`.execute(connection)
    }
  })
}
