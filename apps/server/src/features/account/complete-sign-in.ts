import type { Call } from '../../platform/http/route.ts'
import { forgetFailuresFrom } from '../session/sign-in-attempts.ts'
import type { Sessions } from '../session/sessions.ts'
import { presentSignedIn } from '../users/present.ts'
import type { UserRow } from '../users/queries.ts'

/** Starts the session of a user who has proved everything that signing in takes. */
export async function completeSignIn(
  call: Pick<Call, 'db' | 'address' | 'userAgent' | 'sessionToken' | 'startSession'>,
  user: UserRow,
  sessions: Sessions,
) {
  const { db, address, sessionToken } = call
  await forgetFailuresFrom(db, { username: user.username, address })
  // A new session at every sign-in makes a token worthless that was planted before it.
  if (sessionToken !== undefined) await sessions.end(db, sessionToken)
  const token = await sessions.start(db, user.id, call)
  call.startSession(token)
  return { user: presentSignedIn(user, { duty: await sessions.dutyOf(db, token) }) }
}
