/**
 * The shape that a translation of T must have: every text of it, and nothing else. A language
 * without a singular form leaves the texts for one thing out.
 */
export type Translated<T> = {
  readonly [K in keyof T as K extends `${string}_one` ? never : K]: T[K] extends string
    ? string
    : Translated<T[K]>
}
