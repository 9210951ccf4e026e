import type { Db } from '../../platform/database/database.ts'
import { announceDataset } from '../datasets/announce.ts'

/** Notifies the members of all datasets of a category of its changes. */
export async function announceCategory(db: Db, id: number): Promise<void> {
  const rows = await db
    .selectFrom('dataset_category')
    .select('dataset_id')
    .where('category_id', '=', id)
    .orderBy('dataset_id')
    .execute()
  for (const row of rows) await announceDataset(db, row.dataset_id, 'categories')
}
