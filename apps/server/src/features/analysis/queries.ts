import type { Selectable } from 'kysely'

import { english, type Message } from '#contract/messages/message'

import type { Db } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { notFound } from '../../platform/http/problem.ts'
import { visibleImages } from '../images/queries.ts'

export type ResultRow = Selectable<Schema['analysis_result']>

/** The newest result of each kind. */
export function listCurrentResults(db: Db, imageId: number): Promise<ResultRow[]> {
  return db
    .selectFrom('analysis_result')
    .selectAll()
    .where('image_id', '=', imageId)
    .where('replaced_at', 'is', null)
    .orderBy('id')
    .execute()
}

/** @throws {Problem} not_found, also where the actor is no member of the image's dataset. */
export async function getResultRow(
  db: Db,
  actor: Actor,
  id: number,
): Promise<ResultRow & { dataset_id: number; file_name: string }> {
  const row = await db
    .selectFrom('analysis_result')
    .innerJoin('image', 'image.id', 'analysis_result.image_id')
    .selectAll('analysis_result')
    .select(['image.dataset_id', 'image.file_name'])
    .where('analysis_result.id', '=', id)
    .where('analysis_result.image_id', 'in', visibleImages(db, actor).select('image.id'))
    .executeTakeFirst()
  if (row === undefined) throw notFound('result')
  return row
}

/** What the annotator shows as the state of the analysis. */
export async function setPredictionStatus(
  db: Db,
  imageId: number,
  status: Message | null,
  predicted?: boolean,
): Promise<void> {
  await db
    .updateTable('image')
    .set({
      prediction_status: status === null ? '' : english(status),
      ...(predicted === undefined ? {} : { predicted }),
    })
    .where('id', '=', imageId)
    .execute()
}
