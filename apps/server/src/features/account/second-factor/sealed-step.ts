import type { z } from 'zod'

import type { Clock } from '../../../platform/clock.ts'
import type { Secrets } from '../../../platform/secrets.ts'

/**
 * One step of several that belong together, such as the password of a sign-in that asks for a code, too.
 * The browser keeps it until the next step, unreadable to it: nothing is stored for steps that are never
 * followed.
 */
export interface SealedSteps<Step> {
  seal(step: Step): string
  /** Undefined if it is none, or older than it may be. */
  open(sealed: string): Step | undefined
}

export function sealedSteps<S extends z.ZodObject>(
  { secrets, clock }: { secrets: Secrets; clock: Clock },
  { purpose, schema, seconds }: { purpose: string; schema: S; seconds: number },
): SealedSteps<z.infer<S>> {
  return {
    seal: (step) => secrets.seal(JSON.stringify({ at: clock().getTime(), step }), purpose),
    open(sealed) {
      const opened = secrets.open(sealed, purpose)
      if (opened === undefined) return undefined
      const { at, step }: { at: number; step: unknown } = JSON.parse(opened)
      return clock().getTime() - at > seconds * 1000 ? undefined : schema.parse(step)
    },
  }
}
