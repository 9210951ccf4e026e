import { sql } from 'kysely'

import type { RowErasure } from '../../platform/backup/erasures.ts'
import type { Db } from '../../platform/database/database.ts'
import type { UndoInstance } from './queries.ts'

interface NamedRow {
  readonly id: number
  readonly name: string
}

const named: Record<UndoInstance, (db: Db, ids: readonly number[]) => Promise<NamedRow[]>> = {
  dataset: (db, ids) =>
    db.selectFrom('dataset').select(['id', 'name']).where('id', 'in', ids).execute(),
  category: (db, ids) =>
    db.selectFrom('category').select(['id', 'name']).where('id', 'in', ids).execute(),
  image: (db, ids) =>
    db
      .selectFrom('image')
      .innerJoin('dataset', 'dataset.id', 'image.dataset_id')
      .select(['image.id', sql<string>`dataset.name || '/' || image.path`.as('name')])
      .where('image.id', 'in', ids)
      .execute(),
  annotation: (db, ids) =>
    db
      .selectFrom('annotation')
      .innerJoin('image', 'image.id', 'annotation.image_id')
      .innerJoin('dataset', 'dataset.id', 'image.dataset_id')
      .select(['annotation.id', sql<string>`dataset.name || '/' || image.path`.as('name')])
      .where('annotation.id', 'in', ids)
      .execute(),
}

/**
 * The erased rows that the database has, as after restoring a backup from before the erasure, with
 * their names: an annotation has that of its image.
 */
export async function stillThere(
  db: Db,
  erasures: readonly RowErasure[],
): Promise<(RowErasure & { name: string })[]> {
  const found: (RowErasure & { name: string })[] = []
  for (const [kind, ofKind] of Map.groupBy(erasures, (each) => each.kind)) {
    const rows = await named[kind](db, [...new Set(ofKind.map(({ id }) => id))])
    const names = new Map(rows.map(({ id, name }) => [id, name]))
    for (const erasure of ofKind) {
      const name = names.get(erasure.id)
      if (name !== undefined) found.push({ ...erasure, name })
    }
  }
  return found
}
