import { randomBytes } from 'node:crypto'

import { message, tell } from '#contract/messages/message'
import { createPasswordLink, mailPasswordLink } from '#contract/password-links'
import type { PasswordRule } from '#contract/passwords'
import { createUser, deleteUser, listUsers, setSubscription, updateUser } from '#contract/users'

import { breaksUnique, type Db } from '../../platform/database/database.ts'
import { openWall } from '../../platform/database/scope.ts'
import { isInstallationAdmin, type Identity } from '../../platform/http/actor.ts'
import { Problem } from '../../platform/http/problem.ts'
import { serve, type Route } from '../../platform/http/route.ts'
import { hashPassword } from '../../platform/password-hash.ts'
import { refuseWeak } from '../../platform/strict-passwords.ts'
import { forgetFailures, locksAt } from '../session/sign-in-attempts.ts'
import { insertOwnDataset } from '../datasets/queries.ts'
import type { Sessions } from '../session/sessions.ts'
import { changeSite, siteFor } from './change-site.ts'
import { deleteAccount, keepAnAdmin } from './delete-account.ts'
import { refuseWithoutPassword } from './refuse-without-password.ts'
import { mailPasswordLinkTo, type MailDeps } from './mail-password-link.ts'
import { makePasswordLink, passwordLinkUrl } from './password-links.ts'
import { presentUser } from './present.ts'
import {
  changeUser,
  countAdministered,
  getAdministered,
  insertUser,
  listUserRows,
} from './queries.ts'
import { setPassword } from './set-password.ts'

interface UserDeps extends MailDeps {
  readonly sessions: Sessions
  readonly passwordRule: PasswordRule
  /** The address that users type; null if it is not set. */
  readonly publicUrl: string | null
}

export function userRoutes(deps: UserDeps): Route[] {
  const { clock, sessions, passwordRule, publicUrl } = deps
  return [
    serve(listUsers, async ({ db, actor, query }) => {
      const rows = await listUserRows(db, actor, { text: query.q, limit: query.limit })
      const locks = await locksAt(db, clock())
      const users = rows.map((row) => ({
        ...presentUser(row),
        has_second_factor: row.has_second_factor,
        locked_until: locks.get(row.username.toLowerCase())?.toISOString() ?? null,
      }))
      const total = await countAdministered(db, actor)
      return { users, total, sends_mail: deps.mailServer !== null }
    }),

    serve(createUser, async ({ db, actor, body, concerns }) => {
      const { username, name, group, isAdmin, email = null, password } = body
      if (password !== undefined) refuseWeak(password, 'password', passwordRule)
      const siteId = await siteFor(db, actor, body.site_id)
      const passwordHash = await hashPassword(password ?? unknownPassword())
      const rights = { isAdmin, siteId }
      const person = { username, name, group, email }
      const account = { ...person, ...rights, passwordHash, hasTemporaryPassword: true }
      await openWallBeyond(db, actor)
      const user = await insertUser(db, account).catch((error: unknown) => {
        throw breaksUnique(error, 'app_user_username')
          ? new Problem('name_taken', message('users.nameTaken', { username }))
          : error
      })
      await insertOwnDataset(db, user)
      concerns({ type: 'user', id: user.id, detail: { username, ...rights } })
      if (password === undefined) await mailPasswordLinkTo(db, deps, { user, kind: 'invitation' })
      return { user: presentUser(user) }
    }),

    serve(updateUser, async ({ db, actor, params, body, sessionToken, concerns }) => {
      const user = await getAdministered(db, actor, params.username)
      const { isAdmin = user.is_admin } = body
      const siteId =
        body.site_id === undefined ? user.site_id : await siteFor(db, actor, body.site_id)
      concerns({ type: 'user', id: user.id, detail: { changed: Object.keys(body), isAdmin } })
      await keepAnAdmin(db, user, isAdmin && siteId === null)
      await openWallBeyond(db, actor)
      if (body.emergencyAccess === false) await endEmergencies(db, user.id, clock())
      if (siteId !== user.site_id) {
        await changeSite(db, user, siteId)
        await sessions.endAll(db, user.id)
      }
      await changeUser(db, user.id, {
        name: body.name ?? user.name,
        group_name: body.group ?? user.group_name,
        is_admin: isAdmin,
        has_emergency_access: body.emergencyAccess ?? user.has_emergency_access,
        email: body.email === undefined ? user.email : body.email,
      })
      if (body.password !== undefined) {
        refuseWithoutPassword(user)
        refuseWeak(body.password, 'password', passwordRule)
        await setPassword(db, user.id, {
          hash: await hashPassword(body.password),
          byAdministrator: user.id !== actor.id,
          but: sessionToken,
        })
        await forgetFailures(db, user.username)
      }
      return tell(message('users.updated', { username: user.username }))
    }),

    serve(createPasswordLink, async ({ db, actor, params, origin, sessionToken, concerns }) => {
      const user = await getAdministered(db, actor, params.username)
      concerns({ type: 'user', id: user.id })
      refuseWithoutPassword(user)
      const { token, expiresAt } = await makePasswordLink(db, user.id, { now: clock() })
      await sessions.endAll(db, user.id, sessionToken)
      await forgetFailures(db, user.username)
      const url = passwordLinkUrl(publicUrl ?? origin, token)
      return { url, expires_at: expiresAt.toISOString() }
    }),

    serve(mailPasswordLink, async ({ db, actor, params, sessionToken, concerns }) => {
      const user = await getAdministered(db, actor, params.username)
      concerns({ type: 'user', id: user.id })
      refuseWithoutPassword(user)
      const address = await mailPasswordLinkTo(db, deps, { user, kind: 'newPassword' })
      await sessions.endAll(db, user.id, sessionToken)
      await forgetFailures(db, user.username)
      return tell(message('mail.linkSent', { address }))
    }),

    serve(setSubscription, async ({ db, actor, params, body, concerns }) => {
      const user = await getAdministered(db, actor, params.username)
      concerns({ type: 'user', id: user.id, detail: { expires: body.newSubDate } })
      await changeUser(db, user.id, { subscription_expiration: body.newSubDate })
      if (body.newSubDate <= clock().toISOString().slice(0, 10)) await sessions.endAll(db, user.id)
      return tell(message('users.expires', { username: user.username, day: body.newSubDate }))
    }),

    serve(deleteUser, async ({ db, actor, params, query, concerns }) => {
      const user = await getAdministered(db, actor, params.username)
      concerns({ type: 'user', id: user.id, detail: { username: user.username } })
      const heir = await getAdministered(db, actor, query.heir ?? actor.username)
      await openWallBeyond(db, actor)
      await deleteAccount(db, { user, heir, by: actor, at: clock() })
      await sessions.endAll(db, user.id)
      return { success: true } as const
    }),
  ]
}

/** Whoever loses the right to emergency access loses what it has opened, too. */
async function endEmergencies(db: Db, userId: number, at: Date): Promise<void> {
  await db
    .updateTable('emergency_access')
    .set({ ends_at: at })
    .where('user_id', '=', userId)
    .where('ends_at', '>', at)
    .execute()
}

/** Accounts of a site own rows that administrators of the installation do not see. */
async function openWallBeyond(trx: Db, actor: Identity): Promise<void> {
  if (isInstallationAdmin(actor)) await openWall(trx)
}

/** The password of an account whose user has not chosen one yet. */
function unknownPassword(): string {
  return randomBytes(32).toString('base64url')
}
