import type { Language } from '../../i18n/i18n.ts'

let choice: Language | undefined

/** Remembers the language chosen before signing in, to be saved for the user who signs in. */
export function rememberChoice(language: Language): void {
  choice = language
}

/** Returns the remembered choice and forgets it. */
export function takeChoice(): Language | undefined {
  const taken = choice
  choice = undefined
  return taken
}
