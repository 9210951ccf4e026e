import type { Selectable } from 'kysely'

import {
  createAccessToken,
  deleteAccessToken,
  listAccessTokens,
  type AccessToken,
} from '#contract/access-tokens'

import type { Clock } from '../../platform/clock.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { notFound } from '../../platform/http/problem.ts'
import { serve, type Route } from '../../platform/http/route.ts'
import { createToken } from '../session/access-tokens.ts'
import { requireAccount } from './require-account.ts'

const dayMs = 24 * 3600_000

/** Access tokens for programs: created, listed and ended by the user for whom they act. */
export function tokenRoutes(clock: Clock): Route[] {
  return [
    serve(listAccessTokens, async ({ db, actor }) => {
      const rows = await db
        .selectFrom('access_token')
        .selectAll()
        .where('user_id', '=', requireAccount(actor))
        .orderBy('id')
        .execute()
      return rows.map(presentToken)
    }),

    serve(createAccessToken, async ({ db, actor, body, concerns }) => {
      const createdAt = clock()
      const expiresAt = new Date(createdAt.getTime() + body.days * dayMs)
      const given = { userId: requireAccount(actor), name: body.name, createdAt, expiresAt }
      const { token, row } = await createToken(db, given)
      concerns({ type: 'token', id: row.id })
      return { ...presentToken(row), token }
    }),

    serve(deleteAccessToken, async ({ db, actor, params, concerns }) => {
      concerns({ type: 'token', id: params.id })
      const ended = await db
        .deleteFrom('access_token')
        .where('id', '=', params.id)
        .where('user_id', '=', requireAccount(actor))
        .returning('id')
        .executeTakeFirst()
      if (ended === undefined) throw notFound('accessToken')
      return { success: true } as const
    }),
  ]
}

function presentToken(row: Selectable<Schema['access_token']>): AccessToken {
  return {
    id: row.id,
    name: row.name,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
  }
}
