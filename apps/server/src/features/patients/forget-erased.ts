import { z } from 'zod'

import type { Db } from '../../platform/database/database.ts'
import type { Files } from '../../platform/files/open-files.ts'
import type { Renditions } from '../../platform/images/renditions.ts'
import { announce, type Live } from '../../platform/live/live.ts'
import { log } from '../../platform/log.ts'

/** Tells all processes that files are erased: the digest of an image's content, or a key of the store. */
const Erased = z
  .object({ type: z.literal('erased') })
  .and(z.union([z.object({ sha256: z.string() }), z.object({ key: z.string() })]))

/** Announces, once the files are gone, that pictures of these contents and copies of these keys must go. */
export async function announceErased(
  db: Db,
  { digests, keys }: { readonly digests: readonly string[]; readonly keys: readonly string[] },
): Promise<void> {
  const all = [...digests.map((sha256) => ({ sha256 })), ...keys.map((key) => ({ key }))]
  // One by one, because a notification is short.
  for (const each of all) await announce(db, 'processes', { type: 'erased', ...each })
}

interface Machine {
  readonly live: Live
  readonly renditions: Renditions
  readonly forgetCopies: Files['forgetCopies']
}

/** Removes what this machine keeps of a patient whom some process has erased, until disposed of. */
export function forgetErased({ live, renditions, forgetCopies }: Machine): Disposable {
  const ending = new AbortController()
  live.subscribe(
    {
      hear({ event }) {
        const { data } = Erased.safeParse(event)
        if (data === undefined) return
        const removing = 'sha256' in data ? renditions.forget(data.sha256) : forgetCopies(data.key)
        removing.catch((error: unknown) => log.error('removing copies of an erased patient', error))
      },
      // They are never shown again, and go when the cache is full.
      miss: () => undefined,
    },
    ending.signal,
  )
  return { [Symbol.dispose]: () => ending.abort() }
}
