import { z } from 'zod'

import { callbackPath } from '#contract/single-sign-on-offer'

/** Where the journey to the identity provider began: the state that the router keeps in the history entry. */
const storageKey = 'before single sign-on'

const Entry = z.looseObject({ usr: z.unknown() })

/** Goes to the identity provider's page. The requested screen is opened on the return. */
export function leaveFor(url: string): void {
  const entry: unknown = history.state
  sessionStorage.setItem(storageKey, JSON.stringify(Entry.safeParse(entry).data ?? {}))
  location.assign(url)
}

/**
 * The answer with which the provider's page has returned, a query; null if it has not. Takes it out
 * of the address, so that it is neither sent twice nor left in the history.
 */
export function takeAnswer(signInPath: string): string | null {
  if (location.pathname !== callbackPath) return null
  const answer = location.search
  const entry = sessionStorage.getItem(storageKey)
  sessionStorage.removeItem(storageKey)
  history.replaceState(entry === null ? null : JSON.parse(entry), '', signInPath)
  return answer
}
