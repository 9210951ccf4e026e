import { sql } from 'kysely'

import { usualRole, type GivenRole, type Role } from '#contract/roles'

import type { Db } from '../../platform/database/database.ts'
import { byRank } from './queries.ts'

/** Somebody to share a dataset with, by name in any case. */
export interface WantedMember {
  readonly username: string
  /** Absent: the role that they have, or the usual one. */
  readonly role?: GivenRole | undefined
}

/** A change of somebody's role in a dataset; null if they had, or have, none. */
interface RoleChange {
  readonly username: string
  readonly from: GivenRole | null
  readonly to: GivenRole | null
}

interface MemberRole {
  readonly username: string
  readonly role: GivenRole
}

/** The role of each member, by the id of the user. */
type Roles = ReadonlyMap<number, MemberRole>

export interface Replaced {
  /** The wanted names that no user has. */
  readonly unknown: readonly string[]
  /** The wanted users who may not see the dataset. */
  readonly strangers: readonly string[]
  readonly changes: readonly RoleChange[]
}

/** Replaces the members of a dataset. */
export async function replaceMembers(
  db: Db,
  datasetId: number,
  wanted: readonly WantedMember[],
): Promise<Replaced> {
  const before = await rolesOf(db, datasetId)
  const { users, unknown } = await findUsers(db, datasetId, wanted)
  const after: Roles = new Map(
    users.map(({ id, username, role }) => [
      id,
      { username, role: role ?? before.get(id)?.role ?? usualRole },
    ]),
  )
  await writeRoles(db, datasetId, { before, after })
  return { unknown, strangers: [], changes: changesBetween(before, after) }
}

/**
 * Replaces the clinicians of a dataset. Those named before stay members, as graders. Administrators
 * may be named without being members.
 */
export async function replaceClinicians(
  db: Db,
  datasetId: number,
  usernames: readonly string[],
): Promise<Replaced> {
  const before = await rolesOf(db, datasetId)
  const wanted = usernames.map((username) => ({ username }))
  const { users, unknown } = await findUsers(db, datasetId, wanted)
  const members = await memberIds(db, datasetId)
  const strangers = users.filter(({ id, is_admin: isAdmin }) => !isAdmin && !members.has(id))
  const after = new Map<number, MemberRole>(
    [...before].map(([id, { username, role }]) => [
      id,
      { username, role: role === 'clinician' ? 'grader' : role },
    ]),
  )
  for (const { id, username } of users) after.set(id, { username, role: 'clinician' })
  await writeRoles(db, datasetId, { before, after })
  return {
    unknown,
    strangers: strangers.map(({ username }) => username),
    changes: changesBetween(before, after),
  }
}

/** The members, also those by their groups. */
async function memberIds(db: Db, datasetId: number): Promise<ReadonlySet<number>> {
  const rows = await db
    .selectFrom('dataset_role')
    .select('user_id')
    .where('dataset_id', '=', datasetId)
    .execute()
  return new Set(rows.map(({ user_id: id }) => id))
}

async function rolesOf(db: Db, datasetId: number): Promise<Roles> {
  const rows = await db
    .selectFrom('dataset_member')
    .innerJoin('app_user', 'app_user.id', 'dataset_member.user_id')
    .select(['app_user.id', 'app_user.username', 'dataset_member.role'])
    .where('dataset_member.dataset_id', '=', datasetId)
    .execute()
  return new Map(rows.map(({ id, ...member }) => [id, member]))
}

/** Only people of the dataset's site: others are unknown to it. */
async function findUsers(db: Db, datasetId: number, wanted: readonly WantedMember[]) {
  const roles = new Map(wanted.map(({ username, role }) => [username.toLowerCase(), role]))
  const rows = await db
    .selectFrom('app_user')
    .select(['id', 'username', 'is_admin'])
    .where('deleted_at', 'is', null)
    .where(sql<string>`lower(username)`, '=', sql<string>`any(${[...roles.keys()]}::text[])`)
    .where(
      'site_id',
      'is not distinct from',
      db.selectFrom('dataset').select('site_id').where('id', '=', datasetId),
    )
    .execute()
  const known = new Set(rows.map(({ username }) => username.toLowerCase()))
  return {
    users: rows.map((row) => ({ ...row, role: roles.get(row.username.toLowerCase()) })),
    unknown: [...roles.keys()].filter((name) => !known.has(name)),
  }
}

async function writeRoles(
  db: Db,
  datasetId: number,
  { before, after }: { before: Roles; after: Roles },
): Promise<void> {
  const gone = [...before.keys()].filter((id) => !after.has(id))
  if (gone.length > 0) {
    await db
      .deleteFrom('dataset_member')
      .where('dataset_id', '=', datasetId)
      .where('user_id', 'in', gone)
      .execute()
  }
  if (after.size === 0) return
  const rows = Array.from(after, ([id, { role }]) => ({ dataset_id: datasetId, user_id: id, role }))
  await db
    .insertInto('dataset_member')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['dataset_id', 'user_id'])
        .doUpdateSet((eb) => ({ role: eb.ref('excluded.role'), by_provider: false }))
        .whereRef('dataset_member.role', '<>', 'excluded.role'),
    )
    .execute()
}

function changesBetween(before: Roles, after: Roles): RoleChange[] {
  return [...new Map([...before, ...after])]
    .map(([id, { username }]) => ({
      username,
      from: before.get(id)?.role ?? null,
      to: after.get(id)?.role ?? null,
    }))
    .filter(({ from, to }) => from !== to)
}

/** A group to share a dataset with. */
export interface WantedGroup {
  readonly id: number
  readonly role: GivenRole
}

/** A change of a group's role in a dataset; null if it had, or has, none. */
interface GroupChange {
  readonly group: string
  readonly from: GivenRole | null
  readonly to: GivenRole | null
}

export interface ReplacedGroups {
  /** The wanted ids that no group of the dataset's site has. */
  readonly unknown: readonly number[]
  readonly changes: readonly GroupChange[]
}

/** Replaces the groups that a dataset is shared with. */
export async function replaceGroups(
  db: Db,
  datasetId: number,
  wanted: readonly WantedGroup[],
): Promise<ReplacedGroups> {
  const after = new Map(wanted.map(({ id, role }) => [id, role]))
  const before = new Map((await listGroupRows(db, datasetId)).map(({ id, role }) => [id, role]))
  const ids = [...new Set([...before.keys(), ...after.keys()])]
  const groups = await db
    .selectFrom('user_group')
    .select(['id', 'name'])
    .where('id', '=', sql<number>`any(${ids}::integer[])`)
    .where(
      'site_id',
      'is not distinct from',
      db.selectFrom('dataset').select('site_id').where('id', '=', datasetId),
    )
    .execute()
  const names = new Map(groups.map(({ id, name }) => [id, name]))
  const unknown = [...after.keys()].filter((id) => !names.has(id))
  if (unknown.length > 0) return { unknown, changes: [] }
  await db.deleteFrom('dataset_group').where('dataset_id', '=', datasetId).execute()
  if (after.size > 0) {
    const rows = Array.from(after, ([id, role]) => ({ dataset_id: datasetId, group_id: id, role }))
    await db.insertInto('dataset_group').values(rows).execute()
  }
  const changes = groups
    .map(({ id, name }) => ({
      group: name,
      from: before.get(id) ?? null,
      to: after.get(id) ?? null,
    }))
    .filter(({ from, to }) => from !== to)
  return { unknown, changes }
}

/** The groups that a dataset is shared with, by name. */
export function listGroupRows(db: Db, datasetId: number) {
  return db
    .selectFrom('dataset_group')
    .innerJoin('user_group', 'user_group.id', 'dataset_group.group_id')
    .where('dataset_group.dataset_id', '=', datasetId)
    .select([
      'user_group.id',
      'user_group.name',
      'dataset_group.role',
      sql<number>`(select count(*)::integer from user_group_member
        where user_group_member.group_id = user_group.id)`.as('members'),
    ])
    .orderBy(sql`lower(user_group.name)`)
    .execute()
}

/** The owner and the members, also those by their groups, by name. */
export function listMemberRows(db: Db, datasetId: number) {
  return db
    .selectFrom('dataset')
    .innerJoin('app_user', (join) => join.onTrue())
    .leftJoin('dataset_member', (join) =>
      join
        .onRef('dataset_member.dataset_id', '=', 'dataset.id')
        .onRef('dataset_member.user_id', '=', 'app_user.id'),
    )
    .where('dataset.id', '=', datasetId)
    .where('app_user.deleted_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('app_user.id', '=', eb.ref('dataset.owner_id')),
        eb.exists(
          eb
            .selectFrom('dataset_role')
            .select(sql`1`.as('one'))
            .whereRef('dataset_role.dataset_id', '=', 'dataset.id')
            .whereRef('dataset_role.user_id', '=', 'app_user.id'),
        ),
      ]),
    )
    .select((eb) => [
      'app_user.username',
      'app_user.name',
      'app_user.group_name',
      'app_user.last_seen_at',
      'dataset_member.role as given',
      sql<Role>`case when app_user.id = ${eb.ref('dataset.owner_id')} then 'owner' else (
        select dataset_role.role from dataset_role
        where dataset_role.dataset_id = dataset.id and dataset_role.user_id = app_user.id
        order by ${byRank('dataset_role.role')} limit 1) end`.as('role'),
      sql<string[]>`array(
        select user_group.name from user_group
        join user_group_member on user_group_member.group_id = user_group.id
        join dataset_group on dataset_group.group_id = user_group.id
        where dataset_group.dataset_id = dataset.id and user_group_member.user_id = app_user.id
        order by lower(user_group.name))`.as('groups'),
    ])
    .orderBy(sql`app_user.id is not distinct from dataset.owner_id`, 'desc')
    .orderBy(sql`lower(app_user.username)`)
    .execute()
}
