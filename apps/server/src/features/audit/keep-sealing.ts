import { setTimeout as sleep } from 'node:timers/promises'

import type { Db } from '../../platform/database/database.ts'
import { log } from '../../platform/log.ts'
import { pruneAudit, sealAudit } from './seal.ts'

const everyMs = 5000

/** Seals what has come, and removes what is past its time, until it is disposed of. */
export function keepSealing({ db }: { db: Db }): AsyncDisposable {
  const closing = new AbortController()
  async function work(): Promise<void> {
    while (!closing.signal.aborted) {
      try {
        await sealAudit(db)
        await pruneAudit(db)
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
