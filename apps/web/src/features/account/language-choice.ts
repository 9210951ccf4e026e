import type { Language } from '../../i18n/i18n.ts'

let choice: Language | undefined

/** Keeps what a visitor chose before signing in, to be saved once it is known for whom. */
export function rememberChoice(language: Language): void {
  choice = language
}

/** The remembered choice, once. */
export function takeChoice(): Language | undefined {
  const taken = choice
  choice = undefined
  return taken
}
