import { inBackground, pause } from '../../platform/background.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { Problem } from '../../platform/http/problem.ts'
import { log } from '../../platform/log.ts'
import { ensureSound } from './sound-original.ts'

interface VerifyDeps {
  readonly db: Db
  readonly clock: Clock
  readonly files: FileStore
}

/** Maximum share of time spent on reading, so that the check delays nobody. */
const shareOfTime = 0.05
const leastPauseMs = 500
/** Pause between two rounds through all originals. */
const betweenRoundsMs = 3_600_000

/** Reads all originals again, one after the other, until disposed of. */
export function keepVerifying(deps: VerifyDeps): AsyncDisposable {
  return inBackground(async (signal) => {
    let last = 0
    let pauseMs = leastPauseMs
    for (;;) {
      await pause(signal, pauseMs)
      if (signal.aborted) return
      const begun = performance.now()
      const next = await verifyNext(deps, last).catch((error: unknown) => {
        log.error('verifying originals', error)
        return undefined
      })
      last = next ?? 0
      const spent = performance.now() - begun
      pauseMs = next === undefined ? betweenRoundsMs : Math.max(spent / shareOfTime, leastPauseMs)
    }
  })
}

/**
 * Reads the original of the first image after the given one.
 * @returns its id; undefined if there is none left
 */
export async function verifyNext(deps: VerifyDeps, after: number): Promise<number | undefined> {
  const image = await deps.db
    .selectFrom('image')
    .innerJoin('dataset', 'dataset.id', 'image.dataset_id')
    .select(['image.id', 'image.dataset_id', 'image.path', 'image.sha256'])
    .select(['image.missing_at', 'image.damaged_at'])
    .select('dataset.name as datasetName')
    .where('image.id', '>', after)
    .where('image.missing_at', 'is', null)
    .orderBy('image.id')
    .limit(1)
    .executeTakeFirst()
  if (image === undefined) return undefined
  const { datasetName } = image
  await ensureSound(deps.db, deps, { image, datasetName }, 'anew').catch((error: unknown) => {
    // A missing file may be being moved: a scan reports it.
    if (!(error instanceof Problem)) throw error
  })
  return image.id
}
