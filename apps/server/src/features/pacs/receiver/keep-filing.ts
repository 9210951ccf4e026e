import { setTimeout as sleep } from 'node:timers/promises'

import { log } from '../../../platform/log.ts'
import { fileNext, type FilingDeps } from './file-arrivals.ts'

/** As many as the decoder has processes. */
const atOnce = 2
/** Poll for objects that another process has received, and for postponed ones. */
const everyMs = 2000
/**
 * Arriving objects take precedence: a station waits for each of them, but no one for its picture.
 */
const quietMs = 250
const longestQuietMs = 30_000

export interface Filing extends AsyncDisposable {
  /** Signals that something has arrived. */
  wake(): void
}

/** Turns arrivals into images until disposed of. */
export function keepFiling(deps: FilingDeps): Filing {
  const closing = new AbortController()
  let woken = Promise.withResolvers<void>()
  let lastAt = 0

  /** Waits until nothing has arrived for a moment, up to a limit. */
  async function quiet(): Promise<void> {
    const begun = performance.now()
    while (!closing.signal.aborted) {
      const now = performance.now()
      if (now - lastAt >= quietMs || now - begun >= longestQuietMs) return
      await pause(closing.signal, quietMs - (now - lastAt))
    }
  }

  async function work(): Promise<void> {
    while (!closing.signal.aborted) {
      const { promise } = woken
      await quiet()
      if (await fileOne(deps)) continue
      await Promise.race([promise, pause(closing.signal, everyMs)])
    }
  }
  const working = Array.from({ length: atOnce }, work)
  return {
    wake() {
      lastAt = performance.now()
      woken.resolve()
      woken = Promise.withResolvers()
    },
    async [Symbol.asyncDispose]() {
      closing.abort()
      await Promise.all(working)
    },
  }
}

function pause(signal: AbortSignal, milliseconds: number): Promise<void> {
  return sleep(milliseconds, undefined, { signal }).catch(() => undefined)
}

async function fileOne(deps: FilingDeps): Promise<boolean> {
  try {
    return await fileNext(deps)
  } catch (error) {
    log.error('filing a DICOM object', error)
    return false
  }
}
