import {
  getSecondFactorRule,
  removeSecondFactors,
  setSecondFactorRule,
} from '#contract/second-factor'
import { message, tell } from '#contract/messages/message'

import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database/database.ts'
import type { Identity } from '../../../platform/http/actor.ts'
import { serve, type Route } from '../../../platform/http/route.ts'
import {
  findSecondFactorRule,
  findSiteRule,
  keepSecondFactorRule,
} from '../../session/second-factors.ts'
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
    serve(getSecondFactorRule, ({ db, actor }) => presentRule(db, actor)),

    serve(setSecondFactorRule, async ({ db, actor, body, concerns }) => {
      concerns({ type: 'administration', detail: body })
      const { id: by, siteId } = actor
      await keepSecondFactorRule(db, { ...body, siteId, by, at: clock() })
      return presentRule(db, actor)
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

async function presentRule(db: Db, { siteId }: Identity) {
  return {
    required_for: await findSiteRule(db, siteId),
    at_least: siteId === null ? ('nobody' as const) : await findSecondFactorRule(db),
  }
}
