import { finishSignIn } from '#contract/second-factor'
import { message } from '#contract/messages/message'

import type { Clock } from '../../../platform/clock.ts'
import { identityOf } from '../../../platform/http/actor.ts'
import { Problem } from '../../../platform/http/problem.ts'
import { serve, type Route } from '../../../platform/http/route.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import type { Sessions } from '../../session/sessions.ts'
import { recordFailure, refuseWhileLocked } from '../../session/sign-in-attempts.ts'
import { refuseIfSwitchedOff, type SingleSignOn } from '../../single-sign-on/single-sign-on.ts'
import { refuseExpired } from '../../users/refuse-expired.ts'
import { completeSignIn } from '../complete-sign-in.ts'
import { takeCode } from './authenticator.ts'
import type { PendingSignIns } from './pending.ts'
import { takeRecoveryCode } from './recovery-codes.ts'

interface SignInDeps {
  readonly clock: Clock
  readonly secrets: Secrets
  readonly sessions: Sessions
  readonly singleSignOn: SingleSignOn | null
  readonly pendingSignIns: PendingSignIns
}

/** The second step of signing in. */
export function secondStepRoutes(deps: SignInDeps): Route[] {
  const { clock, secrets, sessions, singleSignOn, pendingSignIns } = deps
  return [
    serve(
      finishSignIn,
      async (call) => {
        const { db, body, address } = call
        call.concerns({ type: 'user', detail: { account: 'unknown' } })
        const user = await pendingSignIns.userOf(db, body.pending)
        if (user === undefined) {
          throw new Problem('sign_in_failed', message('secondFactor.signInTooSlow'))
        }
        const { id: userId, username } = user
        call.actsAs(identityOf(user))
        call.concerns({ type: 'user', id: userId })
        await refuseIfSwitchedOff(db, singleSignOn, username)
        refuseExpired(user, clock())
        await refuseWhileLocked(db, clock, { username, address })
        const isRight =
          (await takeCode(db, secrets, { userId, code: body.code, now: clock() })) ||
          (await takeRecoveryCode(db, userId, body.code))
        if (!isRight) {
          await recordFailure(db, clock, { username, address, exists: true })
          throw wrongCode('wrong_credentials')
        }
        return completeSignIn(call, user, sessions)
      },
      { ownTransactions: true },
    ),
  ]
}

/** The refusal of a code, as an error of its field. */
export function wrongCode(code: 'wrong_credentials' | 'invalid_input'): Problem {
  const told = message('secondFactor.wrongCode')
  return new Problem(code, told, { fields: { code: told } })
}
