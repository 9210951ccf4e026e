/** An estimate with its 95 % interval. */
export interface Estimate {
  readonly value: number
  readonly low: number
  readonly high: number
}
