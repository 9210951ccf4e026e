import type { Db } from '../../platform/database/database.ts'
import { anonymousActor, type Actor } from '../../platform/http/actor.ts'
import { findUserById } from '../users/queries.ts'

/** Who an import works for, whose account may be gone by now. */
export type Importer = Actor

export async function findImporter(db: Db, creatorId: number | null): Promise<Importer> {
  if (creatorId === null) return anonymousActor
  const user = await findUserById(db, creatorId)
  return {
    id: creatorId,
    username: user?.username ?? '',
    name: user?.name ?? '',
    isAdmin: user?.is_admin ?? false,
    anonymous: false,
  }
}
