import { message } from '#contract/messages/message'

import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { Problem } from '../../platform/http/problem.ts'
import { log } from '../../platform/log.ts'
import { announceDataset } from '../datasets/announce.ts'
import type { ImageRow } from './queries.ts'
import { originalKey } from './storage.ts'

interface SoundDeps {
  readonly clock: Clock
  readonly files: FileStore
}

type Original = Pick<
  ImageRow,
  'id' | 'dataset_id' | 'path' | 'sha256' | 'missing_at' | 'damaged_at'
>

/**
 * Refuses an original whose bytes are missing or differ from those stored: it is not shown,
 * measured or sent. An image with other bytes counts as missing until a scan or an upload restores
 * its own.
 * @param how a thumbnail only needs a quick check (see `FileStore.isSound`)
 * @throws {Problem} not_found, damaged_original
 */
export async function ensureSound(
  db: Db,
  { clock, files }: SoundDeps,
  { image, datasetName }: { image: Original; datasetName: string },
  how: 'known' | 'glance' | 'anew' = 'known',
): Promise<void> {
  const { path, sha256 } = image
  const key = originalKey(datasetName, path)
  const isGone = image.missing_at !== null && image.damaged_at === null
  if (isGone || (await files.find(key)) === undefined) {
    throw new Problem('not_found', message('images.fileMissing', { path }))
  }
  if (image.missing_at === null) {
    if (await files.isSound(key, sha256, how)) return
    await markDamaged(db, image, clock())
  }
  throw new Problem('damaged_original', message('images.fileDamaged', { path }))
}

async function markDamaged(db: Db, { id, dataset_id, path }: Original, at: Date): Promise<void> {
  log.error('an original is damaged', 'its bytes are not those that were stored', {
    image: id,
    path,
  })
  const marks = { missing_at: at, damaged_at: at }
  await db.updateTable('image').set(marks).where('id', '=', id).execute()
  await announceDataset(db, dataset_id, 'images')
}
