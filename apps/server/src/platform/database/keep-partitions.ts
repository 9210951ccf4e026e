import { sql } from 'kysely'

import { inBackground, pause } from '../background.ts'
import { log } from '../log.ts'
import type { Db } from './database.ts'

const everyMs = 3_600_000

/**
 * Makes the partitions of the coming months, and drops those whose retention is over, until disposed of.
 * Rows of a month without a partition are kept in that for all other times, and move when it is made.
 */
export function keepPartitions(db: Db): AsyncDisposable {
  return inBackground(async (signal) => {
    while (!signal.aborted) {
      await sql`select make_partitions()`.execute(db).catch((error: unknown) => {
        log.error('making partitions', error)
      })
      await sql`select drop_expired_months()`.execute(db).catch((error: unknown) => {
        log.error('dropping expired months', error)
      })
      await pause(signal, everyMs)
    }
  })
}
