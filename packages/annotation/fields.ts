/** The answer of somebody who looked, and cannot say. */
interface CannotTell {
  readonly cannotTell: true
}

/** A value of a described field, such as a grade; a field without a value is absent. */
export type FieldValue = string | number | boolean | readonly string[] | CannotTell

/** Values by the keys of their fields. */
export type FieldValues = Readonly<Record<string, FieldValue>>

/** True if both values say the same; the order of several choices has no meaning. */
export function sameFieldValue(a: FieldValue, b: FieldValue): boolean {
  if (Object.is(a, b)) return true
  if (typeof a !== 'object' || typeof b !== 'object') return false
  if ('cannotTell' in a || 'cannotTell' in b) return 'cannotTell' in a && 'cannotTell' in b
  return a.length === b.length && a.every((choice) => b.includes(choice))
}

/** The values with another one for a field; null unsets it. */
export function withField(fields: FieldValues, key: string, value: FieldValue | null): FieldValues {
  const { [key]: _, ...others } = fields
  return value === null ? others : { ...others, [key]: value }
}
