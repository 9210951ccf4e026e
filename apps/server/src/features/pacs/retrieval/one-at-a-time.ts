import { setTimeout as sleep } from 'node:timers/promises'

import { sql } from 'kysely'

import type { JobContext } from '../../../platform/jobs/definition.ts'

const pollMs = 500
/** Namespace of the advisory locks. */
const space = 7_236_104

/** Waits until no other job, in any process, works with the same key, then works. */
export async function whileAlone<T>(
  { db, signal }: JobContext,
  key: string,
  work: () => Promise<T>,
): Promise<T> {
  for (;;) {
    signal.throwIfAborted()
    // The lock ends with its transaction, because a connection pooler has no lasting sessions.
    const done = await db.transaction().execute(async (trx) => {
      const { rows } = await sql<{ locked: boolean }>`
        select pg_try_advisory_xact_lock(${sql.lit(space)}, hashtext(${key})) as locked`.execute(
        trx,
      )
      return rows[0]?.locked === true ? { result: await work() } : undefined
    })
    if (done !== undefined) return done.result
    await sleep(pollMs, undefined, { signal })
  }
}
