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
