import { message } from '#contract/messages/message'

import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { Problem } from '../../platform/http/problem.ts'
import {
  forgetFailuresFrom,
  recordFailure,
  refuseWhileLocked,
} from '../session/sign-in-attempts.ts'
import { changeUser, findUser, type UserRow } from '../users/queries.ts'
import {
  hashOfNobody,
  hashPassword,
  isOutdated,
  verifyPassword,
} from '../../platform/password-hash.ts'

/**
 * Returns the user with this password. Unknown and known names get the same answer after the same
 * time; failures are counted and slowed.
 */
export async function checkSignIn(
  attempt: {
    db: Db
    body: { username: string; password: string }
    address: string
    userAgent: string
  },
  clock: Clock,
): Promise<UserRow> {
  const { db, address } = attempt
  const { username, password } = attempt.body
  await refuseWhileLocked(db, clock, { username, address })
  const user = await findUser(db, username)
  const isRight = await verifyPassword(password, user?.password_hash ?? (await hashOfNobody))
  if (user === undefined || !isRight) {
    await recordFailure(db, clock, { username, address, exists: user !== undefined })
    throw new Problem('wrong_credentials', message('account.wrongCredentials'))
  }
  await forgetFailuresFrom(db, { username, address })
  if (user.subscription_expiration <= clock().toISOString().slice(0, 10)) {
    throw new Problem('account_expired', message('account.expired'))
  }
  if (isOutdated(user.password_hash)) {
    const hash = await hashPassword(password)
    await changeUser(db, user.id, { password_hash: hash })
  }
  return user
}
