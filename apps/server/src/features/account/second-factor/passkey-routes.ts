import { z } from 'zod'

import {
  addPasskey,
  beginPasskey,
  beginPasskeySignIn,
  removePasskey,
  signInByPasskey,
} from '#contract/passkeys'
import { message } from '#contract/messages/message'

import type { Clock } from '../../../platform/clock.ts'
import { inTransaction } from '../../../platform/database/database.ts'
import { identityOf } from '../../../platform/http/actor.ts'
import { notFound, Problem } from '../../../platform/http/problem.ts'
import { serve, type Route } from '../../../platform/http/route.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import type { Sessions } from '../../session/sessions.ts'
import { refuseIfSwitchedOff, type SingleSignOn } from '../../single-sign-on/single-sign-on.ts'
import { refuseExpired } from '../../users/refuse-expired.ts'
import { completeSignIn } from '../complete-sign-in.ts'
import { confirmPassword } from '../confirm-password.ts'
import { getOwn } from '../get-own.ts'
import type { PasskeySignIns } from './passkey-sign-ins.ts'
import { creationOptions, keepPasskey, listPasskeys, newChallenge } from './passkeys.ts'
import type { RelyingParty } from './relying-party.ts'
import { sealedSteps } from './sealed-step.ts'
import { firstRecoveryCodes, setupSeconds, settleRemoval } from './set-up.ts'

const Setup = z.object({ user: z.number(), challenge: z.string() })

interface PasskeyDeps {
  readonly clock: Clock
  readonly secrets: Secrets
  readonly sessions: Sessions
  readonly singleSignOn: SingleSignOn | null
  readonly site: RelyingParty | null
  readonly passkeys: PasskeySignIns
}

/** Adding and removing passkeys, and signing in by them. */
export function passkeyRoutes(deps: PasskeyDeps): Route[] {
  const { clock, sessions, singleSignOn, site, passkeys } = deps
  const setups = sealedSteps(deps, {
    purpose: 'second factor: passkey setup',
    schema: Setup,
    seconds: setupSeconds,
  })
  return [
    serve(
      beginPasskey,
      async (call) => {
        if (site === null) throw unavailable()
        const user = await confirmPassword(call, call.body.password, clock)
        const challenge = newChallenge()
        const known = await listPasskeys(call.db, user.id)
        return {
          options: creationOptions(site, { challenge, user, known }),
          setup: setups.seal({ user: user.id, challenge }),
        }
      },
      { ownTransactions: true },
    ),

    serve(addPasskey, async ({ db, actor, body, concerns }) => {
      const { id: userId } = await getOwn(db, actor)
      concerns({ type: 'user', id: userId, detail: { name: body.name } })
      const setup = setups.open(body.setup)
      if (site === null) throw unavailable()
      if (setup?.user !== userId) {
        throw new Problem('not_possible_now', message('secondFactor.setUpTooSlow'))
      }
      const { challenge } = setup
      const isKept = await keepPasskey(db, site, { ...body, userId, challenge, at: clock() })
      if (!isKept) throw new Problem('invalid_input', message('secondFactor.passkeyNotAdded'))
      return { recovery_codes: await firstRecoveryCodes(db, userId) }
    }),

    serve(
      removePasskey,
      async (call) => {
        const own = await confirmPassword(call, call.body.password, clock)
        await inTransaction(call.db, async (trx) => {
          const { numDeletedRows } = await trx
            .deleteFrom('passkey')
            .where('id', '=', call.params.id)
            .where('user_id', '=', own.id)
            .executeTakeFirst()
          if (numDeletedRows === 0n) throw notFound('passkey')
          await settleRemoval(trx, own)
        })
        return { success: true } as const
      },
      { ownTransactions: true },
    ),

    serve(beginPasskeySignIn, async () => {
      const begun = passkeys.begin()
      if (begun === null) throw unavailable()
      return Promise.resolve(begun)
    }),

    serve(
      signInByPasskey,
      async (call) => {
        const { db, body } = call
        call.concerns({ type: 'user', detail: { account: 'unknown' } })
        const user = await passkeys.finish(db, body)
        if (user === undefined) {
          throw new Problem('wrong_credentials', message('secondFactor.passkeyRefused'))
        }
        call.actsAs(identityOf(user))
        call.concerns({ type: 'user', id: user.id })
        await refuseIfSwitchedOff(db, singleSignOn, user.username)
        refuseExpired(user, clock())
        return completeSignIn(call, user, sessions)
      },
      { ownTransactions: true },
    ),
  ]
}

function unavailable(): Problem {
  return new Problem('not_possible_now', message('secondFactor.passkeysUnavailable'))
}
