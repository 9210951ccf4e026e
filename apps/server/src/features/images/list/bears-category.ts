import { expressionBuilder, sql, type Expression, type RawBuilder, type SqlBool } from 'kysely'

import type { Db } from '../../../platform/database/database.ts'
import type { Schema } from '../../../platform/database/schema.ts'

/** Up to this many matches, gathering and sorting is faster than scanning. */
const few = 5000

/**
 * Whether an image has one of the categories, as a whole or by an annotation. If `matches`
 * indicates many, a page of them is found quickly along the list's index, looking each image up in
 * a table of matches; a few are faster to gather and sort. Undefined: for a list without order,
 * such as one that is only counted.
 */
export function bearsCategory(
  db: Db,
  { datasetId, categoryIds }: { datasetId: number; categoryIds: readonly number[] },
  matches: number | undefined,
): Expression<SqlBool> {
  // Datasets share categories. As an array, so that it bounds the matches whatever the statistics say.
  const own = sql<number>`any(array(
    select id from image where dataset_id = ${datasetId} and deleted_at is null))`
  const annotated = db
    .selectFrom('annotation')
    .select('annotation.image_id')
    .where('annotation.deleted_at', 'is', null)
    .where('annotation.is_empty', '=', false)
    .where('annotation.category_id', 'in', categoryIds)
    .where('annotation.image_id', '=', own)
  const asWhole = db
    .selectFrom('image_category')
    .select('image_category.image_id')
    .where('image_category.category_id', 'in', categoryIds)
    .where('image_category.image_id', '=', own)
  const eb = expressionBuilder<Schema, 'image'>()
  const either = annotated.union(asWhole)
  if (matches === undefined) return eb('image.id', 'in', either)
  if (matches > few) return eb.or([eb('image.id', 'in', annotated), eb('image.id', 'in', asWhole)])
  // As an array, so that matches are fetched by it: the list of a few is not scanned for them.
  return sql<SqlBool>`image.id = any(array(${either}))`
}

/** Like {@link bearsCategory}, but looked up for each image while the list is scanned. */
export function bearsCategoryItself(categoryIds: readonly number[]): RawBuilder<boolean> {
  const ids = sql.join(categoryIds)
  // Not EXISTS, for which the planner might gather all matches first.
  return sql`coalesce(
    (select true from annotation where annotation.image_id = image.id
      and annotation.deleted_at is null and not annotation.is_empty
      and annotation.category_id in (${ids}) limit 1),
    (select true from image_category where image_category.image_id = image.id
      and image_category.category_id in (${ids}) limit 1),
    false)`
}
