import { z } from 'zod'

/** With the refusal `second_factor_required` (its `current`): the sign-in that is to be finished. */
export const PendingSignIn = z.object({
  /** Proves for five minutes that the password was right. */
  pending: z.string(),
  /** Whether the codes of an authenticator app are accepted. */
  authenticator: z.boolean(),
})
export type PendingSignIn = z.infer<typeof PendingSignIn>
