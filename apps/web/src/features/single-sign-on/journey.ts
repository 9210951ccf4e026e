import { z } from 'zod'

import { callbackPath } from '#contract/single-sign-on-offer'

/** Where the journey to the identity provider began: the state that the router keeps in the history entry. */
const storageKey = 'before single sign-on'

const Entry = z.looseObject({ usr: z.unknown() })

/**
 * Goes to the identity provider's page. On the return the requested screen is opened, or the one
 * that `state` names.
 */
export function leaveFor(url: string, state?: object): void {
  const entry = Entry.safeParse(history.state).data ?? {}
  const kept = state === undefined ? entry : { usr: state }
  sessionStorage.setItem(storageKey, JSON.stringify(kept))
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
