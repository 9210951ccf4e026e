import { inBackground, pause } from '../../platform/background.ts'
import { log } from '../../platform/log.ts'
import { pruneAudit, sealAudit, type TrailProof } from './seal.ts'

const everyMs = 5000

/** Seals new rows and removes expired ones until disposed of. */
export function keepSealing(proof: TrailProof): AsyncDisposable {
  const sealing = inBackground(async (signal) => {
    while (!signal.aborted) {
      try {
        await sealAudit(proof)
        await pruneAudit(proof)
      } catch (error) {
        log.error('sealing the audit trail', error)
      }
      await pause(signal, everyMs)
    }
  })
  return {
    async [Symbol.asyncDispose]() {
      await sealing[Symbol.asyncDispose]()
      await sealAudit(proof)
    },
  }
}
