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
