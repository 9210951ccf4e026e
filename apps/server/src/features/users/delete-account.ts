import { message } from '#contract/messages/message'

import type { Db } from '../../platform/database/database.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { Problem } from '../../platform/http/problem.ts'
import { countLocalAdmins, lockUserCount, type UserRow } from './queries.ts'

/**
 * Closes an account: its datasets pass to the heir, its name remains on its work, and the username becomes
 * free. A person of the identity provider gets a new account at the next sign-in.
 */
export async function deleteAccount(
  db: Db,
  deletion: { user: UserRow; heir: UserRow; by: Actor; at: Date },
): Promise<void> {
  const { user, heir } = deletion
  if (user.id === deletion.by.id) {
    throw new Problem('not_possible_now', message('users.notYourself'))
  }
  await keepAnAdmin(db, user, false)
  if (!heir.is_admin || heir.id === user.id || heir.site_id !== user.site_id) {
    throw new Problem('invalid_input', message('users.heirIsNoAdmin'), {
      fields: { heir: message('users.isNoOtherAdmin') },
    })
  }
  await db
    .updateTable('dataset')
    .set({ owner_id: heir.id })
    .where('owner_id', '=', user.id)
    .execute()
  for (const table of [
    'dataset_member',
    'user_group_member',
    'password_link',
    'authenticator',
    'passkey',
    'recovery_code',
  ] as const) {
    await db.deleteFrom(table).where('user_id', '=', user.id).execute()
  }
  await db
    .updateTable('app_user')
    .set({
      deleted_at: deletion.at,
      password_hash: '',
      email: null,
      preferences: '{}',
      issuer: null,
      subject: null,
      confirmed_at: null,
    })
    .where('id', '=', user.id)
    .execute()
}

/**
 * Locks the number of accounts until the end of the transaction.
 * @throws {Problem} if the user is the installation's last administrator with a password and would not stay one
 */
export async function keepAnAdmin(db: Db, user: UserRow, isAdmin: boolean): Promise<void> {
  if (isAdmin || !user.is_admin || user.issuer !== null || user.site_id !== null) return
  await lockUserCount(db)
  if ((await countLocalAdmins(db)) === 1) {
    throw new Problem('not_possible_now', message('users.lastAdmin'))
  }
}
