import { setTimeout as sleep } from 'node:timers/promises'

import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { log } from '../../platform/log.ts'
import { pruneAudit, sealAudit } from './seal.ts'

const everyMs = 5000
const dayMs = 86_400_000

/** Seals what has come, and removes what is past its time, until it is disposed of. */
export function keepSealing(deps: {
  db: Db
  clock: Clock
  retentionDays: number
}): AsyncDisposable {
  const { db, clock, retentionDays } = deps
  const closing = new AbortController()
  async function work(): Promise<void> {
    while (!closing.signal.aborted) {
      try {
        await sealAudit(db)
        await pruneAudit(db, new Date(clock().getTime() - retentionDays * dayMs))
      } catch (error) {
        log.error('sealing the audit trail', error)
      }
      await sleep(everyMs, undefined, { signal: closing.signal }).catch(() => undefined)
    }
  }
  const working = work()
  return {
    async [Symbol.asyncDispose]() {
      closing.abort()
      await working
    },
  }
}
