import type { Selectable } from 'kysely'

import {
  createAccessToken,
  deleteAccessToken,
  listAccessTokens,
  listTokensOfUsers,
  revokeTokenOfUser,
  type AccessToken,
} from '#contract/access-tokens'

import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { notFound } from '../../platform/http/problem.ts'
import { serve, type Route } from '../../platform/http/route.ts'
import { permittedDatasets } from '../datasets/queries.ts'
import { createToken } from '../session/access-tokens.ts'
import { administeredUsers } from '../users/queries.ts'
import { requireAccount } from './require-account.ts'

const dayMs = 24 * 3600_000

/** Access tokens for programs: created, listed and ended by their users and by administrators. */
export function tokenRoutes(clock: Clock): Route[] {
  return [
    serve(listAccessTokens, async ({ db, actor }) => {
      const rows = await db
        .selectFrom('access_token')
        .selectAll()
        .where('user_id', '=', requireAccount(actor))
        .orderBy('id')
        .execute()
      return presentTokens(db, actor, rows)
    }),

    serve(createAccessToken, async ({ db, actor, body, concerns }) => {
      const { name, scopes, dataset_ids: datasetIds } = body
      if (datasetIds !== null) await refuseUnseen(db, actor, datasetIds)
      const createdAt = clock()
      const expiresAt = new Date(createdAt.getTime() + body.days * dayMs)
      const given = { userId: requireAccount(actor), name, scopes, datasetIds }
      const { token, row } = await createToken(db, { ...given, createdAt, expiresAt })
      const detail = { token_name: name, scopes, ...(datasetIds && { datasets: datasetIds }) }
      concerns({ type: 'token', id: row.id, detail })
      const [presented] = await presentTokens(db, actor, [row])
      if (presented === undefined) throw notFound('accessToken')
      return { ...presented, token }
    }),

    serve(deleteAccessToken, async ({ db, actor, params, concerns }) => {
      concerns({ type: 'token', id: params.id })
      const ended = await db
        .deleteFrom('access_token')
        .where('id', '=', params.id)
        .where('user_id', '=', requireAccount(actor))
        .returning('name')
        .executeTakeFirst()
      if (ended === undefined) throw notFound('accessToken')
      concerns({ type: 'token', id: params.id, detail: { token_name: ended.name } })
      return { success: true } as const
    }),

    serve(listTokensOfUsers, async ({ db, actor }) => {
      const rows = await administeredUsers(db, actor)
        .innerJoin('access_token', 'access_token.user_id', 'app_user.id')
        .where('access_token.expires_at', '>', clock())
        .selectAll('access_token')
        .select('app_user.username')
        .orderBy('app_user.username')
        .orderBy('access_token.id')
        .execute()
      const usernames = new Map(rows.map(({ id, username }) => [id, username]))
      const tokens = await presentTokens(db, actor, rows)
      return tokens.map((token) => ({ ...token, username: usernames.get(token.id) ?? '' }))
    }),

    serve(revokeTokenOfUser, async ({ db, actor, params, concerns }) => {
      concerns({ type: 'token', id: params.id })
      const ended = await db
        .deleteFrom('access_token')
        .where('id', '=', params.id)
        .where('user_id', 'in', administeredUsers(db, actor).select('app_user.id'))
        .returning('name')
        .executeTakeFirst()
      if (ended === undefined) throw notFound('accessToken')
      concerns({ type: 'token', id: params.id, detail: { token_name: ended.name } })
      return { success: true } as const
    }),
  ]
}

/** @throws {Problem} not_found if the actor may not see one of the datasets */
async function refuseUnseen(db: Db, actor: Actor, ids: readonly number[]): Promise<void> {
  const names = await namesOf(db, actor, ids)
  if (ids.some((id) => !names.has(id))) throw notFound('dataset')
}

/** The names of those of the datasets that the actor may see. */
async function namesOf(
  db: Db,
  actor: Actor,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await permittedDatasets(db, actor)
    .select(['dataset.id', 'dataset.name'])
    .where('dataset.id', 'in', [...new Set(ids)])
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

async function presentTokens(
  db: Db,
  actor: Actor,
  rows: readonly Selectable<Schema['access_token']>[],
): Promise<AccessToken[]> {
  const ids = rows.flatMap(({ dataset_ids: restricted }) => restricted ?? [])
  const names = await namesOf(db, actor, ids)
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    scopes: row.scopes,
    datasets:
      row.dataset_ids?.flatMap((id) => {
        const name = names.get(id)
        return name === undefined ? [] : [{ id, name }]
      }) ?? null,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
  }))
}
