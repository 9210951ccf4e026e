import type { Placeholders } from '#contract/messages/message'

/**
 * The shape of a translation of T: every text of it, and nothing else. A language without a singular form
 * omits the singular texts.
 */
export type Translated<T> = {
  readonly [K in keyof T as K extends `${string}_one` ? never : K]: T[K] extends string
    ? string
    : Translated<T[K]>
}

/** Any text with all of the placeholders, in any order. */
type Containing<Name extends string> = [Name] extends [never]
  ? string
  : { [N in Name]: `${string}{{${N}}}${Containing<Exclude<Name, N>>}` }[Name]

/** A translation of texts of the server: every text, with all placeholders of the English one. */
export type TranslatedMessages<Texts> = {
  readonly [Name in keyof Texts]: Containing<Placeholders<Texts[Name]>>
}
