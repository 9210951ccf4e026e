import { inBackground, pause } from '../../platform/background.ts'
import type { Clock } from '../../platform/clock.ts'
import { inTransaction, type Db } from '../../platform/database/database.ts'
import { visitor } from '../../platform/http/actor.ts'
import { log } from '../../platform/log.ts'
import { recordAudit } from '../audit/queries.ts'
import { endAllSessions, endSessions } from '../session/sessions.ts'
import { changeUser, findUserById, type UserRow } from '../users/queries.ts'
import { followGroups, isMember } from './follow-groups.ts'
import type { Person } from './person.ts'
import { type DueSession, replaceRefreshToken, takeDueSessions } from './provider-sessions.ts'
import type { SingleSignOn } from './single-sign-on.ts'

/** Minimum time between two confirmations of a session. */
const confirmEveryMs = 5 * 60_000
const lookEveryMs = 15_000
const mostAtOnce = 20

interface Parts {
  readonly db: Db
  readonly clock: Clock
  readonly singleSignOn: SingleSignOn
}

/**
 * Asks the provider to confirm each session that it has not confirmed for five minutes. Sessions
 * that it refuses end; the others get the rights of their groups. If it cannot be asked, sessions
 * continue until they end otherwise.
 */
export async function confirmSessions(parts: Parts): Promise<void> {
  const { db, clock, singleSignOn } = parts
  const now = clock()
  const before = new Date(now.getTime() - confirmEveryMs)
  const due = await takeDueSessions(db, singleSignOn.secrets, { before, now, most: mostAtOnce })
  await Promise.all(
    due.map((session) =>
      confirmSession(parts, session).catch((error: unknown) =>
        log.warn(`single sign-on: a session could not be confirmed: ${String(error)}`),
      ),
    ),
  )
  if (due.length === mostAtOnce) await confirmSessions(parts)
}

async function confirmSession(parts: Parts, session: DueSession): Promise<void> {
  const { db, clock, singleSignOn } = parts
  const { settings, provider, secrets } = singleSignOn
  const { tokenHash, userId, refreshToken } = session
  const user = await findUserById(db, userId)
  if (user === undefined || user.subject === null) return
  if (refreshToken === undefined || user.issuer !== settings.issuer) {
    return endRefused(parts, session, user)
  }
  const confirmed = await provider.confirm({ subject: user.subject, refreshToken })
  if (confirmed === 'refused') return endRefused(parts, session, user)
  await replaceRefreshToken(db, secrets, { tokenHash, refreshToken: confirmed.refreshToken })
  await changeUser(db, userId, { confirmed_at: clock() })
  if (confirmed.person !== null) await follow(parts, session, { user, person: confirmed.person })
}

async function follow(
  { db, singleSignOn }: Parts,
  { address }: DueSession,
  { user, person }: { user: UserRow; person: Person },
): Promise<void> {
  const { rights } = singleSignOn.settings
  await inTransaction(db, async (trx) => {
    const change = await followGroups(trx, user, { rights, groups: person.groups })
    if (change !== null) await record(trx, 'followGroups', { user, address, detail: change })
    if (isMember(rights, person.groups)) return
    await endAllSessions(trx, user.id)
    await record(trx, 'confirmationRefused', { user, address, detail: {} })
  })
}

function endRefused(
  { db }: Parts,
  { tokenHash, address }: DueSession,
  user: UserRow,
): Promise<void> {
  return inTransaction(db, async (trx) => {
    await endSessions(trx, [tokenHash])
    await record(trx, 'confirmationRefused', { user, address, detail: {} })
  })
}

function record(
  db: Db,
  action: 'followGroups' | 'confirmationRefused',
  { user, address, detail }: { user: UserRow; address: string; detail: Record<string, unknown> },
): Promise<void> {
  return recordAudit(db, {
    actor: { ...visitor, id: user.id, username: user.username },
    address,
    action,
    type: 'user',
    id: user.id,
    outcome: 200,
    accessSeconds: 0,
    detail,
  })
}

/** Confirms sessions until disposed of. */
export function keepConfirming(parts: Parts): AsyncDisposable {
  return inBackground(async (signal) => {
    while (!signal.aborted) {
      await confirmSessions(parts).catch((error: unknown) =>
        log.error('confirming sessions', error),
      )
      await pause(signal, lookEveryMs)
    }
  })
}
