import { randomBytes } from 'node:crypto'

import { passwordLinkHours } from '#contract/password-links'
import type { ScreenPath } from '#contract/screens'

import type { Db } from '../../platform/database/database.ts'
import { hashOf } from '../session/token-hash.ts'
import type { UserRow } from './queries.ts'

const hourMs = 3600_000

/** The screen on which a user chooses a password by a link; its fragment is the token. */
const passwordLinkPath: ScreenPath = '/new-password'

/** @param site the address of Fovea */
export function passwordLinkUrl(site: string, token: string): string {
  return `${site}${passwordLinkPath}#${token}`
}

/** A secret of 256 random bits, of which only a hash is kept. */
function newSecret(now: Date) {
  const token = randomBytes(32).toString('base64url')
  const expiresAt = new Date(now.getTime() + passwordLinkHours * hourMs)
  return { token, expiresAt, stored: { token_hash: hashOf(token), expires_at: expiresAt } }
}

/**
 * A new link, which replaces the account's former one.
 * @param mail the key of the outbox message that mails it, with a secret made for each try
 */
export async function makePasswordLink(
  db: Db,
  userId: number,
  { now, mail = null }: { now: Date; mail?: string | null },
): Promise<{ token: string; expiresAt: Date }> {
  const { token, expiresAt, stored } = newSecret(now)
  const link = { ...stored, mail }
  await db
    .insertInto('password_link')
    .values({ user_id: userId, ...link })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(link))
    .execute()
  return { token, expiresAt }
}

/**
 * Gives a link that is mailed a new secret.
 * @returns undefined if the link was used or replaced
 */
export async function renewMailedLink(
  db: Db,
  { userId, mail }: { userId: number; mail: string },
  now: Date,
): Promise<string | undefined> {
  const { token, stored } = newSecret(now)
  const { numUpdatedRows } = await db
    .updateTable('password_link')
    .set(stored)
    .where('user_id', '=', userId)
    .where('mail', '=', mail)
    .executeTakeFirst()
  return numUpdatedRows > 0n ? token : undefined
}

/** The account of a link that can still be used. */
export function findByPasswordLink(
  db: Db,
  token: string,
  now: Date,
): Promise<(UserRow & { link_expires_at: Date }) | undefined> {
  return db
    .selectFrom('password_link')
    .innerJoin('app_user', 'app_user.id', 'password_link.user_id')
    .selectAll('app_user')
    .select('password_link.expires_at as link_expires_at')
    .where('password_link.token_hash', '=', hashOf(token))
    .where('password_link.expires_at', '>', now)
    .where('app_user.deleted_at', 'is', null)
    .executeTakeFirst()
}

/** Ends the link of an account, if it has one. */
export async function dropPasswordLink(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('password_link').where('user_id', '=', userId).execute()
}

/** Uses a link up. @returns false if it was used in the meantime */
export async function takePasswordLink(db: Db, token: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('password_link')
    .where('token_hash', '=', hashOf(token))
    .executeTakeFirst()
  return numDeletedRows > 0n
}
