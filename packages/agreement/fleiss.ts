import { tQuantile } from './distribution.ts'
import type { Estimate } from './estimate.ts'
import { scaleWeight, type Scale } from './weights.ts'

/**
 * Fleiss' kappa of any number of readers, from -1 to 1 (1: the same; 0: as by chance), with its 95 %
 * interval. Subjects may have different numbers of readers; those with one reader count towards
 * chance alone. Weights of ordered choices and variance: K. L. Gwet, Handbook of Inter-Rater
 * Reliability, 4th ed. 2014, chapters 3 and 5; unweighted, for equal numbers of readers: J. L. Fleiss,
 * Psychological Bulletin 1971;76:378-82.
 * @param counts for each subject, how many readers chose each choice.
 * @returns null for fewer than two subjects with several readers, and if all chose the same.
 */
export function fleissKappa(counts: readonly (readonly number[])[], scale: Scale): Estimate | null {
  const rows = counts
    .map((row) => ({ row, readers: sum(row) }))
    .filter(({ readers }) => readers > 0)
  const subjects = rows.length
  const shared = rows.filter(({ readers }) => readers > 1).length
  if (shared < 2) return null
  const choices = rows[0]?.row.length ?? 0
  const weight = scaleWeight(scale, choices)
  const shares = Array.from(
    { length: choices },
    (_, k) => sum(rows.map(({ row, readers }) => (row[k] ?? 0) / readers)) / subjects,
  )
  const meanWeights = shares.map((_, k) => sum(shares.map((share, l) => share * weight(k, l))))
  const expected = sum(shares.map((share, k) => share * (meanWeights[k] ?? 0)))
  const beyondChance = 1 - expected
  if (beyondChance < 1e-12) return null
  const observedOf = rows.map(({ row, readers }) => {
    if (readers < 2) return 0
    const agreeing = row.map((count, k) => {
      const weighted = sum(row.map((other, l) => other * weight(k, l)))
      return count * (weighted - 1)
    })
    return sum(agreeing) / (readers * (readers - 1))
  })
  const value = (sum(observedOf) / shared - expected) / beyondChance
  const deviations = rows.map(({ row, readers }, i) => {
    const beyond = readers < 2 ? 0 : (observedOf[i] ?? 0) - expected
    const own = (beyond * (subjects / shared)) / beyondChance
    const chance = sum(row.map((count, k) => (count / readers) * (meanWeights[k] ?? 0)))
    return own - (2 * (1 - value) * (chance - expected)) / beyondChance - value
  })
  const variance = sum(deviations.map((each) => each * each)) / (subjects * (subjects - 1))
  const halfWidth = tQuantile(subjects - 1) * Math.sqrt(variance)
  return { value, low: Math.max(-1, value - halfWidth), high: Math.min(1, value + halfWidth) }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
