import type { Db } from '../../platform/database/database.ts'
import type { Actor } from '../../platform/http/actor.ts'

/** Not a hash of any password. */
const noPassword = '-'

const names = ['example.reader.1', 'example.reader.2'] as const

/**
 * The two readers of the example clinic. Like deleted accounts they are authors only: nobody can sign
 * in as one, share with one, or take one for a colleague.
 */
export async function findOrCreateReaders(
  db: Db,
  at: Date,
): Promise<readonly [first: Actor, second: Actor]> {
  const [first, second] = names
  return [await findOrCreateReader(db, first, at), await findOrCreateReader(db, second, at)]
}

async function findOrCreateReader(db: Db, username: string, at: Date): Promise<Actor> {
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
      .values({ username, password_hash: noPassword, deleted_at: at })
      .returning('id')
      .executeTakeFirstOrThrow())
  return { id, username, name: '', isAdmin: false, anonymous: false, needs: 'annotate' }
}
