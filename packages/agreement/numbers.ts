import { fQuantile, tQuantile } from './distribution.ts'
import type { Estimate } from './estimate.ts'

/** The numbers that two readers gave for one subject. */
export type NumberPair = readonly [first: number, second: number]

/**
 * ICC(2,1), the intraclass correlation of absolute agreement of single readers drawn at random, with
 * its 95 % interval (Shrout and Fleiss, Psychological Bulletin 1979;86:420-8).
 * @param rows for each subject the number of each reader; every row has as many.
 * @returns null for fewer than two subjects or readers, and if no number differs from another.
 */
export function intraclassCorrelation(rows: readonly (readonly number[])[]): Estimate | null {
  const n = rows.length
  const k = rows[0]?.length ?? 0
  if (n < 2 || k < 2) return null
  const { subjects, judges, error } = meanSquares(rows)
  const denominator = subjects + (k - 1) * error + (k * (judges - error)) / n
  if (denominator <= 0) return null
  const value = (subjects - error) / denominator
  const shared = n * (1 + (k - 1) * value) - k * value
  // Without error its ratio is infinite, and the degrees of freedom tend to k - 1.
  const ratio = judges / error
  const freedom =
    error === 0
      ? k - 1
      : ((k - 1) * (n - 1) * (k * value * ratio + shared) ** 2) /
        ((n - 1) * (k * value * ratio) ** 2 + shared ** 2)
  const others = k * judges + (k * n - k - n) * error
  const upper = fQuantile(0.975, n - 1, freedom)
  const lower = fQuantile(0.975, freedom, n - 1)
  return {
    value,
    low: (n * (subjects - upper * error)) / (upper * others + n * subjects),
    high: (n * (lower * subjects - error)) / (others + n * lower * subjects),
  }
}

/** Mean squares of a two-way analysis of variance without repetition. */
function meanSquares(rows: readonly (readonly number[])[]) {
  const n = rows.length
  const k = rows[0]?.length ?? 0
  const mean = meanOf(rows.flat())
  const ofSubjects = rows.map(meanOf)
  const ofJudges = Array.from({ length: k }, (_, j) => meanOf(rows.map((row) => row[j] ?? 0)))
  const total = squares(rows.flat(), mean)
  const between = k * squares(ofSubjects, mean)
  const judges = n * squares(ofJudges, mean)
  return {
    subjects: between / (n - 1),
    judges: judges / (k - 1),
    // Rounding may leave a negative number.
    error: Math.max(0, total - between - judges) / ((n - 1) * (k - 1)),
  }
}

export interface LimitsOfAgreement {
  /** Mean of first minus second, in their unit. */
  readonly bias: Estimate
  /** Between these lie about 95 % of the differences. */
  readonly lower: Estimate
  readonly upper: Estimate
}

/**
 * Limits of agreement of two readers: mean difference ± 1.96 SD, with 95 % intervals (Bland and
 * Altman, Lancet 1986;327:307-10).
 * @returns null for fewer than two pairs.
 */
export function limitsOfAgreement(pairs: readonly NumberPair[]): LimitsOfAgreement | null {
  const n = pairs.length
  if (n < 2) return null
  const differences = pairs.map(([first, second]) => first - second)
  const mean = meanOf(differences)
  const sd = Math.sqrt(squares(differences, mean) / (n - 1))
  const t = tQuantile(n - 1)
  const about = (value: number, error: number): Estimate => ({
    value,
    low: value - t * error,
    high: value + t * error,
  })
  const errorOfLimit = sd * Math.sqrt(3 / n)
  return {
    bias: about(mean, sd / Math.sqrt(n)),
    lower: about(mean - 1.96 * sd, errorOfLimit),
    upper: about(mean + 1.96 * sd, errorOfLimit),
  }
}

function meanOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length
}

function squares(numbers: readonly number[], about: number): number {
  return numbers.reduce((sum, number) => sum + (number - about) ** 2, 0)
}
