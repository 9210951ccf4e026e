import type { Estimate } from './estimate.ts'
import { scaleWeight, type Scale } from './weights.ts'

/** 97.5 % quantile of the standard normal distribution. */
const normal = 1.959963984540054

/**
 * Cohen's kappa of two readers, from -1 to 1 (1: the same; 0: as by chance), with its 95 % interval
 * of large samples (Fleiss, Cohen and Everitt, Psychological Bulletin 1969;72:323-7).
 * @param table how often the first reader chose row i and the second column j.
 * @returns null for fewer than two cases, and if both always chose the same one.
 */
export function kappa(table: readonly (readonly number[])[], scale: Scale): Estimate | null {
  const cases = sum(table.flat())
  if (cases < 2) return null
  const rows = table.map((row) => sum(row) / cases)
  const columns = table.map((_, j) => sum(table.map((row) => row[j] ?? 0)) / cases)
  const weight = scaleWeight(scale, table.length)
  const cells = table.flatMap((row, i) =>
    row.map((count, j) => ({ i, j, share: count / cases, weight: weight(i, j) })),
  )
  const observed = sum(cells.map((cell) => cell.share * cell.weight))
  const meanOfRow = rows.map((_, i) => sum(columns.map((share, j) => share * weight(i, j))))
  const meanOfColumn = columns.map((_, j) => sum(rows.map((share, i) => share * weight(i, j))))
  const expected = sum(rows.map((share, i) => share * (meanOfRow[i] ?? 0)))
  const beyondChance = 1 - expected
  if (beyondChance < 1e-12) return null
  const value = (observed - expected) / beyondChance
  const spread = cells.map(({ i, j, share, weight: own }) => {
    const means = (meanOfRow[i] ?? 0) + (meanOfColumn[j] ?? 0)
    return share * (own - means * (1 - value)) ** 2
  })
  const variance = (sum(spread) - (value - expected * (1 - value)) ** 2) / cases
  const halfWidth = (normal * Math.sqrt(Math.max(0, variance))) / beyondChance
  return { value, low: Math.max(-1, value - halfWidth), high: Math.min(1, value + halfWidth) }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
