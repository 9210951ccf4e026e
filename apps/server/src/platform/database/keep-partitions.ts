import { sql } from 'kysely'

import { inBackground, pause } from '../background.ts'
import { log } from '../log.ts'
import type { Db } from './database.ts'

const everyMs = 3_600_000

/**
 * Makes the partitions of the coming months until disposed of. Rows of a month without one are kept
 * in the partition for all other times, and move when it is made.
 */
export function keepPartitions(db: Db): AsyncDisposable {
  return inBackground(async (signal) => {
    while (!signal.aborted) {
      await sql`select make_partitions()`.execute(db).catch((error: unknown) => {
        log.error('making partitions', error)
      })
      await pause(signal, everyMs)
    }
  })
}
