import { z } from 'zod'

/** The request to the browser to use a passkey (Web Authentication Level 3, section 5.1.10). */
const RequestOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  userVerification: z.enum(['required', 'preferred']),
  /** The passkeys of the account; none: any of this site. */
  allowCredentials: z.array(
    z.object({
      type: z.literal('public-key'),
      id: z.string(),
      transports: z.array(z.string()),
    }),
  ),
})

/** A sign-in by a passkey that was begun; `attempt` is sent back with the browser's answer. */
export const PasskeySignIn = z.object({ options: RequestOptions, attempt: z.string() })
export type PasskeySignIn = z.infer<typeof PasskeySignIn>

/** With the refusal `second_factor_required` (its `current`): the sign-in that is to be finished. */
export const PendingSignIn = z.object({
  /** Proves for five minutes that the password was right. */
  pending: z.string(),
  /** Whether the codes of an authenticator app are accepted. */
  authenticator: z.boolean(),
  /** Null if the account has no passkey that can be used here. */
  passkey: PasskeySignIn.nullable(),
})
export type PendingSignIn = z.infer<typeof PendingSignIn>
