import type { Field } from '#contract/fields/field'
import { sameValue, type FieldValue } from '#contract/fields/value'

/** What readers agree on: null if none of them gave a value; absent if they differ. */
export interface Comparison {
  readonly agreed?: FieldValue | null
}

/** Fields that readers are compared in: remarks are nobody's grade, and computed values follow. */
export function isCompared({ type, computed }: Field): boolean {
  return type !== 'text' && computed === undefined
}

/**
 * Compares the values that all readers of an image gave in a field. Numbers agree up to the tolerance,
 * in their mean.
 */
export function compare(
  field: Field,
  values: readonly (FieldValue | undefined)[],
  tolerance: number,
): Comparison {
  const [first = null, ...others] = values
  if (others.every((value) => sameValue(first, value ?? null))) return { agreed: first }
  const numbers = values.filter((value) => typeof value === 'number')
  if (field.type !== 'number' || numbers.length < values.length) return {}
  const spread = Math.max(...numbers) - Math.min(...numbers)
  // Decimal fractions differ by more than their written difference.
  if (spread > tolerance * (1 + 1e-9)) return {}
  const mean = numbers.reduce((sum, each) => sum + each, 0) / numbers.length
  return { agreed: Number(mean.toFixed(field.decimals)) }
}
