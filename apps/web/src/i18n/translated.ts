import type { Placeholders } from '#contract/messages/message'

/**
 * The shape that a translation of T must have: every text of it, and nothing else. A language
 * without a singular form leaves the texts for one thing out.
 */
export type Translated<T> = {
  readonly [K in keyof T as K extends `${string}_one` ? never : K]: T[K] extends string
    ? string
    : Translated<T[K]>
}

/** Any text that has every one of the placeholders, in whatever order. */
type Containing<Name extends string> = [Name] extends [never]
  ? string
  : { [N in Name]: `${string}{{${N}}}${Containing<Exclude<Name, N>>}` }[Name]

/** A translation of texts of the server: every text, with every placeholder of the English one. */
export type TranslatedMessages<Texts> = {
  readonly [Name in keyof Texts]: Containing<Placeholders<Texts[Name]>>
}
