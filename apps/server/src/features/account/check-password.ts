import { message } from '#contract/messages/message'

import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { Problem } from '../../platform/http/problem.ts'
import { recordFailure, refuseWhileLocked } from '../session/sign-in-attempts.ts'
import { changeUser, findUser, type UserRow } from '../users/queries.ts'
import { refuseExpired } from '../users/refuse-expired.ts'
import {
  hashOfNobody,
  hashPassword,
  isOutdated,
  verifyPassword,
} from '../../platform/password-hash.ts'

/**
 * Returns the user with this password. Unknown and known names get the same answer after the same
 * time; failures are counted and slowed. The caller forgets them once everything is proved: a right
 * password must not clear the way for guessing codes.
 */
export async function checkPassword(
  attempt: { db: Db; username: string; password: string; address: string },
  clock: Clock,
): Promise<UserRow> {
  const { db, username, password, address } = attempt
  await refuseWhileLocked(db, clock, { username, address })
  const user = await findUser(db, username)
  const isRight = await verifyPassword(password, user?.password_hash ?? (await hashOfNobody))
  if (user === undefined || !isRight) {
    await recordFailure(db, clock, { username, address, exists: user !== undefined })
    throw new Problem('wrong_credentials', message('account.wrongCredentials'))
  }
  refuseExpired(user, clock())
  if (!isOutdated(user.password_hash)) return user
  const hash = await hashPassword(password)
  await changeUser(db, user.id, { password_hash: hash })
  return { ...user, password_hash: hash }
}
