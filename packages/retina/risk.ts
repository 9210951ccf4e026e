import type { HazardCoefficients, Outcome, Sex } from './risk-evidence.ts'

export interface Person {
  readonly ageYears: number | null
  readonly sex: Sex | null
}

export type RiskBand = 'low' | 'moderate' | 'high'

/**
 * Limits of the relative hazard. By default a band follows from where the 95 % interval lies:
 * high where all of it is above `moderate`, moderate where all of it is above `low`.
 */
export interface RiskBands {
  readonly low: number
  readonly moderate: number
}

/** What one calibre adds to the logarithm of the relative hazard. */
export interface Contribution {
  readonly input: 'crve' | 'crae'
  readonly measuredMicrometres: number
  readonly uncertaintyMicrometres: number
  readonly referenceMicrometres: number
  /** Above 0 it raises the hazard. */
  readonly logHazard: number
}

/** The hazard of people with these calibres over that of people with the reference's. */
export interface RelativeHazard {
  readonly kind: 'relative-hazard'
  readonly outcome: Outcome
  readonly ratio: number
  /** The limits that 95 of 100 repetitions would lie between. */
  readonly low: number
  readonly high: number
  readonly band: RiskBand
  readonly contributions: readonly Contribution[]
  readonly evidence: HazardCoefficients
}

/** The papers show so little for this outcome and sex that a number would mean nothing. */
export interface AlmostNoEffect {
  readonly kind: 'almost-no-effect'
  readonly outcome: Outcome
  readonly evidence: HazardCoefficients
}

/** One entry for each outcome. */
export interface RiskIndex {
  readonly kind: 'risk-index'
  readonly person: { readonly ageYears: number; readonly sex: Sex }
  readonly outcomes: readonly (RelativeHazard | AlmostNoEffect)[]
}

/** measurements: the calibres could not be measured; age-range: no reference for that age. */
export type NoRiskReason =
  | 'age-missing'
  | 'sex-missing'
  | 'age-outside-reference'
  | 'scale-missing'
  | 'scale-assumed'
  | 'calibres-not-measurable'

export interface NoRiskIndex {
  readonly kind: 'no-risk-index'
  readonly reasons: readonly NoRiskReason[]
}
