import {
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
import type { Db } from '../../platform/database/database.ts'
import { Problem } from '../../platform/http/problem.ts'
import { serve, type Call, type Route } from '../../platform/http/route.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { Sessions } from '../session/sessions.ts'
import { findSignOutUrl } from '../single-sign-on/provider-sessions.ts'
import { refuseIfSwitchedOff, type SingleSignOn } from '../single-sign-on/single-sign-on.ts'
import { actorOf, presentAnonymous, presentUser } from '../users/present.ts'
import { changeUser, findUser, findUserById, searchUsers, type UserRow } from '../users/queries.ts'
import { refuseWithoutPassword } from '../users/refuse-without-password.ts'
import { setPassword } from '../users/set-password.ts'
import { checkSignIn } from './check-sign-in.ts'
import { hashPassword } from '../../platform/password-hash.ts'
import { passwordLinkRoutes } from './password-link-routes.ts'
import { registerAccount } from './register-account.ts'
import { requireAccount } from './require-account.ts'
import { refuseWeak } from '../../platform/strict-passwords.ts'
import { tokenRoutes } from './token-routes.ts'

interface AccountDeps {
  readonly clock: Clock
  readonly sessions: Sessions
  readonly loginEnabled: boolean
  readonly allowRegistration: boolean
  readonly passwordRule: PasswordRule
  readonly singleSignOn: SingleSignOn | null
  readonly secrets: Secrets
}

const directorySize = 20

export function accountRoutes({
  clock,
  sessions,
  loginEnabled,
  allowRegistration,
  passwordRule,
  singleSignOn,
  secrets,
}: AccountDeps): Route[] {
  const signOut = async ({ db, actor, sessionToken, endSession, concerns }: Call) => {
    concerns({ type: 'user', ...(actor.id === null ? {} : { id: actor.id }) })
    const signOutUrl =
      sessionToken === undefined ? null : await findSignOutUrl(db, secrets, sessionToken)
    if (sessionToken !== undefined) await sessions.end(db, sessionToken)
    endSession()
    return { success: true, sign_out_url: signOutUrl } as const
  }
  const presentSignedIn = async (db: Db, user: UserRow) => ({
    ...presentUser(user),
    duty: await sessions.dutyOf(db, user.id),
  })
  return [
    serve(getCurrentUser, async ({ db, actor }) => ({
      user:
        actor.id === null
          ? { ...presentAnonymous(actor), duty: null }
          : await presentSignedIn(db, await getOwn(db, actor.id)),
    })),

    serve(
      login,
      async (call) => {
        refuseWithoutLogin(loginEnabled)
        await nameClaimed(call)
        await refuseIfSwitchedOff(call.db, singleSignOn, call.body.username)
        const user = await checkSignIn(call, clock)
        // A new session at every sign-in makes a token worthless that was planted before it.
        if (call.sessionToken !== undefined) await sessions.end(call.db, call.sessionToken)
        call.startSession(await sessions.start(call.db, user.id, call))
        return { user: await presentSignedIn(call.db, user) }
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
        call.actsAs(actorOf(user))
        call.concerns({ type: 'user', id: user.id })
        call.startSession(await sessions.start(call.db, user.id, call))
        return { user: await presentSignedIn(call.db, user) }
      },
      { ownTransactions: true },
    ),

    serve(logout, signOut),
    serve(logoutByGet, signOut),

    serve(
      changePassword,
      async ({ db, actor, body, address, userAgent, sessionToken, concerns }) => {
        const id = requireAccount(actor)
        concerns({ type: 'user', id })
        refuseWithoutPassword(await getOwn(db, id))
        await checkSignIn(
          { db, body: { username: actor.username, password: body.password }, address, userAgent },
          clock,
        ).catch(tellWrongPassword)
        refuseWeak(body.new_password, 'new_password', passwordRule)
        if (passwordRule === 'strict' && body.new_password === body.password) throw unchanged()
        const hash = await hashPassword(body.new_password)
        await db.transaction().execute(async (trx) => {
          await setPassword(trx, id, { hash, byAdministrator: false, but: sessionToken })
        })
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

    ...passwordLinkRoutes(clock),
    ...tokenRoutes(clock),

    serve(searchDirectory, ({ db, query }) => searchUsers(db, query.q, directorySize)),
  ]
}

async function getOwn(db: Db, id: number): Promise<UserRow> {
  const user = await findUserById(db, id)
  if (user === undefined) throw new Problem('not_signed_in', message('account.signInFirst'))
  return user
}

/**
 * Names the account of a sign-in for the audit trail, even if it fails. A name without an account
 * is not recorded: people type their password there by mistake.
 */
async function nameClaimed({ db, body, actsAs, concerns }: Call<typeof login>): Promise<void> {
  const claimed = await findUser(db, body.username)
  if (claimed === undefined) return concerns({ type: 'user', detail: { account: 'unknown' } })
  actsAs(actorOf(claimed))
  concerns({ type: 'user', id: claimed.id })
}

/** Forms without a username need a message about the password only. */
function tellWrongPassword(error: unknown): never {
  if (!(error instanceof Problem) || error.code !== 'wrong_credentials') throw error
  const told = message('account.currentPasswordWrong')
  throw new Problem('wrong_credentials', told, { fields: { password: told } })
}

function unchanged(): Problem {
  const told = message('passwords.same')
  return new Problem('invalid_input', told, { fields: { new_password: told } })
}

function refuseWithoutLogin(loginEnabled: boolean): void {
  if (!loginEnabled) throw new Problem('login_disabled', message('account.signInSwitchedOff'))
}
