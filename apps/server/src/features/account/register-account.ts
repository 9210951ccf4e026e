import { message } from '#contract/messages/message'
import type { PasswordRule } from '#contract/passwords'

import { breaksUnique, type Db } from '../../platform/database/database.ts'
import { Problem } from '../../platform/http/problem.ts'
import { insertOwnDataset } from '../datasets/queries.ts'
import { countUsers, insertUser, lockUserCount, type UserRow } from '../users/queries.ts'
import { hashPassword } from '../../platform/password-hash.ts'
import { refuseWeak } from '../../platform/strict-passwords.ts'

/**
 * Creates an account with its own dataset. The first account becomes the administrator: exactly
 * one, however many register at once.
 */
export async function registerAccount(
  db: Db,
  account: { username: string; password: string; name: string },
  { isOpen, passwordRule }: { isOpen: boolean; passwordRule: PasswordRule },
): Promise<UserRow> {
  // Check before hashing, so that a closed registration cannot be used to overload the server.
  if (!isOpen && (await countUsers(db)) > 0) throw registrationClosed()
  refuseWeak(account.password, 'password', passwordRule)
  const passwordHash = await hashPassword(account.password)
  return db
    .transaction()
    .execute(async (trx) => {
      await lockUserCount(trx)
      const isFirst = (await countUsers(trx)) === 0
      if (!isFirst && !isOpen) throw registrationClosed()
      const user = await insertUser(trx, {
        ...account,
        passwordHash,
        isAdmin: isFirst,
        group: '',
        hasTemporaryPassword: false,
      })
      await insertOwnDataset(trx, user)
      return user
    })
    .catch((error: unknown) => {
      throw breaksUnique(error, 'app_user_username')
        ? new Problem('name_taken', message('account.usernameTaken'))
        : error
    })
}

function registrationClosed(): Problem {
  return new Problem('forbidden', message('account.registrationClosed'))
}
