import { readPasswordLink, choosePassword } from '#contract/password-links'

import type { Clock } from '../../platform/clock.ts'
import { inTransaction } from '../../platform/database/database.ts'
import { identityOf } from '../../platform/http/actor.ts'
import { notFound } from '../../platform/http/problem.ts'
import { serve, type Route } from '../../platform/http/route.ts'
import { hashPassword } from '../../platform/password-hash.ts'
import { refuseWeak } from '../../platform/strict-passwords.ts'
import { forgetFailures } from '../session/sign-in-attempts.ts'
import { findByPasswordLink, takePasswordLink } from '../users/password-links.ts'
import { setPassword } from '../users/set-password.ts'

/** Choosing a new password by the link that an administrator has made. */
export function passwordLinkRoutes(clock: Clock): Route[] {
  return [
    serve(readPasswordLink, async ({ db, body }) => {
      const user = await findByPasswordLink(db, body.token, clock())
      if (user === undefined) throw notFound('passwordLink')
      return { username: user.username, expires_at: user.link_expires_at.toISOString() }
    }),

    serve(
      choosePassword,
      async ({ db, body, actsAs, concerns }) => {
        concerns({ type: 'user', detail: { account: 'unknown' } })
        const user = await findByPasswordLink(db, body.token, clock())
        if (user === undefined) throw notFound('passwordLink')
        actsAs(identityOf(user))
        concerns({ type: 'user', id: user.id })
        // No form of the specification: the stricter rule holds.
        refuseWeak(body.new_password, 'new_password', 'strict')
        const hash = await hashPassword(body.new_password)
        await inTransaction(db, async (trx) => {
          if (!(await takePasswordLink(trx, body.token))) throw notFound('passwordLink')
          await setPassword(trx, user.id, { hash, byAdministrator: false })
          await forgetFailures(trx, user.username)
        })
        return { success: true } as const
      },
      { ownTransactions: true },
    ),
  ]
}
