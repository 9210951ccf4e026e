import { message } from '#contract/messages/message'

import { Problem } from '../../platform/http/problem.ts'
import type { UserRow } from './queries.ts'

/** @throws {Problem} if the account has expired */
export function refuseExpired(user: UserRow, now: Date): void {
  if (user.subscription_expiration > now.toISOString().slice(0, 10)) return
  throw new Problem('account_expired', message('account.expired'))
}
