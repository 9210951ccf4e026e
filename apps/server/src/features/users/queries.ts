import { sql, type RawBuilder, type Selectable, type Updateable } from 'kysely'

import type { Db } from '../../platform/database/database.ts'
import type { Identity } from '../../platform/http/actor.ts'
import { notFound } from '../../platform/http/problem.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { hasSecondFactor } from '../session/second-factors.ts'

export type UserRow = Selectable<Schema['app_user']>

/** Existing accounts: a deleted one stays as author only. */
function users(db: Db) {
  return db.selectFrom('app_user').where('app_user.deleted_at', 'is', null)
}

export function findUser(db: Db, username: string): Promise<UserRow | undefined> {
  return users(db)
    .selectAll()
    .where(sql<string>`lower(username)`, '=', username.toLowerCase())
    .executeTakeFirst()
}

export function findUserById(db: Db, id: number): Promise<UserRow | undefined> {
  return users(db).selectAll().where('id', '=', id).executeTakeFirst()
}

/** The account of a person at the identity provider. */
export function findUserByIdentity(
  db: Db,
  { issuer, subject }: { issuer: string; subject: string },
): Promise<UserRow | undefined> {
  return users(db)
    .selectAll()
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
}

export async function countUsers(db: Db): Promise<number> {
  const { count } = await users(db)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export async function countAdministered(db: Db, actor: Identity): Promise<number> {
  const { count } = await administeredUsers(db, actor)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Administrators of the installation with a password: those of the identity provider do not help if it is down. */
export async function countLocalAdmins(db: Db): Promise<number> {
  const { count } = await users(db)
    .where('is_admin', '=', true)
    .where('issuer', 'is', null)
    .where('site_id', 'is', null)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Ids of the administrators of the installation. */
export async function listOperators(db: Db): Promise<number[]> {
  const rows = await users(db)
    .where('is_admin', '=', true)
    .where('site_id', 'is', null)
    .select('id')
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Accounts that an administrator administers: those of the site, or all of the installation. */
export function administeredUsers(db: Db, { siteId }: Identity) {
  return users(db).$if(siteId !== null, (q) => q.where('app_user.site_id', '=', siteId))
}

/** @throws {Problem} not_found, also for accounts that the actor does not administer */
export async function getAdministered(db: Db, actor: Identity, username: string): Promise<UserRow> {
  const user = await administeredUsers(db, actor)
    .selectAll()
    .where(sql<string>`lower(username)`, '=', username.toLowerCase())
    .executeTakeFirst()
  if (user === undefined) throw notFound('user')
  return user
}

/** Users whose username or name contains the text; an empty text matches all. */
export function listUserRows(
  db: Db,
  actor: Identity,
  { text, limit }: { text: string; limit: number },
): Promise<(UserRow & { has_second_factor: boolean })[]> {
  const pattern = containing(text)
  return administeredUsers(db, actor)
    .selectAll('app_user')
    .select(hasSecondFactor.as('has_second_factor'))
    .where((eb) => eb.or([eb('username', 'ilike', pattern), eb('name', 'ilike', pattern)]))
    .orderBy(sql`lower(username)`)
    .limit(limit)
    .execute()
}

export function insertUser(
  db: Db,
  user: {
    username: string
    name: string
    passwordHash: string
    isAdmin: boolean
    group: string
    hasTemporaryPassword: boolean
    email?: string | null
    siteId?: number | null
    /** The person at the identity provider; absent: a local account. */
    person?: { issuer: string; subject: string; confirmedAt: Date }
  },
): Promise<UserRow> {
  return db
    .insertInto('app_user')
    .values({
      username: user.username,
      name: user.name,
      password_hash: user.passwordHash,
      is_admin: user.isAdmin,
      group_name: user.group,
      has_temporary_password: user.hasTemporaryPassword,
      email: user.email ?? null,
      site_id: user.siteId ?? null,
      issuer: user.person?.issuer ?? null,
      subject: user.person?.subject ?? null,
      confirmed_at: user.person?.confirmedAt ?? null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function changeUser(
  db: Db,
  id: number,
  change: Updateable<Schema['app_user']>,
): Promise<void> {
  await db.updateTable('app_user').set(change).where('id', '=', id).execute()
}

/** One transaction at a time may count accounts and then add or remove one. */
export async function lockUserCount(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(7236012)`.execute(db)
}

/** Users of the actor's site whose username or name contains the text, for the directory. */
export function searchUsers(
  db: Db,
  { siteId }: Identity,
  { text, limit }: { text: string; limit: number },
): Promise<Pick<UserRow, 'username' | 'name'>[]> {
  const pattern = containing(text)
  return users(db)
    .select(['username', 'name'])
    .where('site_id', 'is not distinct from', siteId)
    .where((eb) => eb.or([eb('username', 'ilike', pattern), eb('name', 'ilike', pattern)]))
    .orderBy(sql`lower(username)`)
    .limit(limit)
    .execute()
}

/** A LIKE pattern that matches the text literally, for columns that are kept in lower case. */
export function containingLower(text: string): RawBuilder<string> {
  return sql<string>`lower(normalize(${containing(text)}::text))`
}

/** A LIKE pattern that matches the text literally. */
export function containing(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`
}
