import { holds } from './condition.ts'
import type { Computed, Field } from './field.ts'
import { type FieldValue, type FieldValues, isCannotTell, isSeveral } from './value.ts'

/** Why a value does not fit its field. */
type Misfit =
  | 'wrongType'
  | 'noOption'
  | 'outOfRange'
  | 'tooManyDecimals'
  | 'tooLong'
  | 'noDay'
  | 'cannotBeTold'
  | 'isComputed'

/** Why a person may not enter the value in the field; null if it fits. */
export function misfitOf(field: Field, value: FieldValue): Misfit | null {
  if (field.computed !== undefined) return 'isComputed'
  if (isCannotTell(value)) return field.cannotTell ? null : 'cannotBeTold'
  return typeMisfit(field, value)
}

function typeMisfit(field: Field, value: FieldValue): Misfit | null {
  switch (field.type) {
    case 'choice':
      return typeof value === 'string' ? optionMisfit(field.options, [value]) : 'wrongType'
    case 'choices':
      return isSeveral(value) ? optionMisfit(field.options, value) : 'wrongType'
    case 'number':
      return typeof value === 'number' ? numberMisfit(field, value) : 'wrongType'
    case 'text':
      return typeof value === 'string' ? textMisfit(field, value) : 'wrongType'
    case 'yesNo':
      return typeof value === 'boolean' ? null : 'wrongType'
    case 'date':
      return typeof value === 'string' ? dayMisfit(value) : 'wrongType'
  }
}

function optionMisfit(
  options: readonly { readonly value: string }[],
  chosen: readonly string[],
): Misfit | null {
  if (new Set(chosen).size !== chosen.length) return 'wrongType'
  const known = new Set(options.map(({ value }) => value))
  return chosen.every((value) => known.has(value)) ? null : 'noOption'
}

function textMisfit({ most }: Extract<Field, { type: 'text' }>, value: string): Misfit | null {
  if (value === '') return 'wrongType'
  return value.length > most ? 'tooLong' : null
}

function numberMisfit(
  { min = -Infinity, max = Infinity, decimals }: Extract<Field, { type: 'number' }>,
  value: number,
): Misfit | null {
  if (value < min || value > max) return 'outOfRange'
  return Number(value.toFixed(decimals)) === value ? null : 'tooManyDecimals'
}

function dayMisfit(text: string): Misfit | null {
  const at = new Date(`${text}T00:00:00Z`)
  const isDay =
    /^\d{4}-\d\d-\d\d$/.test(text) &&
    !Number.isNaN(at.getTime()) &&
    at.toISOString().startsWith(text)
  return isDay ? null : 'noDay'
}

/** Whether the field is asked for, given the values of the record. */
export function isShown(field: Field, values: FieldValues): boolean {
  return field.shownWhen === undefined || holds(field.shownWhen, values)
}

/** Whether the field must have a value, given the values of the record. */
export function isRequired(field: Field, values: FieldValues): boolean {
  if (!isShown(field, values) || field.computed !== undefined) return false
  return field.required || (field.requiredWhen !== undefined && holds(field.requiredWhen, values))
}

/**
 * The answers of a normal eye for the fields that are asked for and have no value, by key. An answer may
 * bring up further fields, which get theirs.
 */
export function normalAnswers(fields: readonly Field[], values: FieldValues): FieldValues {
  const given: Record<string, FieldValue> = {}
  for (;;) {
    const known = withComputed(fields, { ...values, ...given })
    const open = fields.find(
      (field) =>
        field.normal !== undefined && known[field.key] === undefined && isShown(field, known),
    )
    if (open?.normal === undefined) return given
    given[open.key] = open.normal
  }
}

/** The values with those that follow from others; one that no longer follows is absent. */
export function withComputed(fields: readonly Field[], values: FieldValues): FieldValues {
  const all: Record<string, FieldValue> = { ...values }
  for (const { key, computed } of fields) {
    if (computed === undefined) continue
    const value = computedValue(computed, all)
    if (value === undefined) delete all[key]
    else all[key] = value
  }
  return all
}

function computedValue(computed: Computed, values: FieldValues): FieldValue | undefined {
  if ('cases' in computed) {
    return computed.cases.find((each) => holds(each.if, values))?.value ?? computed.otherwise
  }
  if ('sum' in computed) return sumOf(computed.sum.map((key) => values[key]))
  const [above, below] = computed.quotient.map((key) => values[key])
  if (typeof above !== 'number' || typeof below !== 'number' || below === 0) return undefined
  return above / below
}

function sumOf(values: readonly (FieldValue | undefined)[]): number | undefined {
  let sum = 0
  for (const value of values) {
    if (typeof value !== 'number') return undefined
    sum += value
  }
  return sum
}
