import type { Db } from '../../platform/database/database.ts'
import {
  anonymousIdentity,
  identityOf,
  programOf,
  type Actor,
  type ProgramToken,
} from '../../platform/http/actor.ts'
import { findUserById } from '../users/queries.ts'

const needs = 'annotate'

/** The user for whom an import works; the account may have been deleted. */
export type Importer = Actor

interface Asked {
  readonly creatorId: number | null
  /** The token of the program that asked, which limits the import as it limited the call. */
  readonly token?: Omit<ProgramToken, 'isOfAdmin'> | undefined
}

export async function findImporter(db: Db, { creatorId, token }: Asked): Promise<Importer> {
  if (creatorId === null) return { ...anonymousIdentity, needs }
  const user = await findUserById(db, creatorId)
  const gone = { id: creatorId, username: '', name: '', is_admin: false, site_id: null }
  const identity = identityOf(user ?? gone)
  return { ...(token === undefined ? identity : programOf(identity, token)), needs }
}
