/** A share with its 95 % interval, all from 0 to 1. */
export interface Share {
  readonly share: number
  readonly low: number
  readonly high: number
  readonly of: number
}

const z95 = 1.959964

/** A share with its interval. Source of the interval: E. B. Wilson, 1927. */
export function shareOf(count: number, of: number): Share {
  return wilson(of === 0 ? NaN : count / of, of, of)
}

/**
 * As `shareOf`, for observations that depend on each other within a group, such as the measures of
 * one eye. Uses Wilson's interval with the effective sample size: the number of independent
 * observations that would vary as much. Source: E. Korn, B. Graubard, Survey Methodology 1998.
 */
export function shareOfGroups(groups: readonly { count: number; of: number }[]): Share {
  const count = sum(groups.map((group) => group.count))
  const of = sum(groups.map((group) => group.of))
  const share = count / of
  const squares = sum(groups.map((group) => (group.count - share * group.of) ** 2))
  const variance = (groups.length / (groups.length - 1)) * (squares / of ** 2)
  const independent = (share * (1 - share)) / variance
  return wilson(share, of, Number.isFinite(independent) ? Math.min(of, independent) : of)
}

function wilson(share: number, of: number, independent: number): Share {
  if (of === 0) return { share: NaN, low: NaN, high: NaN, of }
  const scale = 1 + z95 ** 2 / independent
  const middle = (share + z95 ** 2 / (2 * independent)) / scale
  const spread = (share * (1 - share)) / independent + z95 ** 2 / (4 * independent ** 2)
  const half = (z95 * Math.sqrt(spread)) / scale
  return { share, low: Math.max(0, middle - half), high: Math.min(1, middle + half), of }
}

/**
 * The 95 % interval of a figure of several groups, such as photographs, by leaving out one after the
 * other: NaN for fewer than three. Source: J. W. Tukey, 1958 (the jackknife), with Student's t.
 */
export function jackknifed<Group>(
  groups: readonly Group[],
  figureOf: (groups: readonly Group[]) => number,
): { low: number; high: number } {
  const n = groups.length
  if (n < 3) return { low: NaN, high: NaN }
  const whole = figureOf(groups)
  const without = groups.map((_, left) => figureOf(groups.filter((_each, i) => i !== left)))
  const error = Math.sqrt(((n - 1) / n) * sumOfSquares(without))
  // The square of t is F with one degree of freedom.
  const t = Math.sqrt(quantileOfF(0.95, 1, n - 1))
  return { low: whole - t * error, high: whole + t * error }
}

const levels = 65_536

/** Scores from 0 to 1 of pixels that are something and of those that are not. */
export class ScoredPixels {
  readonly #positive = new Float64Array(levels)
  readonly #negative = new Float64Array(levels)

  add(score: number, isPositive: boolean): void {
    const level = Math.round(Math.max(0, Math.min(1, score)) * (levels - 1))
    const counts = isPositive ? this.#positive : this.#negative
    counts[level] = (counts[level] ?? 0) + 1
  }

  addAll(other: ScoredPixels): void {
    for (let level = 0; level < levels; level++) {
      this.#positive[level] = (this.#positive[level] ?? 0) + (other.#positive[level] ?? 0)
      this.#negative[level] = (this.#negative[level] ?? 0) + (other.#negative[level] ?? 0)
    }
  }

  /** The area under the receiver operating characteristic, by ranks (Mann and Whitney, 1947). */
  areaUnderCurve(): number {
    let [below, won, positives] = [0, 0, 0]
    for (let level = 0; level < levels; level++) {
      const positive = this.#positive[level] ?? 0
      const negative = this.#negative[level] ?? 0
      won += positive * (below + negative / 2)
      below += negative
      positives += positive
    }
    return won / (below * positives)
  }

  /** Dice's coefficient, sensitivity and specificity at a threshold. */
  at(threshold: number): { dice: number; sensitivity: number; specificity: number } {
    const from = Math.round(threshold * (levels - 1))
    const [hits, positives] = [sum(this.#positive.subarray(from)), sum(this.#positive)]
    const [alarms, negatives] = [sum(this.#negative.subarray(from)), sum(this.#negative)]
    return {
      dice: (2 * hits) / (hits + alarms + positives),
      sensitivity: hits / positives,
      specificity: 1 - alarms / negatives,
    }
  }
}

/** How well two ways of measuring the same things agree. */
export interface Agreement {
  readonly count: number
  /** ICC(2,1): two-way random, absolute agreement, single measurement, with its 95 % interval. */
  readonly icc: number
  readonly low: number
  readonly high: number
  /** The mean of second less first, and the 95 % limits of agreement. */
  readonly bias: number
  readonly limits: readonly [number, number]
  /** The mean of the first. */
  readonly mean: number
  /** The median of |second - first| over the first. */
  readonly medianChange: number
}

/**
 * Agreement of pairs of measurements. Sources: P. E. Shrout and J. L. Fleiss, Intraclass correlations, 1979;
 * K. O. McGraw and S. P. Wong, 1996, for the interval; J. M. Bland and D. G. Altman, 1986, for bias and
 * limits.
 */
export function agreementOf(pairs: readonly (readonly [number, number])[]): Agreement {
  const differences = pairs.map(([first, second]) => second - first)
  const bias = meanOf(differences)
  const half = z95 * Math.sqrt(sumOfSquares(differences) / (differences.length - 1))
  const changes = pairs.map(([first, second]) => Math.abs(second - first) / Math.abs(first))
  return {
    count: pairs.length,
    ...intraclassCorrelation(pairs),
    bias,
    limits: [bias - half, bias + half],
    mean: meanOf(pairs.map(([first]) => first)),
    medianChange: medianOf(changes),
  }
}

/** ICC(2,1) with its 95 % interval, of rows that hold one measurement by each rater. */
export function intraclassCorrelation(
  rows: readonly (readonly number[])[],
): Pick<Agreement, 'icc' | 'low' | 'high'> {
  const n = rows.length
  const k = rows[0]?.length ?? 0
  if (n < 3 || k < 2) return { icc: NaN, low: NaN, high: NaN }
  const columns = Array.from({ length: k }, (_, rater) => rows.map((row) => row[rater] ?? 0))
  const total = sumOfSquares(rows.flat())
  const between = k * sumOfSquares(rows.map(meanOf))
  const raters = n * sumOfSquares(columns.map(meanOf))
  const msr = between / (n - 1)
  const msc = raters / (k - 1)
  const mse = Math.max(1e-12, (total - between - raters) / ((n - 1) * (k - 1)))
  const icc = (msr - mse) / (msr + (k - 1) * mse + (k * (msc - mse)) / n)
  const a = (k * icc) / (n * (1 - icc))
  const b = 1 + (k * icc * (n - 1)) / (n * (1 - icc))
  const freedom =
    (a * msc + b * mse) ** 2 / ((a * msc) ** 2 / (k - 1) + (b * mse) ** 2 / ((n - 1) * (k - 1)))
  const below = quantileOfF(0.975, n - 1, freedom)
  const above = quantileOfF(0.975, freedom, n - 1)
  const rest = k * msc + (k * n - k - n) * mse
  return {
    icc,
    low: (n * (msr - below * mse)) / (below * rest + n * msr),
    high: (n * (above * msr - mse)) / (rest + n * above * msr),
  }
}

/** The value below which an F-distributed number lies with a probability. */
export function quantileOfF(probability: number, freedom1: number, freedom2: number): number {
  let [low, high] = [0, 1]
  // By bisection in the beta distribution, of which F is a function.
  for (let step = 0; step < 100; step++) {
    const middle = (low + high) / 2
    if (incompleteBeta(middle, freedom1 / 2, freedom2 / 2) < probability) low = middle
    else high = middle
  }
  return (freedom2 * low) / (freedom1 * (1 - low))
}

/** Regularised incomplete beta function. Source: W. H. Press et al., Numerical Recipes, 6.4. */
function incompleteBeta(x: number, a: number, b: number): number {
  if (x <= 0 || x >= 1) return x <= 0 ? 0 : 1
  const front = Math.exp(
    logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log(1 - x),
  )
  return x < (a + 1) / (a + b + 2)
    ? (front * betaFraction(x, a, b)) / a
    : 1 - (front * betaFraction(1 - x, b, a)) / b
}

function betaFraction(x: number, a: number, b: number): number {
  const tiny = 1e-300
  const nonZero = (value: number) => (Math.abs(value) < tiny ? tiny : value)
  let c = 1
  let d = 1 / nonZero(1 - ((a + b) * x) / (a + 1))
  let fraction = d
  for (let m = 1; m <= 300; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m))
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1))
    for (const term of [even, odd]) {
      d = 1 / nonZero(1 + term * d)
      c = nonZero(1 + term / c)
      fraction *= d * c
    }
    if (Math.abs(d * c - 1) < 1e-14) break
  }
  return fraction
}

const lanczos = [
  676.5203681218851, -1259.1392167224028, 771.3234287776531, -176.6150291621406, 12.507343278686905,
  -0.13857109526572012, 9.984369578019572e-6, 1.5056327351493116e-7,
]

/** For positive numbers. Source: C. Lanczos, 1964. */
function logGamma(x: number): number {
  if (x < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * x)) - logGamma(1 - x)
  const series = lanczos.reduce((value, term, i) => value + term / (x + i), 0.9999999999998099)
  const t = x + lanczos.length - 1.5
  return Math.log(2 * Math.PI) / 2 + (x - 0.5) * Math.log(t) - t + Math.log(series)
}

function sum(values: ArrayLike<number>): number {
  let all = 0
  for (let i = 0; i < values.length; i++) all += values[i] ?? 0
  return all
}

export function meanOf(values: readonly number[]): number {
  return sum(values) / values.length
}

/** Sum of squared deviations from the mean. */
function sumOfSquares(values: readonly number[]): number {
  const mean = meanOf(values)
  return sum(values.map((value) => (value - mean) ** 2))
}

/** The middle of the sorted values, or the mean of the middle two; NaN of none. */
export function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const half = sorted.length >> 1
  const upper = sorted[half] ?? NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[half - 1] ?? NaN) + upper) / 2
}
