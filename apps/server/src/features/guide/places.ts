import { sql } from 'kysely'

import type { Guide } from '#contract/guide'

import type { Db } from '../../platform/database/database.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { isNoReading, permittedDatasets } from '../datasets/queries.ts'

/** The caller's oldest dataset that is no example; without sign-in, anybody's. */
export async function ownDataset(db: Db, actor: Actor): Promise<number | null> {
  const row = await permittedDatasets(db, actor)
    .select('dataset.id')
    .where(isNoReading)
    .where('dataset.is_example', '=', false)
    .where('dataset.owner_id', actor.id === null ? 'is' : '=', actor.id)
    .orderBy('dataset.id')
    .executeTakeFirst()
  return row?.id ?? null
}

/**
 * A photograph for the reader's steps: an analysed one before others, since there is more to see; the
 * caller's own before a colleague's; the newest dataset first.
 */
export async function findPhotograph(db: Db, actor: Actor): Promise<Guide['photograph']> {
  const isAnalysed = sql<boolean>`exists (select from analysis
    where analysis.image_id = image.id and purpose = 'findings' and replaced_at is null)`
  const row = await permittedDatasets(db, actor)
    .innerJoin('image', 'image.dataset_id', 'dataset.id')
    .select(['image.id', 'image.dataset_id as dataset'])
    .where(isNoReading)
    .where('image.deleted_at', 'is', null)
    .where('image.missing_at', 'is', null)
    .orderBy(sql`dataset.owner_id is not distinct from ${actor.id}`, 'desc')
    .orderBy(isAnalysed, 'desc')
    .orderBy('dataset.id', 'desc')
    .orderBy('image.id')
    .executeTakeFirst()
  return row ?? null
}
