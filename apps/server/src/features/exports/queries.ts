import type { Selectable } from 'kysely'

import type { Db } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { notFound } from '../../platform/http/problem.ts'
import { visibleDatasets } from '../datasets/queries.ts'

export type ExportRow = Selectable<Schema['export']> & { creator: string | null }

export function listedExports(db: Db) {
  return db
    .selectFrom('export')
    .leftJoin('app_user', 'app_user.id', 'export.created_by')
    .selectAll('export')
    .select('app_user.username as creator')
}

/** @throws {Problem} not_found, also if the actor is not a member of the export's dataset */
export async function getExport(db: Db, actor: Actor, id: number): Promise<ExportRow> {
  const row = await listedExports(db)
    .where('export.id', '=', id)
    .where('export.dataset_id', 'in', visibleDatasets(db, actor).select('dataset.id'))
    .executeTakeFirst()
  if (row === undefined) throw notFound('export')
  return row
}
