import { message } from '#contract/messages/message'

import type { Db } from '../../platform/database/database.ts'
import { isInstallationAdmin, type Identity } from '../../platform/http/actor.ts'
import { notFound, Problem } from '../../platform/http/problem.ts'
import { announceDataset } from '../datasets/announce.ts'
import { changeUser, type UserRow } from './queries.ts'

/**
 * The site of an account that the actor creates: that of an administrator of a site, or the one
 * that an administrator of the installation names.
 * @throws {Problem} if the actor may not put accounts into the site, or there is none
 */
export async function siteFor(
  db: Db,
  actor: Identity,
  wanted: number | null | undefined,
): Promise<number | null> {
  if (wanted === undefined || wanted === actor.siteId) return actor.siteId
  if (!isInstallationAdmin(actor)) {
    throw new Problem('forbidden', message('users.onlyInstallationAdmin'))
  }
  if (wanted !== null && !(await isSite(db, wanted))) throw notFound('site')
  return wanted
}

export async function isSite(db: Db, id: number): Promise<boolean> {
  const site = await db.selectFrom('site').select('id').where('id', '=', id).executeTakeFirst()
  return site !== undefined
}

/** Moves an account with its datasets to another site. Shares with people of other sites end. */
export async function changeSite(db: Db, user: UserRow, siteId: number | null): Promise<void> {
  await changeUser(db, user.id, { site_id: siteId })
  // Fires the trigger that gives a dataset its owner's site.
  await db
    .updateTable('dataset')
    .set({ owner_id: user.id })
    .where('owner_id', '=', user.id)
    .execute()
  const ended = await db
    .deleteFrom('dataset_member')
    .using(['dataset', 'app_user'])
    .whereRef('dataset.id', '=', 'dataset_member.dataset_id')
    .whereRef('app_user.id', '=', 'dataset_member.user_id')
    .where((eb) =>
      eb.or([eb('dataset_member.user_id', '=', user.id), eb('dataset.owner_id', '=', user.id)]),
    )
    .whereRef('app_user.site_id', 'is distinct from', 'dataset.site_id')
    .returning('dataset_member.dataset_id')
    .execute()
  await leaveGroups(db, user.id)
  for (const id of new Set(ended.map(({ dataset_id: dataset }) => dataset))) {
    await announceDataset(db, id, 'members')
  }
}

/** Ends the account's memberships of groups of other sites, and shares of its datasets with them. */
async function leaveGroups(db: Db, userId: number): Promise<void> {
  await db
    .deleteFrom('user_group_member')
    .using(['user_group', 'app_user'])
    .whereRef('user_group.id', '=', 'user_group_member.group_id')
    .whereRef('app_user.id', '=', 'user_group_member.user_id')
    .where('user_group_member.user_id', '=', userId)
    .whereRef('app_user.site_id', 'is distinct from', 'user_group.site_id')
    .execute()
  await db
    .deleteFrom('dataset_group')
    .using(['user_group', 'dataset'])
    .whereRef('user_group.id', '=', 'dataset_group.group_id')
    .whereRef('dataset.id', '=', 'dataset_group.dataset_id')
    .where('dataset.owner_id', '=', userId)
    .whereRef('dataset.site_id', 'is distinct from', 'user_group.site_id')
    .execute()
}
