import type { Health } from '#contract/info'

import type { Db } from './database/database.ts'
import { hasOwnMigrations } from './database/migrate.ts'
import type { FileStore } from './files/file-store.ts'
import { keepTrying, tryDatabase, tryFiles, tryFolder } from './readiness.ts'

/** Whether this process may be sent work. */
export interface ProcessHealth {
  /** Result of the last check, repeated if it is older than a moment. */
  check(): Promise<Health>
  /** Aborted once the process takes no new work, because it is about to stop. */
  readonly draining: AbortSignal
}

/** Shorter than that of balancers, which take a process for dead that does not answer for five seconds. */
const patienceMs = 4000

export function openHealth(parts: {
  readonly db: Db
  readonly dataFolder: string
  readonly files: Pick<FileStore, 'check'>
  readonly draining: AbortSignal
}): ProcessHealth {
  const tries: Record<keyof Health, () => Promise<Health[keyof Health]>> = {
    database: () => tryDatabase(parts.db),
    schema: async () => ((await hasOwnMigrations(parts.db)) ? 'works' : 'fails'),
    storage: () => tryFolder(parts.dataFolder),
    files: () => tryFiles(parts.files),
  }
  const tried = keepTrying(tries, { patienceMs })
  return { check: () => tried.check(), draining: parts.draining }
}
