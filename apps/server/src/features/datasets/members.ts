import { sql } from 'kysely'

import type { Db } from '../../platform/database/database.ts'

/**
 * Replaces the users in a list of a dataset. A clinician loses that role when the dataset is no
 * longer shared with them.
 * @returns the usernames that do not exist
 */
export async function replaceUsers(
  db: Db,
  list: 'dataset_member' | 'dataset_clinician',
  { datasetId, usernames }: { datasetId: number; usernames: readonly string[] },
): Promise<string[]> {
  const wanted = [...new Set(usernames.map((name) => name.toLowerCase()))]
  const found = wanted.length === 0 ? [] : await findUserIds(db, wanted)
  const ids = found.map((user) => user.id)
  await db
    .deleteFrom(list)
    .where('dataset_id', '=', datasetId)
    .$if(ids.length > 0, (q) => q.where('user_id', 'not in', ids))
    .execute()
  if (ids.length > 0) {
    await db
      .insertInto(list)
      .values(ids.map((id) => ({ dataset_id: datasetId, user_id: id })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  if (list === 'dataset_member') await forgetStrangers(db, datasetId)
  const known = new Set(found.map((user) => user.username.toLowerCase()))
  return wanted.filter((name) => !known.has(name))
}

/** A clinician who is no longer a member of the dataset loses that role. */
export async function forgetStrangers(db: Db, datasetId: number): Promise<void> {
  await db
    .deleteFrom('dataset_clinician')
    .where('dataset_id', '=', datasetId)
    .where('user_id', 'not in', (eb) =>
      eb
        .selectFrom('app_user')
        .select('app_user.id')
        .where((where) =>
          where.or([
            where('is_admin', '=', true),
            where(
              'app_user.id',
              'in',
              where
                .selectFrom('dataset_member')
                .select('user_id')
                .where('dataset_id', '=', datasetId),
            ),
          ]),
        ),
    )
    .execute()
}

function findUserIds(db: Db, lowerNames: string[]): Promise<{ id: number; username: string }[]> {
  return db
    .selectFrom('app_user')
    .select(['id', 'username'])
    .where('deleted_at', 'is', null)
    .where(sql<string>`lower(username)`, 'in', lowerNames)
    .execute()
}

/** The owner and the members, by name. */
export function listMemberRows(db: Db, datasetId: number) {
  return db
    .selectFrom('dataset')
    .innerJoin('app_user', (join) => join.onTrue())
    .where('dataset.id', '=', datasetId)
    .where('app_user.deleted_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('app_user.id', '=', eb.ref('dataset.owner_id')),
        eb(
          'app_user.id',
          'in',
          eb.selectFrom('dataset_member').select('user_id').where('dataset_id', '=', datasetId),
        ),
      ]),
    )
    .select((eb) => [
      'app_user.username',
      'app_user.name',
      'app_user.group_name',
      'app_user.last_seen_at',
      sql<boolean>`app_user.id is not distinct from ${eb.ref('dataset.owner_id')}`.as('is_owner'),
      sql<boolean>`app_user.id is not distinct from ${eb.ref('dataset.owner_id')} or exists (
        select from dataset_clinician
        where dataset_clinician.dataset_id = dataset.id
        and dataset_clinician.user_id = app_user.id)`.as('is_clinician'),
    ])
    .orderBy('is_owner', 'desc')
    .orderBy(sql`lower(app_user.username)`)
    .execute()
}
