import type { Db } from '../../platform/database/database.ts'
import { identityOf, type Actor } from '../../platform/http/actor.ts'

/** Not a hash of any password. */
const noPassword = '-'

const names = ['example.reader.1', 'example.reader.2'] as const

/**
 * The two readers of the example clinics of a site. Like deleted accounts they are authors only:
 * nobody can sign in as one, share with one, or take one for a colleague.
 */
export async function findOrCreateReaders(
  db: Db,
  siteId: number | null,
  at: Date,
): Promise<readonly [first: Actor, second: Actor]> {
  const [first, second] = names
  return [
    await findOrCreateReader(db, { name: first, siteId, at }),
    await findOrCreateReader(db, { name: second, siteId, at }),
  ]
}

async function findOrCreateReader(
  db: Db,
  { name, siteId, at }: { name: string; siteId: number | null; at: Date },
): Promise<Actor> {
  const username = siteId === null ? name : `${name}.site.${siteId}`
  const earlier = await db
    .selectFrom('app_user')
    .select('id')
    .where('username', '=', username)
    .where('password_hash', '=', noPassword)
    .executeTakeFirst()
  const { id } =
    earlier ??
    (await db
      .insertInto('app_user')
      .values({ username, password_hash: noPassword, site_id: siteId, deleted_at: at })
      .returning('id')
      .executeTakeFirstOrThrow())
  const account = { id, username, name: '', is_admin: false, site_id: siteId }
  return { ...identityOf(account), needs: 'annotate' }
}
