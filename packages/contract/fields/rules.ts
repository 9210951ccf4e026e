import { holds } from './condition.ts'
import type { Computed, Field } from './field.ts'
import { type FieldValue, type FieldValues, isCannotTell } from './value.ts'

/** Why a value does not fit its field. */
export const misfits = [
  'wrongType',
  'noOption',
  'outOfRange',
  'tooManyDecimals',
  'tooLong',
  'noDay',
  'cannotBeTold',
  'isComputed',
] as const
export type Misfit = (typeof misfits)[number]

/** Why a person may not enter the value in the field; null if it fits. */
export function misfitOf(field: Field, value: FieldValue): Misfit | null {
  if (field.computed !== undefined) return 'isComputed'
  if (typeof value === 'object' && isCannotTell(value))
    return field.cannotTell ? null : 'cannotBeTold'
  switch (field.type) {
    case 'choice':
      if (typeof value !== 'string') return 'wrongType'
      return isOption(field.options, value) ? null : 'noOption'
    case 'choices':
      if (!Array.isArray(value) || new Set(value).size !== value.length) return 'wrongType'
      return value.every((each) => isOption(field.options, each)) ? null : 'noOption'
    case 'number':
      return typeof value === 'number' ? numberMisfit(field, value) : 'wrongType'
    case 'text':
      if (typeof value !== 'string' || value === '') return 'wrongType'
      return value.length > field.most ? 'tooLong' : null
    case 'yesNo':
      return typeof value === 'boolean' ? null : 'wrongType'
    case 'date':
      if (typeof value !== 'string') return 'wrongType'
      return isDay(value) ? null : 'noDay'
  }
}

function isOption(options: readonly { readonly value: string }[], value: string): boolean {
  return options.some((option) => option.value === value)
}

function numberMisfit(
  { min = -Infinity, max = Infinity, decimals }: Extract<Field, { type: 'number' }>,
  value: number,
): Misfit | null {
  if (value < min || value > max) return 'outOfRange'
  return Number(value.toFixed(decimals)) === value ? null : 'tooManyDecimals'
}

function isDay(text: string): boolean {
  const at = new Date(`${text}T00:00:00Z`)
  return /^\d{4}-\d\d-\d\d$/.test(text) && at.toISOString().startsWith(text)
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
