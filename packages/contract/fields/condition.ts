import { z } from 'zod'

import { type FieldValues, isCannotTell, isSeveral, FieldValue } from './value.ts'

/** Names a field within its dataset, in answers, files and columns. */
export const FieldKey = z.string().regex(/^[a-z][a-z0-9_]{0,39}$/)

const deepest = 4

/** Condition on the values of a record under which a rule applies. */
export type Condition =
  /** One of these options or values; several choices match if any of them is here. */
  | { readonly field: string; readonly in: readonly FieldValue[] }
  /** A number within limits, both included. */
  | { readonly field: string; readonly from?: number | undefined; readonly to?: number | undefined }
  | { readonly all: readonly Condition[] }
  | { readonly any: readonly Condition[] }
  | { readonly not: Condition }

const onField: z.ZodType<Condition> = z.union([
  z.strictObject({ field: FieldKey, in: z.array(FieldValue).min(1).max(100) }),
  z
    .strictObject({ field: FieldKey, from: z.number().optional(), to: z.number().optional() })
    .refine(({ from, to }) => from !== undefined || to !== undefined),
])

function conditionOf(inner: z.ZodType<Condition>): z.ZodType<Condition> {
  return z.union([
    onField,
    z.strictObject({ all: z.array(inner).min(1).max(50) }),
    z.strictObject({ any: z.array(inner).min(1).max(50) }),
    z.strictObject({ not: inner }),
  ])
}

const nested: z.ZodType<Condition>[] = [onField]
for (let depth = 1; depth <= deepest; depth += 1)
  nested.push(conditionOf(nested[depth - 1] ?? onField))

export const Condition: z.ZodType<Condition> = nested[deepest] ?? onField

/** The conditions within conditions, from the innermost, which cannot be nested, outwards. */
export const innerConditions: readonly z.ZodType<Condition>[] = nested.slice(0, deepest)

/** Whether the values meet the condition; a field without a value meets none but `not`. */
export function holds(condition: Condition, values: FieldValues): boolean {
  if ('all' in condition) return condition.all.every((each) => holds(each, values))
  if ('any' in condition) return condition.any.some((each) => holds(each, values))
  if ('not' in condition) return !holds(condition.not, values)
  const value = values[condition.field]
  if (value === undefined) return false
  if ('in' in condition) return condition.in.some((wanted) => isOrContains(value, wanted))
  const { from = -Infinity, to = Infinity } = condition
  return typeof value === 'number' && value >= from && value <= to
}

function isOrContains(value: FieldValue, wanted: FieldValue): boolean {
  if (isSeveral(value)) return typeof wanted === 'string' && value.includes(wanted)
  if (typeof value === 'object') return typeof wanted === 'object' && isCannotTell(wanted)
  return value === wanted
}

/** The keys of the fields that a condition looks at. */
export function fieldsIn(condition: Condition): string[] {
  if ('all' in condition) return condition.all.flatMap(fieldsIn)
  if ('any' in condition) return condition.any.flatMap(fieldsIn)
  if ('not' in condition) return fieldsIn(condition.not)
  return [condition.field]
}
