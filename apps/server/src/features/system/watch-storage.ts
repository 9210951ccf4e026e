import { statfs } from 'node:fs/promises'

import { nearlyFullPercent } from '#contract/system'

import { inBackground, pause } from '../../platform/background.ts'
import { log } from '../../platform/log.ts'
import { beginOutage, endOutage, type OutageDeps } from './outages.ts'

const everyMs = 60_000
/** So much must become free, in percent of the whole, until a mail is sent again. */
const againPercent = 5

const storage = { kind: 'storage', subject: '' } as const

/** @param share free part of the storage, 0 to 1 */
export async function noteFreeStorage(deps: OutageDeps, share: number): Promise<void> {
  const percent = share * 100
  const low = 100 - nearlyFullPercent
  if (percent <= low) {
    const notice = { kind: 'storageLow', percent: Math.floor(percent) } as const
    await beginOutage(deps, storage, { lastingMs: 0, notice })
  } else if (percent >= low + againPercent) await endOutage(deps, storage)
}

/** Mails the administrators when the storage becomes nearly full, until disposed of. */
export function keepWatchingStorage(
  deps: OutageDeps & { readonly dataFolder: string },
): AsyncDisposable {
  const look = async (): Promise<void> => {
    const { bavail, blocks } = await statfs(deps.dataFolder)
    await noteFreeStorage(deps, bavail / blocks)
  }
  return inBackground(async (signal) => {
    while (!signal.aborted) {
      await look().catch((error: unknown) => log.error('watching the storage', error))
      await pause(signal, everyMs)
    }
  })
}
