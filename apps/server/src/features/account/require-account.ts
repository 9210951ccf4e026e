import { message } from '#contract/messages/message'

import type { Identity } from '../../platform/http/actor.ts'
import { Problem } from '../../platform/http/problem.ts'

/** The id of the caller's account; there is none if sign-in is switched off. */
export function requireAccount(actor: Pick<Identity, 'id'>): number {
  if (actor.id === null) throw new Problem('login_disabled', message('account.switchedOff'))
  return actor.id
}
