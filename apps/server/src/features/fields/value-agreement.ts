import { fleissKappa } from '#agreement/fleiss'
import { kappa } from '#agreement/kappa'
import { intraclassCorrelation, limitsOfAgreement, type NumberPair } from '#agreement/numbers'
import type { Scale } from '#agreement/weights'
import type { Field } from '#contract/fields/field'
import { isCannotTell, sameValue, type FieldValue } from '#contract/fields/value'
import type { Compared, Estimate } from '#contract/statistics'

/** The values that two readings have of one subject. */
export type ValuePair = readonly [FieldValue, FieldValue]

/** How far two readings of the same subjects agree in a field. */
export function valueAgreement(field: Field, pairs: readonly ValuePair[]): Compared {
  const numbers = field.type === 'number' ? pairs.flatMap(numbersOf) : []
  return {
    subjects: pairs.length,
    same: pairs.filter(([a, b]) => sameValue(a, b)).length,
    kappa: kappaOf(field, pairs),
    icc: intraclassCorrelation(numbers),
    limits: limitsOfAgreement(numbers),
  }
}

function numbersOf([a, b]: ValuePair): NumberPair[] {
  return typeof a === 'number' && typeof b === 'number' ? [[a, b]] : []
}

function kappaOf(field: Field, pairs: readonly ValuePair[]): Estimate | null {
  const scale = scaleOf(field, pairs.flat())
  if (scale === null) return null
  const counts = Map.groupBy(pairs, ([a, b]) => cell(choiceOf(a), choiceOf(b)))
  const table = scale.choices.map((a) =>
    scale.choices.map((b) => counts.get(cell(a, b))?.length ?? 0),
  )
  return kappa(table, scale.kind)
}

/** Fleiss' kappa of all values that each subject has. */
export function kappaOfAll(field: Field, subjects: readonly (readonly FieldValue[])[]) {
  const scale = scaleOf(field, subjects.flat())
  if (scale === null) return null
  const counts = subjects.map((values) =>
    scale.choices.map((choice) => values.filter((value) => choiceOf(value) === choice).length),
  )
  return fleissKappa(counts, scale.kind)
}

/**
 * The choices of a field with options or of yes or no; null for other fields. "Cannot tell" is one
 * more choice, except on an ordered scale.
 */
function scaleOf(
  field: Field,
  values: readonly FieldValue[],
): { readonly kind: Scale; readonly choices: readonly string[] } | null {
  if (field.type !== 'choice' && field.type !== 'yesNo') return null
  if (field.type === 'choice' && field.ordered)
    return { kind: 'ordered', choices: field.options.map(({ value }) => value) }
  return { kind: 'nominal', choices: [...new Set(values.map(choiceOf))] }
}

function cell(first: string, second: string): string {
  return JSON.stringify([first, second])
}

/** "Cannot tell" as a choice that equals no option. */
function choiceOf(value: FieldValue): string {
  return isCannotTell(value) ? '\u0000' : String(value)
}
