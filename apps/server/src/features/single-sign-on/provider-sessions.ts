import { sql } from 'kysely'

import type { Db } from '../../platform/database/database.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { hashOf } from '../session/token-hash.ts'

const purposes = {
  refresh: 'single sign-on: refresh token',
  signOut: 'single sign-on: sign-out address',
} as const

interface KeptSession {
  readonly sid: string | null
  readonly signOutUrl: string | null
  readonly refreshToken: string | null
}

/** Keeps the provider's side of a session, sealed. */
export async function keepProviderSession(
  db: Db,
  secrets: Secrets,
  session: KeptSession & { readonly token: string; readonly at: Date },
): Promise<void> {
  const { token, sid, signOutUrl, refreshToken, at } = session
  await db
    .insertInto('provider_session')
    .values({
      token_hash: hashOf(token),
      sid,
      sign_out_url: signOutUrl === null ? null : secrets.seal(signOutUrl, purposes.signOut),
      refresh_token: refreshToken === null ? null : secrets.seal(refreshToken, purposes.refresh),
      checked_at: at,
    })
    .execute()
}

/** Where the browser signs out at the provider; null for a session of a local account. */
export async function findSignOutUrl(
  db: Db,
  secrets: Secrets,
  token: string,
): Promise<string | null> {
  const row = await db
    .selectFrom('provider_session')
    .select('sign_out_url')
    .where('token_hash', '=', hashOf(token))
    .executeTakeFirst()
  if (row === undefined || row.sign_out_url === null) return null
  return secrets.open(row.sign_out_url, purposes.signOut) ?? null
}

/** A session to confirm at the provider. */
export interface DueSession {
  readonly tokenHash: Buffer
  readonly userId: number
  readonly address: string
  /** Undefined if it cannot be opened, because the server's key is another one. */
  readonly refreshToken: string | undefined
}

/** Takes sessions last checked before a time; another process takes others. */
export async function takeDueSessions(
  db: Db,
  secrets: Secrets,
  { before, now, most }: { before: Date; now: Date; most: number },
): Promise<DueSession[]> {
  const { rows } = await sql<{
    token_hash: Buffer
    user_id: number
    address: string
    refresh_token: string
  }>`
    update provider_session set checked_at = ${now}
    from session
    where session.token_hash = provider_session.token_hash
    and provider_session.token_hash in (
      select token_hash from provider_session
      where refresh_token is not null and checked_at <= ${before}
      order by checked_at limit ${most} for update skip locked)
    returning session.token_hash, session.user_id, session.address, provider_session.refresh_token
  `.execute(db)
  return rows.map((row) => ({
    tokenHash: row.token_hash,
    userId: row.user_id,
    address: row.address,
    refreshToken: secrets.open(row.refresh_token, purposes.refresh),
  }))
}

export async function replaceRefreshToken(
  db: Db,
  secrets: Secrets,
  { tokenHash, refreshToken }: { tokenHash: Buffer; refreshToken: string },
): Promise<void> {
  await db
    .updateTable('provider_session')
    .set({ refresh_token: secrets.seal(refreshToken, purposes.refresh) })
    .where('token_hash', '=', tokenHash)
    .execute()
}

/** The sessions of the provider's session, or of the person. */
export function findProviderSessions(
  db: Db,
  issuer: string,
  ended: { sid: string } | { subject: string },
): Promise<{ token_hash: Buffer; user_id: number; username: string }[]> {
  const sessions = db
    .selectFrom('provider_session')
    .innerJoin('session', 'session.token_hash', 'provider_session.token_hash')
    .innerJoin('app_user', 'app_user.id', 'session.user_id')
    .select(['session.token_hash', 'session.user_id', 'app_user.username'])
    .where('app_user.issuer', '=', issuer)
  return 'sid' in ended
    ? sessions.where('provider_session.sid', '=', ended.sid).execute()
    : sessions.where('app_user.subject', '=', ended.subject).execute()
}
