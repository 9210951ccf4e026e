import { message } from '#contract/messages/message'

import { Problem } from '../../platform/http/problem.ts'
import type { UserRow } from './queries.ts'

/** @throws {Problem} if the account signs in at the identity provider */
export function refuseWithoutPassword({ issuer }: Pick<UserRow, 'issuer'>): void {
  if (issuer === null) return
  throw new Problem('not_possible_now', message('singleSignOn.passwordElsewhere'))
}
