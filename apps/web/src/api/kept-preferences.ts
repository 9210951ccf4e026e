import { Preferences } from '#contract/account'

import { parseJson } from './call-error.ts'

const keyOf = (username: string) => `preferences of ${username}`

/** A user's changed preferences that the server has not saved yet. */
export function keptPreferences(username: string): Partial<Preferences> {
  const read = Preferences.safeParse(parseJson(localStorage.getItem(keyOf(username)) ?? ''))
  return read.success ? read.data : {}
}

export function keepPreferences(username: string, changes: Partial<Preferences>): void {
  write(username, { ...keptPreferences(username), ...changes })
}

/** Forgets saved changes, except those changed again meanwhile. */
export function forgetPreferences(username: string, saved: Partial<Preferences>): void {
  const stillUnsaved = Object.entries(keptPreferences(username)).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(saved[name]),
  )
  write(username, Object.fromEntries(stillUnsaved))
}

function write(username: string, kept: Partial<Preferences>): void {
  if (Object.keys(kept).length === 0) localStorage.removeItem(keyOf(username))
  else localStorage.setItem(keyOf(username), JSON.stringify(kept))
}
