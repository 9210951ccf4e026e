import { z } from 'zod'

/** The path of the page to which the identity provider returns the browser, below the public address. */
export const callbackPath = '/auth/callback'

/** Single sign-on as visitors see it. */
export const SingleSignOn = z.object({
  /** The operator's name for the identity provider; null if there is none. */
  name: z.string().nullable(),
  /** Whether the emergency administrator alone may sign in with a password. */
  only: z.boolean(),
})
export type SingleSignOn = z.infer<typeof SingleSignOn>
