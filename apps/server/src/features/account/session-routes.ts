import { sql } from 'kysely'

import { endOtherSessions, endSession, listSessions } from '#contract/sessions'

import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { notFound } from '../../platform/http/problem.ts'
import { serve, type Route } from '../../platform/http/route.ts'
import { endSessions } from '../session/sessions.ts'
import { hashOf } from '../session/token-hash.ts'
import { browserNameOf } from './browser-name.ts'
import { requireAccount } from './require-account.ts'

/** The user's own sessions: listed, and ended one by one or all but the present one. */
export function sessionRoutes(clock: Clock): Route[] {
  return [
    serve(listSessions, async ({ db, actor, sessionToken = '' }) => {
      const own = hashOf(sessionToken)
      const rows = await openSessions(db, requireAccount(actor), clock())
      return rows.map((row) => ({
        id: row.id,
        ...browserNameOf(row.user_agent),
        address: row.address,
        created_at: row.created_at.toISOString(),
        last_seen_at: row.renewed_at.toISOString(),
        current: row.token_hash.equals(own),
      }))
    }),

    serve(endSession, async ({ db, actor, params, concerns }) => {
      const userId = requireAccount(actor)
      concerns({ type: 'user', id: userId })
      const open = await openSessions(db, userId, clock())
      const ended = open.filter(({ id }) => id === params.session)
      if (ended.length === 0) throw notFound('session')
      await endSessions(
        db,
        ended.map(({ token_hash: hash }) => hash),
      )
      return { success: true } as const
    }),

    serve(endOtherSessions, async ({ db, actor, sessionToken = '', concerns }) => {
      const userId = requireAccount(actor)
      concerns({ type: 'user', id: userId })
      const own = hashOf(sessionToken)
      const open = await openSessions(db, userId, clock())
      const others = open.map(({ token_hash: hash }) => hash).filter((hash) => !hash.equals(own))
      await endSessions(db, others)
      return { success: true } as const
    }),
  ]
}

/** Sessions of a user. Their ids follow from the hashes of their tokens, and tell nothing of them. */
function openSessions(db: Db, userId: number, now: Date) {
  return db
    .selectFrom('session')
    .select(['token_hash', 'user_agent', 'address', 'created_at', 'renewed_at'])
    .select(sql<string>`left(encode(sha256(token_hash), 'hex'), 32)`.as('id'))
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .where('ends_at', '>', now)
    .orderBy('renewed_at', 'desc')
    .execute()
}
