import { setTimeout as sleep } from 'node:timers/promises'

import { log } from '../../platform/log.ts'
import { pruneAudit, sealAudit, type TrailProof } from './seal.ts'

const everyMs = 5000

/** Seals new rows and removes expired ones until disposed of. */
export function keepSealing(proof: TrailProof): AsyncDisposable {
  const closing = new AbortController()
  async function work(): Promise<void> {
    while (!closing.signal.aborted) {
      try {
        await sealAudit(proof)
        await pruneAudit(proof)
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
      await sealAudit(proof)
    },
  }
}
