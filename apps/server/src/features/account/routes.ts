import { linkSingleSignOn } from '#contract/single-sign-on'
import {
  changeEmail,
  changePassword,
  getCurrentUser,
  getPreferences,
  login,
  logout,
  logoutByGet,
  register,
  savePreferences,
  searchDirectory,
} from '#contract/account'
import { message } from '#contract/messages/message'
import type { PasswordRule } from '#contract/passwords'

import type { Clock } from '../../platform/clock.ts'
import { identityOf } from '../../platform/http/actor.ts'
import { Problem } from '../../platform/http/problem.ts'
import { serve, type Call, type Route } from '../../platform/http/route.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { Sessions } from '../session/sessions.ts'
import { beginAttempt } from '../single-sign-on/begin-attempt.ts'
import { findSignOutUrl } from '../single-sign-on/provider-sessions.ts'
import {
  refuseIfSwitchedOff,
  requireSingleSignOn,
  type SingleSignOn,
} from '../single-sign-on/single-sign-on.ts'
import { presentAnonymous, presentSignedIn } from '../users/present.ts'
import { changeUser, findUser, findUserById, searchUsers, type UserRow } from '../users/queries.ts'
import { setPassword } from '../users/set-password.ts'
import { checkPassword } from './check-password.ts'
import { completeSignIn } from './complete-sign-in.ts'
import { confirmPassword } from './confirm-password.ts'
import { getOwn } from './get-own.ts'
import { hashPassword } from '../../platform/password-hash.ts'
import { passwordLinkRoutes } from './password-link-routes.ts'
import { registerAccount } from './register-account.ts'
import { requireAccount } from './require-account.ts'
import { factorAdminRoutes } from './second-factor/admin-routes.ts'
import { passkeyRoutes } from './second-factor/passkey-routes.ts'
import { passkeySignIns } from './second-factor/passkey-sign-ins.ts'
import { pendingSignIns } from './second-factor/pending.ts'
import { relyingPartyOf } from './second-factor/relying-party.ts'
import { ownFactorRoutes } from './second-factor/routes.ts'
import { secondStepRoutes } from './second-factor/sign-in-routes.ts'
import { refuseWeak } from '../../platform/strict-passwords.ts'
import { sessionRoutes } from './session-routes.ts'
import { tokenRoutes } from './token-routes.ts'

interface AccountDeps {
  readonly clock: Clock
  readonly sessions: Sessions
  readonly loginEnabled: boolean
  readonly allowRegistration: boolean
  readonly passwordRule: PasswordRule
  readonly singleSignOn: SingleSignOn | null
  readonly secrets: Secrets
  readonly product: { readonly name: string }
  /** The address that users type; null if it is not set. */
  readonly publicUrl: string | null
}

const directorySize = 20

export function accountRoutes(deps: AccountDeps): Route[] {
  const { clock, sessions, loginEnabled, allowRegistration, passwordRule, singleSignOn, secrets } =
    deps
  const site = relyingPartyOf(deps)
  const passkeys = passkeySignIns(deps, site)
  const pending = pendingSignIns(deps, passkeys)
  const signOut = async ({ db, actor, sessionToken, endSession, concerns }: Call) => {
    concerns({ type: 'user', ...(actor.id === null ? {} : { id: actor.id }) })
    const signOutUrl =
      sessionToken === undefined ? null : await findSignOutUrl(db, secrets, sessionToken)
    if (sessionToken !== undefined) await sessions.end(db, sessionToken)
    endSession()
    return { success: true, sign_out_url: signOutUrl } as const
  }
  const askForSecondFactor = async ({ db, concerns }: Call, user: UserRow) => {
    const asked = await pending.of(db, user)
    if (asked === null) return
    concerns({ type: 'user', id: user.id, detail: { second_factor: 'requested' } })
    throw new Problem('second_factor_required', message('secondFactor.required'), {
      current: asked,
    })
  }
  return [
    serve(getCurrentUser, async ({ db, actor, sessionToken }) => {
      if (actor.id === null || sessionToken === undefined) return { user: presentAnonymous(actor) }
      const duty = await sessions.dutyOf(db, sessionToken)
      return { user: presentSignedIn(await getOwn(db, actor), { duty }) }
    }),

    serve(
      login,
      async (call) => {
        refuseWithoutLogin(loginEnabled)
        await nameClaimed(call)
        await refuseIfSwitchedOff(call.db, singleSignOn, call.body.username)
        const user = await checkPassword({ ...call, ...call.body }, clock)
        await askForSecondFactor(call, user)
        return completeSignIn(call, user, sessions)
      },
      { ownTransactions: true },
    ),

    serve(
      register,
      async (call) => {
        refuseWithoutLogin(loginEnabled)
        await refuseIfSwitchedOff(call.db, singleSignOn, call.body.username)
        const user = await registerAccount(call.db, call.body, {
          isOpen: allowRegistration,
          passwordRule,
        })
        call.actsAs(identityOf(user))
        call.concerns({ type: 'user', id: user.id })
        const token = await sessions.start(call.db, user.id, call)
        call.startSession(token)
        return { user: presentSignedIn(user, { duty: await sessions.dutyOf(call.db, token) }) }
      },
      { ownTransactions: true },
    ),

    serve(
      linkSingleSignOn,
      async (call) => {
        const { id } = await confirmPassword(call, call.body.password, clock)
        return beginAttempt(await requireSingleSignOn(call.db, singleSignOn), call, id)
      },
      { ownTransactions: true },
    ),

    serve(logout, signOut),
    serve(logoutByGet, signOut),

    serve(
      changePassword,
      async (call) => {
        const { db, body, sessionToken } = call
        const { id } = await confirmPassword(call, body.password, clock)
        refuseWeak(body.new_password, 'new_password', passwordRule)
        if (passwordRule === 'strict' && body.new_password === body.password) throw unchanged()
        const hash = await hashPassword(body.new_password)
        await db
          .transaction()
          .execute((trx) =>
            setPassword(trx, id, { hash, byAdministrator: false, but: sessionToken }),
          )
        return { success: true } as const
      },
      { ownTransactions: true },
    ),

    serve(
      changeEmail,
      async (call) => {
        const { id } = await confirmPassword(call, call.body.password, clock)
        await changeUser(call.db, id, { email: call.body.email })
        return { success: true } as const
      },
      { ownTransactions: true },
    ),

    serve(getPreferences, async ({ db, actor }) => {
      if (actor.id === null) return {}
      return (await findUserById(db, actor.id))?.preferences ?? {}
    }),

    serve(savePreferences, async ({ db, actor, body }) => {
      await changeUser(db, requireAccount(actor), { preferences: JSON.stringify(body) })
      return { success: true } as const
    }),

    ...secondStepRoutes({ ...deps, pendingSignIns: pending }),
    ...ownFactorRoutes({ ...deps, site }),
    ...passkeyRoutes({ ...deps, site, passkeys }),
    ...factorAdminRoutes(deps),
    ...passwordLinkRoutes(clock),
    ...sessionRoutes(clock),
    ...tokenRoutes(clock),

    serve(searchDirectory, ({ db, actor, query }) =>
      searchUsers(db, actor, { text: query.q, limit: directorySize }),
    ),
  ]
}

/**
 * Names the account of a sign-in for the audit trail, even if it fails. A name without an account
 * is not recorded: people type their password there by mistake.
 */
async function nameClaimed({ db, body, actsAs, concerns }: Call<typeof login>): Promise<void> {
  const claimed = await findUser(db, body.username)
  if (claimed === undefined) return concerns({ type: 'user', detail: { account: 'unknown' } })
  actsAs(identityOf(claimed))
  concerns({ type: 'user', id: claimed.id })
}

function unchanged(): Problem {
  const told = message('passwords.same')
  return new Problem('invalid_input', told, { fields: { new_password: told } })
}

function refuseWithoutLogin(loginEnabled: boolean): void {
  if (!loginEnabled) throw new Problem('login_disabled', message('account.signInSwitchedOff'))
}
