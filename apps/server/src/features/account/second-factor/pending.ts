import { z } from 'zod'

import type { PendingSignIn } from '#contract/pending-sign-in'

import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database/database.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import { hashOf } from '../../session/token-hash.ts'
import { findUserById, type UserRow } from '../../users/queries.ts'
import { findAuthenticator } from './authenticator.ts'
import { sealedSteps } from './sealed-step.ts'

/** Time for finding the phone and typing its code. */
const pendingSeconds = 300

const Step = z.object({
  user: z.number(),
  /** Of the hash of the password: a changed password ends the sign-in. */
  fingerprint: z.string(),
})

/** Sign-ins whose password was right, and that wait for a second factor. They are no sessions. */
export interface PendingSignIns {
  /** Null if the account has no second factor. */
  of(db: Db, user: UserRow): Promise<PendingSignIn | null>
  /** The user of a pending sign-in; undefined if it is none, or has ended. */
  userOf(db: Db, pending: string): Promise<UserRow | undefined>
}

export function pendingSignIns(deps: { secrets: Secrets; clock: Clock }): PendingSignIns {
  const steps = sealedSteps(deps, {
    purpose: 'second factor: pending sign-in',
    schema: Step,
    seconds: pendingSeconds,
  })
  return {
    async of(db, user) {
      const authenticator = await findAuthenticator(db, user.id)
      if (authenticator === undefined) return null
      const pending = steps.seal({ user: user.id, fingerprint: fingerprintOf(user) })
      return { pending, authenticator: true }
    },

    async userOf(db, pending) {
      const step = steps.open(pending)
      if (step === undefined) return undefined
      const user = await findUserById(db, step.user)
      return user !== undefined && fingerprintOf(user) === step.fingerprint ? user : undefined
    },
  }
}

function fingerprintOf({ password_hash: hash }: UserRow): string {
  return hashOf(hash).toString('base64url')
}
