import { sql } from 'kysely'

import { message } from '#contract/messages/message'

import { breaksUnique, type Db } from '../../platform/database/database.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { Problem } from '../../platform/http/problem.ts'
import { findOrCreateCategories } from '../categories/queries.ts'
import { replaceCategories } from '../datasets/queries.ts'

/** @returns the new dataset's id */
export async function createDatasetFor(
  db: Db,
  actor: Actor,
  wanted: { name: string; categories: readonly string[] },
): Promise<number> {
  await refuseTakenName(db, wanted.name)
  const { id } = await db
    .insertInto('dataset')
    .values({ name: wanted.name, owner_id: actor.id })
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch((error: unknown) => {
      throw breaksUnique(error, 'dataset_name') ? nameTaken() : error
    })
  await replaceCategories(db, id, await findOrCreateCategories(db, actor, wanted.categories))
  return id
}

async function refuseTakenName(db: Db, name: string): Promise<void> {
  const existing = await db
    .selectFrom('dataset')
    .select('deleted_at')
    .where(sql<string>`lower(name)`, '=', name.toLowerCase())
    .executeTakeFirst()
  if (existing === undefined) return
  throw existing.deleted_at === null ? nameTaken() : nameTaken('datasets.existsInUndo')
}

function nameTaken(key: 'datasets.exists' | 'datasets.existsInUndo' = 'datasets.exists'): Problem {
  return new Problem('name_taken', message(key), {
    fields: { name: message('datasets.exists') },
  })
}
