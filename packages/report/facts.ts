import type { FactDescription, NamedFact, NumberFact } from '#contract/results/description'
import { valueAt } from '#contract/results/reading'

import { fill, percent, type Reader, wholeNumber } from './language.ts'
import { valueText } from './measures.ts'

/** A fact of a result in words; null if the numbers lack it and its absence is not stated. */
export function factText(fact: FactDescription, numbers: unknown, reader: Reader): string | null {
  const text = 'unit' in fact ? numberText(fact, numbers, reader) : nameText(fact, numbers, reader)
  return text ?? fact.missing?.[reader.language] ?? null
}

const unitTexts: Readonly<Record<NumberFact['unit'], (value: number, reader: Reader) => string>> = {
  share: percent,
  count: wholeNumber,
  px: (value, reader) => `${wholeNumber(value, reader)} px`,
}

function numberText(fact: NumberFact, numbers: unknown, reader: Reader): string | null {
  const { at, unit, uncertainty: deviationAt, within } = fact
  const value = valueAt(numbers, at)
  if (typeof value !== 'number') return null
  // Results of earlier versions may state no uncertainty.
  const uncertainty = deviationAt && valueAt(numbers, deviationAt)
  const text =
    typeof uncertainty === 'number'
      ? valueText({ value, uncertainty, unit, reference: null }, reader)
      : unitTexts[unit](value, reader)
  return within === undefined ? text : fill(within[reader.language], { value: text })
}

function nameText(fact: NamedFact, numbers: unknown, { language }: Reader): string | null {
  const value = valueAt(numbers, fact.at)
  const given: readonly unknown[] = Array.isArray(value) ? value : [value]
  const names = given.flatMap((each) =>
    typeof each === 'string' ? (fact.values[each] ?? fact.otherwise ?? []) : [],
  )
  return names.length === 0 ? null : names.map((name) => name[language]).join(', ')
}
