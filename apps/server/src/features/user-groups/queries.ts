import { sql } from 'kysely'

import type { UserGroup } from '#contract/user-groups'

import type { Db } from '../../platform/database/database.ts'
import type { Identity } from '../../platform/http/actor.ts'
import { announceDataset } from '../datasets/announce.ts'

/** The actor's site, whose groups others do not see. */
type Of = Pick<Identity, 'siteId'>

function groups(db: Db, { siteId }: Of) {
  return db
    .selectFrom('user_group')
    .where('user_group.site_id', 'is not distinct from', siteId)
    .select([
      'user_group.id',
      'user_group.name',
      sql<string[]>`array(
        select app_user.username from user_group_member
        join app_user on app_user.id = user_group_member.user_id
        where user_group_member.group_id = user_group.id
        order by lower(app_user.username))`.as('users'),
      sql<number>`(
        select count(*)::integer from dataset_group
        join dataset on dataset.id = dataset_group.dataset_id
        where dataset_group.group_id = user_group.id and dataset.deleted_at is null)`.as(
        'datasets',
      ),
    ])
}

/** All groups of users of the actor's site, by name. */
export function listGroups(db: Db, actor: Of): Promise<UserGroup[]> {
  return groups(db, actor)
    .orderBy(sql`lower(user_group.name)`)
    .execute()
}

export function findGroup(db: Db, actor: Of, id: number): Promise<UserGroup | undefined> {
  return groups(db, actor).where('user_group.id', '=', id).executeTakeFirst()
}

/**
 * Replaces the members of a group.
 * @returns the names that no user of the group's site has
 */
export async function replaceGroupMembers(
  db: Db,
  groupId: number,
  usernames: readonly string[],
): Promise<string[]> {
  const wanted = [...new Set(usernames.map((name) => name.toLowerCase()))]
  const users = await db
    .selectFrom('app_user')
    .select(['id', 'username'])
    .where('deleted_at', 'is', null)
    .where(sql<string>`lower(username)`, '=', sql<string>`any(${wanted}::text[])`)
    .where(
      'site_id',
      'is not distinct from',
      db.selectFrom('user_group').select('site_id').where('id', '=', groupId),
    )
    .execute()
  const ids = users.map(({ id }) => id)
  await db
    .deleteFrom('user_group_member')
    .where('group_id', '=', groupId)
    .where('user_id', '<>', sql<number>`all(${ids}::integer[])`)
    .execute()
  if (ids.length > 0) {
    await db
      .insertInto('user_group_member')
      .values(ids.map((id) => ({ group_id: groupId, user_id: id })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  const known = new Set(users.map(({ username }) => username.toLowerCase()))
  return wanted.filter((name) => !known.has(name))
}

/** The datasets that are shared with a group. */
export async function datasetsOfGroup(db: Db, groupId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('dataset_group')
    .select('dataset_id')
    .where('group_id', '=', groupId)
    .execute()
  return rows.map(({ dataset_id: id }) => id)
}

/** Notifies those who see the datasets, or saw them until now, that members have changed. */
export async function announceMembers(db: Db, datasetIds: readonly number[]): Promise<void> {
  for (const id of datasetIds) await announceDataset(db, id, 'members')
}
