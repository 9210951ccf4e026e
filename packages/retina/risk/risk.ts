import type { EyeMeasures, Measured } from '../eye-measures.ts'
import { isMeasured } from '../eye-measures.ts'
import { type Reference, referenceOf, type SiteReference } from './reference-values.ts'
import type { HazardCoefficients, HazardRatio, Outcome, Sex } from './evidence.ts'
import { hazardCoefficients } from './evidence.ts'

export interface Person {
  readonly ageYears: number | null
  readonly sex: Sex | null
}

type RiskBand = 'low' | 'cannot-be-told' | 'moderate' | 'high'

/**
 * A hazard is high if the whole interval lies above the upper limit, moderate if it lies above the lower one,
 * low if the estimate is at most the lower limit and the whole interval below the upper. Otherwise it is
 * indeterminate.
 */
interface RiskBands {
  readonly moderateAbove: number
  readonly highAbove: number
}

export interface RiskSettings {
  readonly bands: RiskBands
  /** The site's own references; published references apply to measures without one. */
  readonly site: readonly SiteReference[]
}

export const defaultRiskSettings: RiskSettings = {
  bands: { moderateAbove: 1, highAbove: 1.25 },
  site: [],
}

/** Contribution of one calibre to the logarithm of the relative hazard. */
interface Contribution {
  readonly input: 'crve' | 'crae'
  readonly measuredMicrometres: number
  readonly uncertaintyMicrometres: number
  readonly referenceMicrometres: number
  /** Above 0 it raises the hazard. */
  readonly logHazard: number
}

/** The hazard of people with these calibres over that of people with the reference's. */
interface RelativeHazard {
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
interface AlmostNoEffect {
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

type NoRiskReason =
  | 'age-missing'
  | 'sex-missing'
  | 'age-outside-reference'
  | 'scale-missing'
  | 'calibres-not-measurable'

export interface NoRiskIndex {
  readonly kind: 'no-risk-index'
  readonly reasons: readonly NoRiskReason[]
}

/** Two-sided 95 % of a normal distribution. */
const z95 = 1.96
/** A hazard ratio below this for 20 micrometres, whose interval holds 1, is almost no effect. */
const almostNone = 1.05

/**
 * The relative hazard of an eye's calibres (zone B) against those that people of this age and sex
 * have on average: exp(sum of coefficient x difference / 20 µm). The interval carries the
 * uncertainty of the coefficients, of the measurement, and of the references. It is no probability.
 */
export function assessRisk(
  eye: EyeMeasures,
  person: Person,
  settings: RiskSettings = defaultRiskSettings,
): RiskIndex | NoRiskIndex {
  const { ageYears, sex } = person
  const { crae, crve } = eye.measures
  const reasons = missingInputs(eye, person, settings)
  const references = referencesFor(person, settings)
  const isComplete = ageYears !== null && sex !== null && isMeasured(crae) && isMeasured(crve)
  if (reasons.length > 0 || !isComplete || references === null)
    return { kind: 'no-risk-index', reasons }
  const inputs: Inputs = {
    crae: { measured: crae, reference: references.crae },
    crve: { measured: crve, reference: references.crve },
  }
  const outcomes = hazardCoefficients
    .filter(({ sexes }) => sexes.includes(sex))
    .map((evidence) =>
      showsAlmostNothing(evidence)
        ? ({ kind: 'almost-no-effect', outcome: evidence.outcome, evidence } as const)
        : relativeHazard(evidence, inputs, settings.bands),
    )
  return { kind: 'risk-index', person: { ageYears, sex }, outcomes }
}

function missingInputs(
  { scale, measures }: EyeMeasures,
  person: Person,
  settings: RiskSettings,
): NoRiskReason[] {
  const reasons: NoRiskReason[] = []
  if (person.ageYears === null) reasons.push('age-missing')
  if (person.sex === null) reasons.push('sex-missing')
  if (person.ageYears !== null && referencesFor(person, settings) === null)
    reasons.push('age-outside-reference')
  if (scale === null) reasons.push('scale-missing')
  const areMeasurable = isMeasured(measures.craeInDiscs) && isMeasured(measures.crveInDiscs)
  if (!areMeasurable) reasons.push('calibres-not-measurable')
  return reasons
}

/** Null for a person of unknown age, or of an age that a reference does not have. */
function referencesFor(
  { ageYears, sex }: Person,
  { site }: RiskSettings,
): Record<'crae' | 'crve', Reference> | null {
  if (ageYears === null) return null
  const person = { ageYears, sex: sex ?? 'female' }
  const [crae, crve] = [referenceOf('crae', person, site), referenceOf('crve', person, site)]
  return crae === undefined || crve === undefined ? null : { crae, crve }
}

interface Input {
  readonly measured: Measured
  readonly reference: Reference
}

interface Inputs {
  readonly crae: Input
  readonly crve: Input
}

function showsAlmostNothing({ widerVenules, narrowerArterioles }: HazardCoefficients): boolean {
  return [widerVenules, narrowerArterioles].every(
    ({ ratio, low, high }) => ratio < almostNone && low <= 1 && high >= 1,
  )
}

function relativeHazard(
  evidence: HazardCoefficients,
  { crae, crve }: Inputs,
  bands: RiskBands,
): RelativeHazard {
  const per = evidence.perMicrometres
  const venules = effectOf(evidence.widerVenules)
  const arterioles = effectOf(evidence.narrowerArterioles)
  const wider = (crve.measured.value - crve.reference.mean) / per
  const narrower = (crae.reference.mean - crae.measured.value) / per
  const logRatio = venules.log * wider + arterioles.log * narrower
  const error = Math.hypot(
    venules.standardError * wider,
    arterioles.standardError * narrower,
    (venules.log * crve.measured.uncertainty) / per,
    (arterioles.log * crae.measured.uncertainty) / per,
    (venules.log * crve.reference.meanError) / per,
    (arterioles.log * crae.reference.meanError) / per,
  )
  const ratio = Math.exp(logRatio)
  const [low, high] = [Math.exp(logRatio - z95 * error), Math.exp(logRatio + z95 * error)]
  return {
    kind: 'relative-hazard',
    outcome: evidence.outcome,
    ratio,
    low,
    high,
    band: bandOf({ ratio, low, high }, bands),
    contributions: [
      contribution('crve', crve, venules.log * wider),
      contribution('crae', crae, arterioles.log * narrower),
    ],
    evidence,
  }
}

function bandOf({ ratio, low, high }: HazardRatio, bands: RiskBands): RiskBand {
  if (low > bands.highAbove) return 'high'
  if (low > bands.moderateAbove) return 'moderate'
  return ratio <= bands.moderateAbove && high < bands.highAbove ? 'low' : 'cannot-be-told'
}

/** The logarithm of a hazard ratio and its standard error from the 95 % interval. */
function effectOf({ ratio, low, high }: HazardRatio): { log: number; standardError: number } {
  return { log: Math.log(ratio), standardError: Math.log(high / low) / (2 * z95) }
}

function contribution(
  input: Contribution['input'],
  { measured, reference }: Input,
  logHazard: number,
): Contribution {
  return {
    input,
    measuredMicrometres: measured.value,
    uncertaintyMicrometres: measured.uncertainty,
    referenceMicrometres: reference.mean,
    logHazard,
  }
}
