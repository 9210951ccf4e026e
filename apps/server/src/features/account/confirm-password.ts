import { message } from '#contract/messages/message'

import type { Clock } from '../../platform/clock.ts'
import { Problem } from '../../platform/http/problem.ts'
import type { Call } from '../../platform/http/route.ts'
import { forgetFailuresFrom } from '../session/sign-in-attempts.ts'
import type { UserRow } from '../users/queries.ts'
import { refuseWithoutPassword } from '../users/refuse-without-password.ts'
import { checkPassword } from './check-password.ts'
import { getOwn } from './get-own.ts'

/**
 * The caller's account, if the password is its own. Failures count like those of signing in.
 * @throws {Problem} if it is not, or the account has none
 */
export async function confirmPassword(
  call: Pick<Call, 'db' | 'actor' | 'address' | 'concerns'>,
  password: string,
  clock: Clock,
): Promise<UserRow> {
  const { db, actor, address, concerns } = call
  const own = await getOwn(db, actor)
  concerns({ type: 'user', id: own.id })
  refuseWithoutPassword(own)
  const attempt = { db, username: own.username, password, address }
  const user = await checkPassword(attempt, clock).catch(tellWrongPassword)
  await forgetFailuresFrom(db, attempt)
  return user
}

/** Forms without a username need a message about the password only. */
function tellWrongPassword(error: unknown): never {
  if (!(error instanceof Problem) || error.code !== 'wrong_credentials') throw error
  const told = message('account.currentPasswordWrong')
  throw new Problem('wrong_credentials', told, { fields: { password: told } })
}
