import type { Selectable } from 'kysely'

import type { Db } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { orRefuse, permittedDatasets } from '../datasets/queries.ts'

export type ExportRow = Selectable<Schema['export']> & { creator: string | null }

export function listedExports(db: Db) {
  return db
    .selectFrom('export')
    .leftJoin('app_user', 'app_user.id', 'export.created_by')
    .selectAll('export')
    .select('app_user.username as creator')
}

/** @throws {Problem} missing_right, or not_found, also if the actor may not see the export's dataset */
export function getExport(db: Db, actor: Actor, id: number): Promise<ExportRow> {
  return orRefuse(actor, 'export', (by) =>
    listedExports(db)
      .where('export.id', '=', id)
      .where('export.dataset_id', 'in', permittedDatasets(db, by).select('dataset.id'))
      .executeTakeFirst(),
  )
}
