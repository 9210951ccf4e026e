import type { Localised } from './description.ts'

/** Texts by their names in one language. */
// Lets bundlers leave out texts that nothing shows:
// @__NO_SIDE_EFFECTS__
export function textsIn<
  const Texts extends Readonly<Record<string, Localised>>,
  Language extends keyof Localised,
>(texts: Texts, language: Language): { readonly [Name in keyof Texts]: Texts[Name][Language] } {
  const entries = Object.entries(texts).map(([name, text]) => [name, text[language]] as const)
  return Object.fromEntries(entries) as { [Name in keyof Texts]: Texts[Name][Language] }
}
