import { sql } from 'kysely'

import type { Db } from '../../platform/database/database.ts'
import type { ImageRow } from '../images/queries.ts'

/** The copies of some images that blinded readers have. */
export function copiesOf(db: Db, sourceIds: readonly number[]): Promise<ImageRow[]> {
  return db
    .selectFrom('image')
    .selectAll('image')
    .where('image.id', 'in', (eb) =>
      eb
        .selectFrom('assignment_item')
        .select('assignment_item.image_id')
        .where('assignment_item.source_image_id', '=', sql<number>`any(${sourceIds}::integer[])`)
        .whereRef('assignment_item.image_id', '<>', 'assignment_item.source_image_id')
        .$castTo<{ image_id: number }>(),
    )
    .orderBy('image.id')
    .forUpdate()
    .execute()
}
