import type { Db } from '../../platform/database/database.ts'
import { anonymousIdentity, identityOf, type Actor } from '../../platform/http/actor.ts'
import { findUserById } from '../users/queries.ts'

const needs = 'annotate'

/** The user for whom an import works; the account may have been deleted. */
export type Importer = Actor

export async function findImporter(db: Db, creatorId: number | null): Promise<Importer> {
  if (creatorId === null) return { ...anonymousIdentity, needs }
  const user = await findUserById(db, creatorId)
  const gone = { id: creatorId, username: '', name: '', is_admin: false, site_id: null }
  return { ...identityOf(user ?? gone), needs }
}
