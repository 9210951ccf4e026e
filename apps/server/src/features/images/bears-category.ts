import { expressionBuilder, type Expression, type SqlBool } from 'kysely'

import type { Db } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'

/** So many images are sorted in less time than others are walked past. */
const few = 5000

/**
 * Whether an image bears one of the categories, as a whole or by an annotation. Where `matches`
 * tells that many do, a page of them is soon found along the list's index, each image looked up in
 * a table of those that do; a few are sooner gathered and sorted.
 */
export function bearsCategory(
  db: Db,
  categoryIds: readonly number[],
  matches: number,
): Expression<SqlBool> {
  const annotated = db
    .selectFrom('annotation')
    .select('annotation.image_id')
    .where('annotation.deleted_at', 'is', null)
    .where('annotation.category_id', 'in', categoryIds)
  const asWhole = db
    .selectFrom('image_category')
    .select('image_category.image_id')
    .where('image_category.category_id', 'in', categoryIds)
  const eb = expressionBuilder<Schema, 'image'>()
  return matches > few
    ? eb.or([eb('image.id', 'in', annotated), eb('image.id', 'in', asWhole)])
    : eb('image.id', 'in', annotated.union(asWhole))
}
