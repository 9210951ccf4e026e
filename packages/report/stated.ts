import type { StatedValue } from '#contract/fields/stated'
import { valueInWords } from '#contract/fields/words'

import { fill, moment, type Writing } from './language.ts'

/** A value that a reader has stated, as a report shows it. */
export interface StatedText {
  /** Tells it from the others of a report. */
  readonly key: string
  readonly name: string
  /** With its unit; a text may have several lines. */
  readonly value: string
  /** The author and the time, or that it is computed. */
  readonly source: string
}

export function describeStated(stated: StatedValue, writing: Writing): StatedText {
  const { field, value, entered } = stated
  return {
    key: `${field.key} ${entered?.username ?? ''}`,
    name: field.words[writing.language],
    value: valueInWords(field, value, writing.language),
    source: sourceOf(stated, writing),
  }
}

function sourceOf({ field, isAgreed, entered }: StatedValue, writing: Writing): string {
  const { stated: words } = writing.words.report
  const name = entered?.name ?? words.unknown
  if (field.computed !== undefined)
    return isAgreed ? words.computed : fill(words.computedOf, { name })
  return entered === null ? name : fill(words.by, { name, when: moment(entered.at, writing) })
}
