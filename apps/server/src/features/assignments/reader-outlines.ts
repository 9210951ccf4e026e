import { sql } from 'kysely'

import type { Drawing } from '#agreement/drawings'
import { keypointsOf } from '#annotation/keypoints'
import type { PolygonOperations } from '#geometry/boolean'
import { decodeShape } from '#geometry/encoding'
import type { MultiLine } from '#geometry/line'
import type { MultiPolygon } from '#geometry/polygon'

import type { Db } from '../../platform/database/database.ts'
import { placeOf } from '../annotations/queries.ts'
import type { Reading } from './readings.ts'

/** An annotation with an area, lines or labelled keypoints. */
export interface DrawnOutline {
  readonly id: number
  readonly category_id: number
  readonly category: string
  readonly color: string
  /** Empty for lines or keypoints alone. */
  readonly shape: MultiPolygon
  readonly lines: MultiLine
  /** Flat, x, y and visibility. */
  readonly keypoints: readonly number[]
}

type Drawer = Pick<Reading, 'image_id' | 'source_image_id' | 'user_id'>

/** The outlines that a reader drew in an image, from below to above: in a copy all, else those of the reader. */
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
      'annotation.lines',
      'annotation.keypoints',
      sql<string>`coalesce(annotation.color, category.color)`.as('color'),
    ])
    .where('annotation.image_id', '=', reading.image_id)
    .where('annotation.deleted_at', 'is', null)
    .where('annotation.is_empty', '=', false)
    .$if(!isCopy, (q) => q.where('annotation.creator_id', '=', reading.user_id))
    .orderBy(placeOf)
    .orderBy('annotation.id')
    .execute()
  return rows.map(({ geometry, ...row }) => ({ ...row, shape: decodeShape(geometry) }))
}

/** Everything that a reader drew of each category. */
export function drawingsByCategory(
  outlines: readonly DrawnOutline[],
  operations: PolygonOperations,
): ReadonlyMap<number, Drawing> {
  const byCategory = Map.groupBy(outlines, (each) => each.category_id)
  return new Map([...byCategory].map(([id, drawn]) => [id, drawingOf(drawn, operations)]))
}

function drawingOf(drawn: readonly DrawnOutline[], operations: PolygonOperations): Drawing {
  const withoutArea = drawn.filter(({ shape }) => shape.length === 0)
  return {
    area: operations.union(
      drawn.flatMap(({ shape }) => shape),
      [],
    ),
    lines: withoutArea.flatMap(({ lines }) => lines),
    points: withoutArea.flatMap(keypointsOf).map(({ at, place }) => ({ ...at, label: place })),
  }
}
