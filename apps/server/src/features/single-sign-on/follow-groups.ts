import { highestOf, type GivenRole } from '#contract/roles'

import type { GroupRights } from '../../identity-provider.ts'
import type { Db } from '../../platform/database/database.ts'
import { announceDataset } from '../datasets/announce.ts'
import { changeSite, isSite } from '../users/change-site.ts'
import { changeUser, type UserRow } from '../users/queries.ts'
import { followUserGroups } from './follow-user-groups.ts'

type Change = Readonly<Record<string, unknown>>

/** Whether somebody of these groups may sign in. */
export function isMember({ members }: GroupRights, groups: readonly string[]): boolean {
  return members === undefined || intersect(members, groups)
}

/** Whether the groups make somebody an administrator; undefined: they do not decide it. */
function isAdminBy(
  { administrators }: GroupRights,
  groups: readonly string[],
): boolean | undefined {
  return administrators === undefined ? undefined : intersect(administrators, groups)
}

/**
 * Gives an account the rights of its groups, and takes away those of groups that it left.
 * Memberships that an owner gave remain.
 * @returns the changes, for the audit trail; null if there are none
 */
export async function followGroups(
  db: Db,
  user: UserRow,
  { rights, groups }: { rights: GroupRights; groups: readonly string[] },
): Promise<Change | null> {
  const isAdmin = isAdminBy(rights, groups) ?? user.is_admin
  if (isAdmin !== user.is_admin) await changeUser(db, user.id, { is_admin: isAdmin })
  const siteId = await followSite(db, user, { rights, groups })
  const given = rolesBy(rights, groups)
  const left = await leaveOthers(db, user.id, [...given.keys()])
  const joined = await join(db, { id: user.id, siteId }, given)
  const person = { id: user.id, siteId }
  const { joinedGroups, leftGroups } = await followUserGroups(db, person, { rights, groups })
  const change = {
    ...(isAdmin === user.is_admin ? {} : { isAdmin }),
    ...(siteId === user.site_id ? {} : { siteId }),
    ...(joined.length === 0 ? {} : { joined }),
    ...(left.length === 0 ? {} : { left }),
    ...(joinedGroups.length === 0 ? {} : { joinedGroups }),
    ...(leftGroups.length === 0 ? {} : { leftGroups }),
  }
  return Object.keys(change).length === 0 ? null : change
}

/** Moves somebody to the site of their groups. @returns their site */
async function followSite(
  db: Db,
  user: UserRow,
  { rights, groups }: { rights: GroupRights; groups: readonly string[] },
): Promise<number | null> {
  const wanted = rights.sites.find((each) => intersect(each.groups, groups))?.site
  if (wanted === undefined || wanted === user.site_id || !(await isSite(db, wanted))) {
    return user.site_id
  }
  await changeSite(db, user, wanted)
  return wanted
}

/** The role in each dataset; the highest if several groups give one. */
function rolesBy(
  { datasets }: GroupRights,
  groups: readonly string[],
): ReadonlyMap<number, GivenRole> {
  const given = new Map<number, GivenRole>()
  for (const { dataset, role, groups: wanted } of datasets) {
    if (!intersect(wanted, groups)) continue
    const other = given.get(dataset)
    given.set(dataset, other === undefined ? role : highestOf(role, other))
  }
  return given
}

/** Also changes the role of a membership that a group gave before. */
async function join(
  db: Db,
  user: { id: number; siteId: number | null },
  given: ReadonlyMap<number, GivenRole>,
): Promise<{ dataset: number; role: GivenRole }[]> {
  if (given.size === 0) return []
  const others = await db
    .selectFrom('dataset')
    .select('id')
    .where('id', 'in', [...given.keys()])
    .where('site_id', 'is not distinct from', user.siteId)
    .where((where) => where.or([where('owner_id', 'is', null), where('owner_id', '<>', user.id)]))
    .execute()
  const rows = others.flatMap(({ id }) => {
    const role = given.get(id)
    return role === undefined ? [] : [{ dataset_id: id, user_id: user.id, role, by_provider: true }]
  })
  if (rows.length === 0) return []
  const joined = await db
    .insertInto('dataset_member')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['dataset_id', 'user_id'])
        .doUpdateSet((eb) => ({ role: eb.ref('excluded.role') }))
        .where('dataset_member.by_provider', '=', true)
        .whereRef('dataset_member.role', '<>', 'excluded.role'),
    )
    .returning(['dataset_id as dataset', 'role'])
    .execute()
  await announce(
    db,
    joined.map(({ dataset }) => dataset),
  )
  return joined
}

async function leaveOthers(db: Db, userId: number, datasets: readonly number[]): Promise<number[]> {
  const left = await db
    .deleteFrom('dataset_member')
    .where('user_id', '=', userId)
    .where('by_provider', '=', true)
    .$if(datasets.length > 0, (q) => q.where('dataset_id', 'not in', datasets))
    .returning('dataset_id')
    .execute()
  const ids = left.map(({ dataset_id: id }) => id)
  await announce(db, ids)
  return ids
}

async function announce(db: Db, datasetIds: readonly number[]): Promise<void> {
  for (const id of datasetIds) await announceDataset(db, id, 'members')
}

function intersect(wanted: readonly string[], groups: readonly string[]): boolean {
  return wanted.some((group) => groups.includes(group))
}
