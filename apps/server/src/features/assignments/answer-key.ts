import type { FieldValues } from '#contract/fields/value'

import type { Db } from '../../platform/database/database.ts'
import { finalsOf } from './final-grades.ts'

/** The answers for an image of a training set; null without an answer key. */
export async function answersAt(
  db: Db,
  { key_of: keyOf, source_image_id: sourceId }: { key_of: number | null; source_image_id: number },
): Promise<FieldValues | null> {
  if (keyOf === null) return null
  const image = await db
    .selectFrom('assignment_image')
    .select('id')
    .where('assignment_id', '=', keyOf)
    .where('source_image_id', '=', sourceId)
    .executeTakeFirst()
  return image === undefined ? null : finalsOf(db, image.id)
}
