/** The middle value, null of none. */
export function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle]
  if (upper === undefined) return null
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

/** The standard deviation of a sample; 0 of fewer than two values. */
export function deviation(values: readonly number[]): number {
  if (values.length < 2) return 0
  const middle = mean(values)
  const squares = values.reduce((sum, value) => sum + (value - middle) ** 2, 0)
  return Math.sqrt(squares / (values.length - 1))
}

/** A mean in which some values count more, and its standard error. */
export function weightedMean(
  values: readonly { readonly value: number; readonly weight: number }[],
): { value: number; standardError: number } {
  const total = values.reduce((sum, { weight }) => sum + weight, 0)
  const value = values.reduce((sum, item) => sum + item.weight * item.value, 0) / total
  const squares = values.reduce((sum, item) => sum + (item.weight * (item.value - value)) ** 2, 0)
  return { value, standardError: Math.sqrt(squares) / total }
}

/**
 * The share of a standard normal distribution below z, within 1e-7. Source: M. Abramowitz, I. A.
 * Stegun, Handbook of Mathematical Functions, 7.1.26.
 */
export function normalShareBelow(z: number): number {
  const x = Math.abs(z) / Math.SQRT2
  const t = 1 / (1 + 0.3275911 * x)
  const coefficients = [1.061405429, -1.453152027, 1.421413741, -0.284496736, 0.254829592]
  const polynomial = coefficients.reduce((sum, coefficient) => (sum + coefficient) * t, 0)
  const tail = (polynomial * Math.exp(-x * x)) / 2
  return z < 0 ? tail : 1 - tail
}
