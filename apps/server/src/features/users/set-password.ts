import type { Db } from '../../platform/database/database.ts'
import { endAllSessions } from '../session/sessions.ts'
import { dropPasswordLink } from './password-links.ts'
import { changeUser } from './queries.ts'

/**
 * Gives an account a new password. Its link, access tokens and sessions end, except the session with
 * the token `but`.
 */
export async function setPassword(
  db: Db,
  userId: number,
  chosen: {
    hash: string
    /** Somebody else knows it, so it must be changed before anything else. */
    byAdministrator: boolean
    but?: string | undefined
  },
): Promise<void> {
  const { hash, byAdministrator, but } = chosen
  await changeUser(db, userId, {
    password_hash: hash,
    has_temporary_password: byAdministrator,
    must_change_password: byAdministrator,
  })
  await dropPasswordLink(db, userId)
  await endAllSessions(db, userId, but)
}
