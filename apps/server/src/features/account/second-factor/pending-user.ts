import { z } from 'zod'

import type { Db } from '../../../platform/database/database.ts'
import { hashOf } from '../../session/token-hash.ts'
import { findUserById, type UserRow } from '../../users/queries.ts'

/** A user whose password was right, in a sealed step. */
export const PendingUser = z.object({
  id: z.number(),
  /** Of the hash of the password: a changed password ends the sign-in. */
  fingerprint: z.string(),
})
type PendingUser = z.infer<typeof PendingUser>

export function pendingUserOf(user: UserRow): PendingUser {
  return { id: user.id, fingerprint: hashOf(user.password_hash).toString('base64url') }
}

/** Undefined if the account or its password has changed in the meantime. */
export async function findPendingUser(db: Db, pending: PendingUser): Promise<UserRow | undefined> {
  const user = await findUserById(db, pending.id)
  if (user === undefined) return undefined
  return pendingUserOf(user).fingerprint === pending.fingerprint ? user : undefined
}
