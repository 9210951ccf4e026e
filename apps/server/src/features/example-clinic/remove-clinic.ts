import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import type { Actor } from '../../platform/http/actor.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { announceDataset } from '../datasets/announce.ts'
import { deleteRowsOf } from '../undo/delete-for-good.ts'
import { findOrCreateReaders } from './readers.ts'

interface RemoveDeps {
  readonly db: Db
  readonly clock: Clock
  readonly files: FileStore
  readonly jobs: Jobs
}

/** Deletes an example clinic with its tasks, categories and files. */
export async function removeClinic(
  { db, clock, files, jobs }: RemoveDeps,
  id: number,
): Promise<void> {
  const keys = await db.transaction().execute(async (trx) => {
    await cancelTasks(trx, jobs, id)
    // Afterwards nobody can see the dataset, so nobody would be notified.
    await announceDataset(trx, id, 'deleted')
    const rows = await trx
      .selectFrom('dataset_category')
      .select('category_id')
      .where('dataset_id', '=', id)
      .execute()
    const { site_id: siteId } = await trx
      .selectFrom('dataset')
      .select('site_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const removed = await deleteRowsOf.dataset(trx, id)
    const categories = rows.map(({ category_id: category }) => category)
    await deleteUnusedCategories(trx, await findOrCreateReaders(trx, siteId, clock()), categories)
    return removed
  })
  // Only once the rows are certainly gone: a file without a row is litter, a row without a file a loss.
  await Promise.all(keys.map((key) => files.remove(key)))
}

async function cancelTasks(trx: Db, jobs: Jobs, datasetId: number): Promise<void> {
  const open = await trx
    .selectFrom('task')
    .selectAll()
    .where('dataset_id', '=', datasetId)
    .where('status', 'in', ['queued', 'running'])
    .execute()
  for (const task of open) await jobs.cancel(trx, task)
}

/** Categories created by the example's readers that nothing else uses. */
async function deleteUnusedCategories(
  trx: Db,
  readers: readonly Actor[],
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return
  await trx
    .deleteFrom('category')
    .where('id', 'in', ids)
    .where(
      'creator_id',
      'in',
      readers.map((reader) => reader.id),
    )
    .where(
      'id',
      'not in',
      trx.selectFrom('dataset_category').select('category_id').where('category_id', 'in', ids),
    )
    .where(
      'id',
      'not in',
      trx.selectFrom('annotation').select('category_id').where('category_id', 'in', ids),
    )
    .execute()
}
