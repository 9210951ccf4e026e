import { getPreferences, Preferences, savePreferences, type User } from '#contract/account'

import { parseJson } from './call-error.ts'
import { call } from './call.ts'
import { composed, isPatch, type Patch, patched, withoutSame } from './preference-patch.ts'

type Account = Pick<User, 'username' | 'anonymous'>

const keyOf = (username: string) => `preferences of ${username}`

/** Keeps changes of a user's preferences until the server has saved them. */
export function keepPreferences(username: string, changes: Patch): void {
  write(username, composed(keptPreferences(username), changes))
}

/** The preferences with changes; as they were if the changes are damaged. */
export function withPreferences(preferences: Preferences, changes: Patch): Preferences {
  const read = Preferences.safeParse(patched(preferences, changes))
  return read.success ? read.data : preferences
}

/** The server's preferences, overlaid with the changes that it has not saved yet. */
export function readPreferences({ username }: Account, signal: AbortSignal): Promise<Preferences> {
  return inTurn(async () =>
    withPreferences(await call(getPreferences, { signal }), keptPreferences(username)),
  )
}

/**
 * Merges the kept changes into the preferences that the server has now.
 * @returns the preferences then; null if there was nothing to send. Without accounts, the changes stay in
 *   this browser.
 */
export function sendPreferences({ username, anonymous }: Account): Promise<Preferences | null> {
  return inTurn(async () => {
    const sent = keptPreferences(username)
    if (anonymous || Object.keys(sent).length === 0) return null
    const body = withPreferences(await call(getPreferences), sent)
    await call(savePreferences, { body })
    // Those changed again meanwhile are still unsaved.
    const kept = withoutSame(keptPreferences(username), sent)
    write(username, kept)
    return withPreferences(body, kept)
  })
}

let latest: Promise<unknown> = Promise.resolve()

/** Makes one call after the other, so that none reads or sends values that another has just replaced. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const turn = latest.then(work)
  latest = turn.catch(() => undefined)
  return turn
}

function keptPreferences(username: string): Patch {
  const kept = parseJson(localStorage.getItem(keyOf(username)) ?? '')
  return isPatch(kept) ? kept : {}
}

function write(username: string, kept: Patch): void {
  if (Object.keys(kept).length === 0) localStorage.removeItem(keyOf(username))
  else localStorage.setItem(keyOf(username), JSON.stringify(kept))
}
