import { randomBytes } from 'node:crypto'

import type { Duty } from '#contract/duties'
import type { PasswordRule } from '#contract/passwords'

import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { scopeOfAccount } from '../../platform/database/scope.ts'
import {
  anonymousIdentity,
  identityOf,
  visitor,
  type Authenticator,
  type Caller,
} from '../../platform/http/actor.ts'
import { announce } from '../../platform/live/live.ts'
import { callerOfToken, isTokenGood } from './access-tokens.ts'
import { dutyColumns, dutyOf } from './duty.ts'
import { endExpired } from './end-expired.ts'
import { isNotSwitchedOff } from './local-accounts.ts'
import { limitRequests } from './request-limit.ts'
import { lacksSecondFactor } from './second-factors.ts'
import { hashOf } from './token-hash.ts'

/** Maximum lifetime of a session, however active its user is. */
const longestSeconds = 12 * 3600
/** More frequent renewals would only write the same row again and again. */
const renewEverySeconds = 5

interface SessionStart {
  readonly address: string
  readonly userAgent: string
  /** The session ends then at the latest. */
  readonly endsBy?: Date
}

export interface Sessions extends Authenticator {
  /** A new session; its token is given to the browser and kept here only as a hash. */
  start(db: Db, userId: number, from: SessionStart): Promise<string>
  end(db: Db, token: string): Promise<void>
  /** Ends all sessions and access tokens of a user, except the session with the token. */
  endAll(db: Db, userId: number, but?: string): Promise<void>
  /** The step that the user of a session must take before anything else. */
  dutyOf(db: Db, token: string): Promise<Duty | null>
  /** Whether the session still exists, without renewing it. */
  isAlive(token: string): Promise<boolean>
  /** Whether the access token with this id is still good. */
  isTokenAlive(id: number): Promise<boolean>
}

export function openSessions(options: {
  db: Db
  clock: Clock
  seconds: number
  tokenRequestsPerMinute: number
  loginEnabled: boolean
  passwordRule: PasswordRule
  /** The only local account that may sign in; null: all may. */
  emergencyAdmin: string | null
}): Sessions {
  const { db, clock, seconds, loginEnabled, passwordRule, emergencyAdmin } = options
  const count = limitRequests(clock, options.tokenRequestsPerMinute)

  function findSession(token: string, from: Db = db) {
    return from
      .selectFrom('session')
      .innerJoin('app_user', 'app_user.id', 'session.user_id')
      .select([
        'app_user.id',
        'app_user.username',
        'app_user.name',
        'app_user.is_admin',
        'app_user.site_id',
        ...dutyColumns,
        'session.renewed_at',
        'session.expires_at',
        'session.ends_at',
        scopeOfAccount.as('scope'),
      ])
      .where('token_hash', '=', hashOf(token))
      .where('session.expires_at', '>', clock())
      .where('session.ends_at', '>', clock())
      .where('app_user.deleted_at', 'is', null)
      .where('app_user.subscription_expiration', '>', clock().toISOString().slice(0, 10))
      .where(isNotSwitchedOff(emergencyAdmin))
      .executeTakeFirst()
  }

  /** @returns the new end of the session */
  async function renew(token: string, userId: number, endsAt: Date): Promise<Date> {
    const now = clock()
    const expiresAt = earlier(later(now, seconds), endsAt)
    await db
      .updateTable('session')
      .set({ renewed_at: now, expires_at: expiresAt })
      .where('token_hash', '=', hashOf(token))
      .execute()
    await db.updateTable('app_user').set({ last_seen_at: now }).where('id', '=', userId).execute()
    return expiresAt
  }

  return {
    async authenticate(token, isActivity): Promise<Caller> {
      if (!loginEnabled) return { actor: anonymousIdentity, scope: 'all', lifetimeSeconds: null }
      const session = token === undefined ? undefined : await findSession(token)
      if (token === undefined || session === undefined)
        return { actor: visitor, scope: 'all', lifetimeSeconds: null }
      const isDue = clock() >= later(session.renewed_at, renewEverySeconds)
      const expiresAt =
        isActivity && isDue ? await renew(token, session.id, session.ends_at) : session.expires_at
      return {
        actor: identityOf(session),
        scope: session.scope,
        duty: dutyOf(session, passwordRule),
        lifetimeSeconds: Math.max(0, Math.round((expiresAt.getTime() - clock().getTime()) / 1000)),
      }
    },

    async authenticateProgram(token) {
      if (!loginEnabled) return { actor: anonymousIdentity, scope: 'all', lifetimeSeconds: null }
      return callerOfToken({ db, clock, emergencyAdmin, count }, token)
    },

    async start(trx, userId, from) {
      const token = randomBytes(32).toString('base64url')
      const now = clock()
      const longest = later(now, longestSeconds)
      const endsAt = from.endsBy === undefined ? longest : earlier(longest, from.endsBy)
      await trx
        .insertInto('session')
        .values({
          token_hash: hashOf(token),
          user_id: userId,
          created_at: now,
          renewed_at: now,
          expires_at: earlier(later(now, seconds), endsAt),
          ends_at: endsAt,
          address: from.address,
          user_agent: from.userAgent.slice(0, 300),
          owes_second_factor: await lacksSecondFactor(trx, userId),
        })
        .execute()
      await endExpired(trx, now)
      await trx
        .updateTable('app_user')
        .set({ last_seen_at: now })
        .where('id', '=', userId)
        .execute()
      return token
    },

    end: (trx, token) => endSessions(trx, [hashOf(token)]),

    endAll: endAllSessions,

    async dutyOf(trx, token) {
      const session = await findSession(token, trx)
      return session === undefined ? null : dutyOf(session, passwordRule)
    },

    isTokenAlive: (id) => isTokenGood({ db, clock, emergencyAdmin }, id),

    isAlive: async (token) => !loginEnabled || (await findSession(token)) !== undefined,
  }
}

/** Ends the sessions whose tokens have these hashes. */
export async function endSessions(db: Db, hashes: readonly Buffer[]): Promise<void> {
  if (hashes.length === 0) return
  const ended = await db
    .deleteFrom('session')
    .where('token_hash', 'in', hashes)
    .returning('user_id')
    .execute()
  for (const userId of new Set(ended.map(({ user_id: id }) => id))) await announceEnd(db, userId)
}

/** Ends all sessions and access tokens of a user, except the session with the token. */
export async function endAllSessions(db: Db, userId: number, but?: string): Promise<void> {
  await db.deleteFrom('access_token').where('user_id', '=', userId).execute()
  await db
    .deleteFrom('session')
    .where('user_id', '=', userId)
    .$if(but !== undefined, (q) => q.where('token_hash', '<>', hashOf(but ?? '')))
    .execute()
  await announceEnd(db, userId)
}

async function announceEnd(db: Db, userId: number): Promise<void> {
  await announce(db, { userId }, { type: 'session', change: 'ended' })
}

function later(time: Date, seconds: number): Date {
  return new Date(time.getTime() + seconds * 1000)
}

function earlier(a: Date, b: Date): Date {
  return a < b ? a : b
}
