import type { Db } from '../../platform/database/database.ts'
import { copiesOf } from '../assignments/copies.ts'
import { originalKey } from '../images/storage.ts'
import type { UndoInstance } from './queries.ts'

/**
 * Removes the rows of a deleted item. @returns the keys of the files that have no owner any more
 */
export const deleteRowsOf: Record<UndoInstance, (db: Db, id: number) => Promise<string[]>> = {
  async dataset(db, id) {
    const readings = await db
      .selectFrom('dataset')
      .select('id')
      .where('reading_of', '=', id)
      .execute()
    const ofReadings: string[] = []
    for (const reading of readings) ofReadings.push(...(await deleteRowsOf.dataset(db, reading.id)))
    const images = await db.selectFrom('image').select('id').where('dataset_id', '=', id).execute()
    const { name } = await db
      .deleteFrom('dataset')
      .where('id', '=', id)
      .returning('name')
      .executeTakeFirstOrThrow()
    return [
      `datasets/${name}`,
      `exports/${id}`,
      `imports/${id}`,
      `documents/${id}`,
      ...images.map((image) => `results/${image.id}`),
      ...ofReadings,
    ]
  },

  async category(db, id) {
    // All of them are deleted: with the category, or one by one before it.
    await db.deleteFrom('annotation').where('category_id', '=', id).execute()
    await db.deleteFrom('category').where('id', '=', id).execute()
    return []
  },

  async image(db, id) {
    const ofCopies: string[] = []
    for (const copy of await copiesOf(db, [id]))
      ofCopies.push(...(await deleteRowsOf.image(db, copy.id)))
    const image = await db
      .selectFrom('image')
      .innerJoin('dataset', 'dataset.id', 'image.dataset_id')
      .select(['dataset.name', 'image.path'])
      .where('image.id', '=', id)
      .executeTakeFirstOrThrow()
    await db.deleteFrom('image').where('id', '=', id).execute()
    return [originalKey(image.name, image.path), `results/${id}`, ...ofCopies]
  },

  async annotation(db, id) {
    await db.deleteFrom('annotation').where('id', '=', id).execute()
    return []
  },
}
