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

export function describeStated(
  { field, value, entered }: StatedValue,
  writing: Writing,
): StatedText {
  const { stated } = writing.words.report
  const by =
    entered === null
      ? stated.unknown
      : fill(stated.by, { name: entered.name, when: moment(entered.at, writing) })
  return {
    key: `${field.key} ${entered?.username ?? ''}`,
    name: field.words[writing.language],
    value: valueInWords(field, value, writing.language),
    source: field.computed === undefined ? by : stated.computed,
  }
}
