import { sql, type RawBuilder, type SqlBool } from 'kysely'

import type { Db } from '../../platform/database/database.ts'

/**
 * Datasets whose identity a user may see. A blinded reader of an open assignment sees neither its
 * dataset nor the copies of other readers, whatever roles, groups or emergencies would allow.
 */
export function isNotBlindedFor(userId: number | null): RawBuilder<SqlBool> {
  return sql<SqlBool>`not exists (
    select from assignment_reader as mine
      join assignment on assignment.id = mine.assignment_id
    where mine.user_id = ${userId}::integer
      and assignment.is_blinded and assignment.closed_at is null
      and assignment.dataset_id = coalesce(dataset.reading_of, dataset.id)
      and not exists (
        select from assignment_reader as own
        where own.user_id = mine.user_id and own.dataset_id = dataset.id))`
}

/** The users among these names who read images of the dataset blinded, in open assignments. */
export async function blindedAmong(
  db: Db,
  datasetId: number,
  usernames: readonly string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('assignment')
    .innerJoin('assignment_reader', 'assignment_reader.assignment_id', 'assignment.id')
    .innerJoin('app_user', 'app_user.id', 'assignment_reader.user_id')
    .select('app_user.username')
    .distinct()
    .where('assignment.dataset_id', '=', datasetId)
    .where('assignment.is_blinded', '=', true)
    .where('assignment.closed_at', 'is', null)
    .where(
      sql<string>`lower(app_user.username)`,
      '=',
      sql<string>`any(${usernames.map((name) => name.toLowerCase())}::text[])`,
    )
    .execute()
  return rows.map(({ username }) => username)
}
