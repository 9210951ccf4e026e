import { sql } from 'kysely'

import type { PolygonOperations } from '#geometry/boolean'
import { decodeShape } from '#geometry/encoding'
import type { MultiPolygon } from '#geometry/polygon'

import type { Db } from '../../platform/database/database.ts'
import type { Reading } from './readings.ts'

/** An annotation with an area. */
export interface DrawnOutline {
  readonly id: number
  readonly category_id: number
  readonly category: string
  readonly color: string
  readonly shape: MultiPolygon
}

type Drawer = Pick<Reading, 'image_id' | 'source_image_id' | 'user_id'>

/** The outlines that a reader drew in an image: in a copy all, else those of the reader. */
export async function outlinesOf(db: Db, reading: Drawer): Promise<DrawnOutline[]> {
  const isCopy = reading.image_id !== reading.source_image_id
  const rows = await db
    .selectFrom('annotation')
    .innerJoin('category', 'category.id', 'annotation.category_id')
    .select([
      'annotation.id',
      'annotation.category_id',
      'category.name as category',
      'annotation.geometry',
      sql<string>`coalesce(annotation.color, category.color)`.as('color'),
    ])
    .where('annotation.image_id', '=', reading.image_id)
    .where('annotation.deleted_at', 'is', null)
    .where('annotation.area', '>', 0)
    .$if(!isCopy, (q) => q.where('annotation.creator_id', '=', reading.user_id))
    .orderBy('annotation.id')
    .execute()
  return rows.map(({ geometry, ...row }) => ({ ...row, shape: decodeShape(geometry) }))
}

/** The total area of each category that a reader drew. */
export function areasByCategory(
  outlines: readonly DrawnOutline[],
  operations: PolygonOperations,
): ReadonlyMap<number, MultiPolygon> {
  const byCategory = Map.groupBy(outlines, (each) => each.category_id)
  return new Map(
    [...byCategory].map(([id, drawn]) => [
      id,
      operations.union(
        drawn.flatMap(({ shape }) => shape),
        [],
      ),
    ]),
  )
}
