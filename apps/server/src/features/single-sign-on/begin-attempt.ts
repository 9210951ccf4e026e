import { message } from '#contract/messages/message'

import { Problem } from '../../platform/http/problem.ts'
import type { Call } from '../../platform/http/route.ts'
import { attemptSeconds, sealAttempt } from './attempt.ts'
import type { SingleSignOn } from './single-sign-on.ts'

/**
 * Begins a sign-in at the provider in the caller's browser.
 * @param linksUser the account to link with the provider's
 * @returns the address of the provider's page
 */
export async function beginAttempt(
  { provider, secrets, settings }: SingleSignOn,
  { origin, attempt }: Pick<Call, 'origin' | 'attempt'>,
  linksUser?: number,
): Promise<{ url: string }> {
  refuseOtherAddress(origin, settings.publicUrl)
  const begun = await provider.begin()
  const kept = { ...begun.attempt, ...(linksUser === undefined ? {} : { linksUser }) }
  attempt.keep(sealAttempt(secrets, kept), attemptSeconds)
  return { url: begun.url }
}

/** The provider returns to the public address, where the cookie of another address is not sent. */
function refuseOtherAddress(origin: string, publicUrl: string): void {
  if (new URL(origin).host === new URL(publicUrl).host) return
  throw new Problem(
    'not_possible_now',
    message('singleSignOn.otherAddress', { address: publicUrl }),
  )
}
