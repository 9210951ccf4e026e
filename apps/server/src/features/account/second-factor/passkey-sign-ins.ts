import { z } from 'zod'

import type { Assertion } from '#contract/passkeys'
import type { PasskeySignIn } from '#contract/pending-sign-in'

import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database/database.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import { findUserById, type UserRow } from '../../users/queries.ts'
import { listPasskeys, newChallenge, requestOptions, takePasskey } from './passkeys.ts'
import { findPendingUser, PendingUser, pendingUserOf } from './pending-user.ts'
import type { RelyingParty } from './relying-party.ts'
import { sealedSteps } from './sealed-step.ts'

/** Time for the browser's dialog, and for fetching a key. */
const attemptSeconds = 300

const Attempt = z.object({
  challenge: z.string(),
  /** In milliseconds since 1970. */
  begunAt: z.number(),
  /** Null: without a password, so that the passkey must be both factors. */
  user: PendingUser.nullable(),
})
type Attempt = z.infer<typeof Attempt>

/** Signing in by passkeys: with them alone, or after the password. */
export interface PasskeySignIns {
  /** Begins a sign-in without a password; null if passkeys cannot be used here. */
  begin(): PasskeySignIn | null
  /** Begins the second step of a user; null if the user has no passkey, or it cannot be used here. */
  beginFor(db: Db, user: UserRow): Promise<PasskeySignIn | null>
  /** The user whose passkey it was; undefined if the answer proves nothing, or came too late. */
  finish(db: Db, answer: { attempt: string; credential: Assertion }): Promise<UserRow | undefined>
}

export function passkeySignIns(
  deps: { secrets: Secrets; clock: Clock },
  site: RelyingParty | null,
): PasskeySignIns {
  const { clock } = deps
  const steps = sealedSteps(deps, {
    purpose: 'second factor: passkey',
    schema: Attempt,
    seconds: attemptSeconds,
  })
  const newAttempt = (user: Attempt['user']): Attempt => ({
    challenge: newChallenge(),
    begunAt: clock().getTime(),
    user,
  })
  return {
    begin() {
      if (site === null) return null
      const attempt = newAttempt(null)
      return {
        options: requestOptions(site, { challenge: attempt.challenge, known: [] }),
        attempt: steps.seal(attempt),
      }
    },

    async beginFor(db, user) {
      const known = site === null ? [] : await listPasskeys(db, user.id)
      if (site === null || known.length === 0) return null
      const attempt = newAttempt(pendingUserOf(user))
      return {
        options: requestOptions(site, { challenge: attempt.challenge, known }),
        attempt: steps.seal(attempt),
      }
    },

    async finish(db, { attempt: sealed, credential }) {
      const attempt = steps.open(sealed)
      if (site === null || attempt === undefined) return undefined
      const pending = attempt.user === null ? null : await findPendingUser(db, attempt.user)
      if (pending === undefined) return undefined
      const userId = await takePasskey(db, site, {
        credential,
        challenge: attempt.challenge,
        begunAt: new Date(attempt.begunAt),
        owner: pending?.id ?? null,
        now: clock(),
      })
      return userId === undefined ? undefined : findUserById(db, userId)
    },
  }
}
