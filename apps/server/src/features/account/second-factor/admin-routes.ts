import {
  getSecondFactorRule,
  removeSecondFactors,
  setSecondFactorRule,
} from '#contract/second-factor'
import { message, tell } from '#contract/messages/message'

import type { Clock } from '../../../platform/clock.ts'
import { serve, type Route } from '../../../platform/http/route.ts'
import { findSecondFactorRule, keepSecondFactorRule } from '../../session/second-factors.ts'
import { forgetFailures } from '../../session/sign-in-attempts.ts'
import type { Sessions } from '../../session/sessions.ts'
import { changeUser, getAdministered } from '../../users/queries.ts'
import { dropRecoveryCodes } from './recovery-codes.ts'

/** Who must have a second factor, and the removal of somebody's. */
export function factorAdminRoutes({
  clock,
  sessions,
}: {
  clock: Clock
  sessions: Sessions
}): Route[] {
  return [
    serve(getSecondFactorRule, ({ db }) => findSecondFactorRule(db)),

    serve(setSecondFactorRule, async ({ db, actor, body, concerns }) => {
      concerns({ type: 'administration', detail: body })
      await keepSecondFactorRule(db, { ...body, by: actor.id, at: clock() })
      return body
    }),

    serve(removeSecondFactors, async ({ db, actor, params, sessionToken, concerns }) => {
      const user = await getAdministered(db, actor, params.username)
      concerns({ type: 'user', id: user.id })
      await db.deleteFrom('authenticator').where('user_id', '=', user.id).execute()
      await db.deleteFrom('passkey').where('user_id', '=', user.id).execute()
      await dropRecoveryCodes(db, user.id)
      await changeUser(db, user.id, { second_factor_removed_at: clock() })
      await sessions.endAll(db, user.id, sessionToken)
      await forgetFailures(db, user.username)
      return tell(message('users.secondFactorRemoved', { username: user.username }))
    }),
  ]
}
