import { message } from '#contract/messages/message'

import { Problem } from '../../platform/http/problem.ts'
import type { UserRow } from './queries.ts'

export function hasExpired(user: UserRow, now: Date): boolean {
  return user.subscription_expiration <= now.toISOString().slice(0, 10)
}

/** @throws {Problem} if the account has expired */
export function refuseExpired(user: UserRow, now: Date): void {
  if (hasExpired(user, now)) throw new Problem('account_expired', message('account.expired'))
}
