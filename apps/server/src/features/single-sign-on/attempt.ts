import { z } from 'zod'

import type { Secrets } from '../../platform/secrets.ts'

/** Time for signing in at the provider, with a second factor there. */
export const attemptSeconds = 600

const Attempt = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  startedAt: z.number(),
  /** The account that its user links with the provider's; absent: a sign-in. */
  linksUser: z.int().optional(),
})
/**
 * A sign-in that the browser finishes at the provider: the values of OpenID Connect that bind the
 * provider's answer to this browser, and the start in milliseconds since 1970.
 */
export type Attempt = z.infer<typeof Attempt>

const purpose = 'single sign-on: attempt'

/** The attempt as a cookie, which only this server can read or make. */
export function sealAttempt(secrets: Secrets, attempt: Attempt): string {
  return encodeURIComponent(secrets.seal(JSON.stringify(attempt), purpose))
}

/** The attempt of a cookie that is still valid. */
export function openAttempt(
  secrets: Secrets,
  cookie: string | undefined,
  now: Date,
): Attempt | undefined {
  const opened = secrets.open(decodeURIComponent(cookie ?? ''), purpose)
  if (opened === undefined) return undefined
  const attempt = Attempt.parse(JSON.parse(opened))
  return now.getTime() - attempt.startedAt > attemptSeconds * 1000 ? undefined : attempt
}

/** Whether the provider's answer, a query, belongs to the attempt. */
export function isAnswerTo({ state }: Attempt, answer: string): boolean {
  return new URLSearchParams(answer).get('state') === state
}
