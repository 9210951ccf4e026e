import type { GroupRights } from '../../identity-provider.ts'
import type { Db } from '../../platform/database/database.ts'
import { announceDataset } from '../datasets/announce.ts'
import { forgetStrangers } from '../datasets/members.ts'
import { changeUser, type UserRow } from '../users/queries.ts'

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
  user: Pick<UserRow, 'id' | 'is_admin'>,
  { rights, groups }: { rights: GroupRights; groups: readonly string[] },
): Promise<Change | null> {
  const isAdmin = isAdminBy(rights, groups) ?? user.is_admin
  if (isAdmin !== user.is_admin) await changeUser(db, user.id, { is_admin: isAdmin })
  const given = rights.datasets
    .filter((dataset) => intersect(dataset.groups, groups))
    .map(({ dataset }) => dataset)
  const left = await leaveOthers(db, user.id, given)
  const joined = await join(db, user.id, given)
  const change = {
    ...(isAdmin === user.is_admin ? {} : { isAdmin }),
    ...(joined.length === 0 ? {} : { joined }),
    ...(left.length === 0 ? {} : { left }),
  }
  return Object.keys(change).length === 0 ? null : change
}

async function join(db: Db, userId: number, datasets: readonly number[]): Promise<number[]> {
  if (datasets.length === 0) return []
  const joined = await db
    .insertInto('dataset_member')
    .columns(['dataset_id', 'user_id', 'by_provider'])
    .expression((eb) =>
      eb
        .selectFrom('dataset')
        .select(['dataset.id', eb.val(userId).as('user_id'), eb.lit(true).as('by_provider')])
        .where('dataset.id', 'in', datasets)
        .where((where) =>
          where.or([
            where('dataset.owner_id', 'is', null),
            where('dataset.owner_id', '<>', userId),
          ]),
        ),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('dataset_id')
    .execute()
  return announced(db, joined)
}

async function leaveOthers(db: Db, userId: number, datasets: readonly number[]): Promise<number[]> {
  const left = await db
    .deleteFrom('dataset_member')
    .where('user_id', '=', userId)
    .where('by_provider', '=', true)
    .$if(datasets.length > 0, (q) => q.where('dataset_id', 'not in', datasets))
    .returning('dataset_id')
    .execute()
  for (const { dataset_id: id } of left) await forgetStrangers(db, id)
  return announced(db, left)
}

async function announced(
  db: Db,
  changed: readonly { readonly dataset_id: number }[],
): Promise<number[]> {
  const ids = changed.map(({ dataset_id: id }) => id)
  for (const id of ids) await announceDataset(db, id, 'members')
  return ids
}

function intersect(wanted: readonly string[], groups: readonly string[]): boolean {
  return wanted.some((group) => groups.includes(group))
}
