import { randomBytes } from 'node:crypto'

import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { scopeOfAccount } from '../../platform/database/scope.ts'
import { identityOf, visitor, type Caller } from '../../platform/http/actor.ts'
import { isNotSwitchedOff } from './local-accounts.ts'
import { hashOf } from './token-hash.ts'

/** Prefix that identifies a token, for example if one is leaked. */
const prefix = 'fovea_'
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
  given: { userId: number; name: string; createdAt: Date; expiresAt: Date },
) {
  const token = prefix + randomBytes(32).toString('base64url')
  const row = await db
    .insertInto('access_token')
    .values({
      user_id: given.userId,
      name: given.name,
      token_hash: hashOf(token),
      created_at: given.createdAt,
      expires_at: given.expiresAt,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return { token, row }
}

/**
 * The user of a token; a visitor if it is no token or has expired, or its account has, is switched
 * off or was not confirmed lately by the identity provider.
 */
export async function callerOfToken(
  { db, clock, emergencyAdmin }: { db: Db; clock: Clock; emergencyAdmin: string | null },
  token: string,
): Promise<Caller> {
  const now = clock()
  const found = await db
    .selectFrom('access_token')
    .innerJoin('app_user', 'app_user.id', 'access_token.user_id')
    .select(['app_user.id', 'app_user.username', 'app_user.name', 'app_user.is_admin'])
    .select(['app_user.site_id', scopeOfAccount.as('scope')])
    .select(['access_token.id as tokenId', 'access_token.last_used_at'])
    .where('access_token.token_hash', '=', hashOf(token))
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
    .executeTakeFirst()
  if (found === undefined) return { actor: visitor, scope: 'all', lifetimeSeconds: null }
  const isDue = now.getTime() - (found.last_used_at?.getTime() ?? 0) > notedEveryMs
  if (isDue) {
    await db
      .updateTable('access_token')
      .set({ last_used_at: now })
      .where('id', '=', found.tokenId)
      .execute()
  }
  const { scope, tokenId } = found
  return { actor: identityOf(found), scope, lifetimeSeconds: null, accessToken: tokenId }
}
