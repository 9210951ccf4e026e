import { sql } from 'kysely'

import type { GroupRights } from '../../identity-provider.ts'
import type { Db } from '../../platform/database/database.ts'
import { announceMembers, datasetsOfGroup } from '../user-groups/queries.ts'

interface Membership {
  /** The names of the user groups. */
  readonly joinedGroups: readonly string[]
  readonly leftGroups: readonly string[]
}

/**
 * Makes an account a member of the user groups that follow from its groups at the provider, and
 * ends such memberships of groups that it left. Memberships that an administrator gave remain; names
 * that no user group has are ignored.
 */
export async function followUserGroups(
  db: Db,
  { id: userId, siteId }: { id: number; siteId: number | null },
  { rights, groups }: { rights: GroupRights; groups: readonly string[] },
): Promise<Membership> {
  const names = rights.userGroups
    .filter(({ groups: wanted }) => wanted.some((group) => groups.includes(group)))
    .map(({ group }) => group.toLowerCase())
  const due = await db
    .selectFrom('user_group')
    .select(['id', 'name'])
    .where(sql<string>`lower(name)`, '=', sql<string>`any(${names}::text[])`)
    .where('site_id', 'is not distinct from', siteId)
    .execute()
  const left = await leaveOthers(
    db,
    userId,
    due.map(({ id }) => id),
  )
  const joined = await join(
    db,
    userId,
    due.map(({ id }) => id),
  )
  for (const id of [...left.keys(), ...joined]) {
    await announceMembers(db, await datasetsOfGroup(db, id))
  }
  return {
    joinedGroups: due.filter(({ id }) => joined.has(id)).map(({ name }) => name),
    leftGroups: [...left.values()],
  }
}

/** @returns the groups of which the user was no member */
async function join(db: Db, userId: number, due: readonly number[]): Promise<ReadonlySet<number>> {
  if (due.length === 0) return new Set()
  const rows = await db
    .insertInto('user_group_member')
    .values(due.map((id) => ({ group_id: id, user_id: userId, by_provider: true })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('group_id')
    .execute()
  return new Set(rows.map(({ group_id: id }) => id))
}

/** @returns the names of the groups that the user left, by id */
async function leaveOthers(
  db: Db,
  userId: number,
  due: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const rows = await db
    .deleteFrom('user_group_member')
    .using('user_group')
    .whereRef('user_group.id', '=', 'user_group_member.group_id')
    .where('user_group_member.user_id', '=', userId)
    .where('user_group_member.by_provider', '=', true)
    .where('user_group_member.group_id', '<>', sql<number>`all(${due}::integer[])`)
    .returning(['user_group.id', 'user_group.name'])
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}
