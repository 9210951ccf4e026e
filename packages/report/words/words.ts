import type { Placeholders } from '#contract/messages/message'

import type { words } from './en.ts'

/** Any text that contains all placeholders, in any order. */
type Containing<Name extends string> = [Name] extends [never]
  ? string
  : { [N in Name]: `${string}{{${N}}}${Containing<Exclude<Name, N>>}` }[Name]

type Translated<T> = {
  readonly [K in keyof T]: T[K] extends string ? Containing<Placeholders<T[K]>> : Translated<T[K]>
}

/** The shape of the words of every language: those of the English ones, with their placeholders. */
export type Words = Translated<typeof words>
