import { setTimeout as sleep } from 'node:timers/promises'

import { log } from '../../platform/log.ts'
import { fileNext, type FilingDeps } from './file-arrivals.ts'

/** As many as the decoder has processes. */
const atOnce = 2
/** For what another process has received, and what was put off. */
const everyMs = 2000

export interface Filing extends AsyncDisposable {
  /** Says that something has arrived. */
  wake(): void
}

/** Makes images of what has arrived until it is disposed of. */
export function keepFiling(deps: FilingDeps): Filing {
  const closing = new AbortController()
  let woken = Promise.withResolvers<void>()

  async function work(): Promise<void> {
    while (!closing.signal.aborted) {
      const { promise } = woken
      if (await fileOne(deps)) continue
      await Promise.race([promise, pause(closing.signal)])
    }
  }
  const working = Array.from({ length: atOnce }, work)
  return {
    wake() {
      woken.resolve()
      woken = Promise.withResolvers()
    },
    async [Symbol.asyncDispose]() {
      closing.abort()
      await Promise.all(working)
    },
  }
}

function pause(signal: AbortSignal): Promise<void> {
  return sleep(everyMs, undefined, { signal }).catch(() => undefined)
}

async function fileOne(deps: FilingDeps): Promise<boolean> {
  try {
    return await fileNext(deps)
  } catch (error) {
    log.error('filing a DICOM object', error)
    return false
  }
}
