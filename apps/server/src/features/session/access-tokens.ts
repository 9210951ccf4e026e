import { randomBytes } from 'node:crypto'

import type { Scope } from '#contract/scopes'

import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { scopeOfAccount } from '../../platform/database/scope.ts'
import { identityOf, programOf, visitor, type Caller } from '../../platform/http/actor.ts'
import { tokenPrefix } from '../../platform/http/authorization.ts'
import { isNotSwitchedOff } from './local-accounts.ts'
import { hashOf } from './token-hash.ts'

/** Minimum time between two updates of the last use. */
const notedEveryMs = 60_000
/**
 * The identity provider knows nothing of tokens: they work this long after it has confirmed the
 * account, so that those of somebody who left end, too.
 */
const confirmedForMs = 24 * 3600_000

/** A new token of 256 random bits, of which only a hash is kept. */
export async function createToken(
  db: Db,
  given: {
    userId: number
    name: string
    scopes: Scope[]
    datasetIds: number[] | null
    createdAt: Date
    expiresAt: Date
  },
) {
  const token = tokenPrefix + randomBytes(32).toString('base64url')
  const row = await db
    .insertInto('access_token')
    .values({
      user_id: given.userId,
      name: given.name,
      token_hash: hashOf(token),
      scopes: given.scopes,
      dataset_ids: given.datasetIds,
      created_at: given.createdAt,
      expires_at: given.expiresAt,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return { token, row }
}

interface TokenDeps {
  readonly db: Db
  readonly clock: Clock
  readonly emergencyAdmin: string | null
}

/**
 * Tokens that are good now: neither they nor their accounts have expired, and the account is not switched off
 * and was confirmed lately if it belongs to an identity provider.
 */
function goodTokens({ db, clock, emergencyAdmin }: TokenDeps) {
  const now = clock()
  return db
    .selectFrom('access_token')
    .innerJoin('app_user', 'app_user.id', 'access_token.user_id')
    .where('access_token.expires_at', '>', now)
    .where('app_user.deleted_at', 'is', null)
    .where('app_user.subscription_expiration', '>', now.toISOString().slice(0, 10))
    .where(isNotSwitchedOff(emergencyAdmin))
    .where((eb) =>
      eb.or([
        eb('app_user.issuer', 'is', null),
        eb('app_user.confirmed_at', '>', new Date(now.getTime() - confirmedForMs)),
      ]),
    )
}

export async function isTokenGood(deps: TokenDeps, id: number): Promise<boolean> {
  const found = await goodTokens(deps)
    .select('access_token.id')
    .where('access_token.id', '=', id)
    .executeTakeFirst()
  return found !== undefined
}

/**
 * The user of a token; a visitor if it is none that is good.
 * @throws {Problem} too_many_requests
 */
export async function callerOfToken(
  deps: TokenDeps & { readonly count: (tokenId: number) => void },
  token: string,
): Promise<Caller> {
  const { db, clock } = deps
  const found = await goodTokens(deps)
    .select(['app_user.id', 'app_user.username', 'app_user.name', 'app_user.is_admin'])
    .select(['app_user.site_id', scopeOfAccount.as('scope')])
    .select(['access_token.id as tokenId', 'access_token.name as tokenName'])
    .select(['access_token.scopes', 'access_token.dataset_ids', 'access_token.last_used_at'])
    .where('access_token.token_hash', '=', hashOf(token))
    .executeTakeFirst()
  if (found === undefined) return { actor: visitor, scope: 'all', lifetimeSeconds: null }
  const { tokenId, tokenName, scopes, dataset_ids: datasetIds } = found
  deps.count(tokenId)
  const now = clock()
  const isDue = now.getTime() - (found.last_used_at?.getTime() ?? 0) > notedEveryMs
  if (isDue) {
    await db
      .updateTable('access_token')
      .set({ last_used_at: now })
      .where('id', '=', tokenId)
      .execute()
  }
  const program = { id: tokenId, name: tokenName, scopes, datasetIds }
  return { actor: programOf(identityOf(found), program), scope: found.scope, lifetimeSeconds: null }
}
