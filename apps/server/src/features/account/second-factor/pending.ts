import type { PendingSignIn } from '#contract/pending-sign-in'

import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database/database.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import { hasFactor } from '../../session/second-factors.ts'
import type { UserRow } from '../../users/queries.ts'
import { findAuthenticator } from './authenticator.ts'
import type { PasskeySignIns } from './passkey-sign-ins.ts'
import { findPendingUser, PendingUser, pendingUserOf } from './pending-user.ts'
import { sealedSteps } from './sealed-step.ts'

/** Time for finding the phone and typing its code. */
const pendingSeconds = 300

/** Sign-ins whose password was right, and that wait for a second factor. They are no sessions. */
export interface PendingSignIns {
  /** Null if the account has no second factor. */
  of(db: Db, user: UserRow): Promise<PendingSignIn | null>
  /** The user of a pending sign-in; undefined if it is none, or has ended. */
  userOf(db: Db, pending: string): Promise<UserRow | undefined>
}

export function pendingSignIns(
  deps: { secrets: Secrets; clock: Clock },
  passkeys: PasskeySignIns,
): PendingSignIns {
  const steps = sealedSteps(deps, {
    purpose: 'second factor: pending sign-in',
    schema: PendingUser,
    seconds: pendingSeconds,
  })
  return {
    async of(db, user) {
      if (!(await hasFactor(db, user.id))) return null
      return {
        pending: steps.seal(pendingUserOf(user)),
        authenticator: (await findAuthenticator(db, user.id)) !== undefined,
        passkey: await passkeys.beginFor(db, user),
      }
    },

    async userOf(db, pending) {
      const step = steps.open(pending)
      return step === undefined ? undefined : findPendingUser(db, step)
    },
  }
}
