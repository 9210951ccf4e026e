import type { Db } from '../../platform/database/database.ts'
import type { Actor } from '../../platform/http/actor.ts'

/** The example clinic of the caller, or of everybody if sign-in is switched off. */
export async function findClinic(
  db: Db,
  { id }: Pick<Actor, 'id'>,
): Promise<{ id: number; name: string } | undefined> {
  return db
    .selectFrom('dataset')
    .select(['id', 'name'])
    .where('is_example', '=', true)
    .where('deleted_at', 'is', null)
    .where('owner_id', 'is not distinct from', id)
    .executeTakeFirst()
}
