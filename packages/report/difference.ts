export type Verdict = 'larger' | 'within' | 'notComparable'

/** The newest value of a measure of an eye, beside the one of the visit before. */
export interface Difference {
  readonly key: string
  readonly measure: string
  readonly eye: string
  /** Days with values. */
  readonly before: string
  readonly now: string
  /** With its sign. */
  readonly change: string
  /** The largest change that the uncertainties of both values explain. */
  readonly explained: string
  readonly verdict: Verdict
  readonly verdictText: string
}

/** The quantile of the normal distribution for 95 %. */
export const normal95 = 1.96

/**
 * The largest difference of two measurements of one thing that their standard deviations explain, with
 * 95 % confidence: the repeatability coefficient of Bland and Altman (1986) for standard deviations that
 * differ.
 */
export function explainedBy(a: Uncertain, b: Uncertain): number {
  return normal95 * Math.hypot(a.uncertainty, b.uncertainty)
}

interface Uncertain {
  /** One standard deviation. */
  readonly uncertainty: number
}

/** A difference with its sign, by the text of its size. */
export function signed(difference: number, sizeText: (size: number) => string): string {
  return `${difference < 0 ? '−' : '+'}${sizeText(Math.abs(difference))}`
}
