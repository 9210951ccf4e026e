import { z } from 'zod'

import {
  addAuthenticator,
  beginAuthenticator,
  confirmFactorRemoval,
  getSecondFactor,
  removeAuthenticator,
  renewRecoveryCodes,
} from '#contract/second-factor'
import { message } from '#contract/messages/message'

import type { Clock } from '../../../platform/clock.ts'
import { inTransaction } from '../../../platform/database/database.ts'
import { Problem } from '../../../platform/http/problem.ts'
import { serve, type Route } from '../../../platform/http/route.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import { hasFactor, needsSecondFactor } from '../../session/second-factors.ts'
import { confirmPassword } from '../confirm-password.ts'
import { changeUser } from '../../users/queries.ts'
import { getOwn } from '../get-own.ts'
import { findAuthenticator, keepAuthenticator } from './authenticator.ts'
import { listPasskeys } from './passkeys.ts'
import { countRecoveryCodes, makeRecoveryCodes } from './recovery-codes.ts'
import type { RelyingParty } from './relying-party.ts'
import { sealedSteps } from './sealed-step.ts'
import { firstRecoveryCodes, setupSeconds, settleRemoval } from './set-up.ts'
import { wrongCode } from './sign-in-routes.ts'
import { addressOf, base32Of, newSecret, stepOf } from './totp.ts'

const Setup = z.object({ user: z.number(), secret: z.base64() })

interface OwnFactorDeps {
  readonly clock: Clock
  readonly secrets: Secrets
  readonly product: { readonly name: string }
  readonly site: RelyingParty | null
}

/** The factors of the user's own account. */
export function ownFactorRoutes({ clock, secrets, product, site }: OwnFactorDeps): Route[] {
  const setups = sealedSteps(
    { clock, secrets },
    { purpose: 'second factor: setup', schema: Setup, seconds: setupSeconds },
  )
  return [
    serve(getSecondFactor, async ({ db, actor }) => {
      const own = await getOwn(db, actor)
      const authenticator = await findAuthenticator(db, own.id)
      return {
        authenticator: authenticator?.added_at.toISOString() ?? null,
        passkeys: (await listPasskeys(db, own.id)).map((row) => ({
          id: row.id,
          name: row.name,
          added_at: row.added_at.toISOString(),
          last_used_at: row.last_used_at?.toISOString() ?? null,
        })),
        passkeys_possible: site !== null,
        recovery_codes: await countRecoveryCodes(db, own.id),
        required: await needsSecondFactor(db, own),
      }
    }),

    serve(confirmFactorRemoval, async ({ db, actor, concerns }) => {
      const { id } = await getOwn(db, actor)
      concerns({ type: 'user', id })
      await changeUser(db, id, { second_factor_removed_at: null })
      return { success: true } as const
    }),

    serve(
      beginAuthenticator,
      async (call) => {
        const { id, username } = await confirmPassword(call, call.body.password, clock)
        const secret = newSecret()
        return {
          secret: base32Of(secret),
          uri: addressOf(secret, { issuer: product.name, account: username }),
          setup: setups.seal({ user: id, secret: secret.toString('base64') }),
        }
      },
      { ownTransactions: true },
    ),

    serve(addAuthenticator, async ({ db, actor, body, concerns }) => {
      const { id } = await getOwn(db, actor)
      concerns({ type: 'user', id })
      const setup = setups.open(body.setup)
      if (setup?.user !== id)
        throw new Problem('not_possible_now', message('secondFactor.setUpTooSlow'))
      const secret = Buffer.from(setup.secret, 'base64')
      const at = clock()
      const step = stepOf(secret, body.code.replaceAll(/\s/g, ''), at)
      if (step === undefined) throw wrongCode('invalid_input')
      await keepAuthenticator(db, secrets, { userId: id, secret, step, at })
      return { recovery_codes: await firstRecoveryCodes(db, id) }
    }),

    serve(
      removeAuthenticator,
      async (call) => {
        const own = await confirmPassword(call, call.body.password, clock)
        await inTransaction(call.db, async (trx) => {
          await trx.deleteFrom('authenticator').where('user_id', '=', own.id).execute()
          await settleRemoval(trx, own)
        })
        return { success: true } as const
      },
      { ownTransactions: true },
    ),

    serve(
      renewRecoveryCodes,
      async (call) => {
        const { id } = await confirmPassword(call, call.body.password, clock)
        const { db } = call
        if (!(await hasFactor(db, id))) {
          throw new Problem('not_possible_now', message('secondFactor.none'))
        }
        return { recovery_codes: await inTransaction(db, (trx) => makeRecoveryCodes(trx, id)) }
      },
      { ownTransactions: true },
    ),
  ]
}
