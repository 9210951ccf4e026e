import { z } from 'zod'

/** Longest text that a field takes, in characters. */
export const longestText = 5000
/** Most options of a field, and so most choices in a value. */
export const mostOptions = 100

/** The reader looked, and the photograph does not show it. */
export const cannotTell = { cannotTell: true } as const

/**
 * The value of a field: a text, an option or a day (`YYYY-MM-DD`) as a string, a number in the
 * field's unit, yes or no, several options, or "cannot tell". The field's description decides which
 * of these is valid.
 */
export const FieldValue = z.union([
  z.string().max(longestText),
  z.number(),
  z.boolean(),
  z.array(z.string().max(100)).max(mostOptions).readonly(),
  z.strictObject({ cannotTell: z.literal(true) }),
])
export type FieldValue = z.infer<typeof FieldValue>

/** Readers who each state their own value gave different ones, and none is agreed. */
export const readersDiffer = { differs: true } as const

/**
 * The value of a field in lists: an agreed one, one that all readers gave, or the fact that they
 * differ.
 */
export const ListedValue = z.union([FieldValue, z.strictObject({ differs: z.literal(true) })])
export type ListedValue = z.infer<typeof ListedValue>
export type ListedValues = Readonly<Record<string, ListedValue>>

/** The values of a record by the keys of their fields; a field without a value is absent. */
export type FieldValues = Readonly<Record<string, FieldValue>>

export function isCannotTell(value: ListedValue): value is typeof cannotTell {
  return typeof value === 'object' && 'cannotTell' in value
}

export function isDiffering(value: ListedValue): value is typeof readersDiffer {
  return typeof value === 'object' && 'differs' in value
}

/** Whether a value is several choices. */
export function isSeveral(value: ListedValue): value is readonly string[] {
  return Array.isArray(value)
}

/** Whether two values are the same; null means no value, and the order of choices is irrelevant. */
export function sameValue(a: ListedValue | null, b: ListedValue | null): boolean {
  if (a === b) return true
  if (a === null || b === null) return false
  if (isSeveral(a) && isSeveral(b))
    return a.length === b.length && a.every((option) => b.includes(option))
  return (isCannotTell(a) && isCannotTell(b)) || (isDiffering(a) && isDiffering(b))
}
