import type { RiskBand, RiskNumbers, RiskOutcome } from '#contract/analysis-numbers'

import { decimal, fill, percent, wholeNumber, type Reader, type Writing } from './language.ts'
import type { Words } from './words/words.ts'

export type Fact = readonly [name: string, value: string]

/** A relative hazard with its 95 % interval. */
export interface Hazard {
  readonly ratio: number
  readonly low: number
  readonly high: number
}

/** Text on the risk of one outcome. */
export interface OutcomeText {
  readonly name: string
  readonly band: RiskBand | null
  /** The band in words; empty if there is none. */
  readonly bandName: string
  readonly text: string
  /** To be drawn against 1. */
  readonly interval: Hazard | null
  /** Its inputs. */
  readonly parts: readonly Fact[]
  /** The published coefficients that it is computed with. */
  readonly coefficients: readonly Fact[]
  /** The population and the paper; empty for a hospital's own model. */
  readonly evidence: string
}

export interface RiskText {
  readonly lines: readonly string[]
  readonly outcomes: readonly OutcomeText[]
  /** Whether the risk is that of a model that the hospital has plugged in. */
  readonly isPluggedIn: boolean
}

type Reason = keyof Words['risk']['reasons']
type Outcome = 'stroke' | 'coronary-heart-disease'

/** The risk with its interval and its parts, or the reason for its absence. */
export function describeRisk(numbers: RiskNumbers, writing: Writing): RiskText {
  const { risk: words } = writing.words
  switch (numbers.kind) {
    case 'no-risk-index': {
      const reasons = numbers.reasons.map((reason) => words.reasons[reason as Reason])
      const lines = [[`${words.none}.`, ...reasons].join(' '), words.measurementsStand]
      return { lines, outcomes: [], isPluggedIn: false }
    }
    case 'plugged-in':
      return { lines: [words.plugged], outcomes: [pluggedIn(numbers, writing)], isPluggedIn: true }
    case 'risk-index': {
      const { sex, ageYears: age } = numbers.person
      const lines = [fill(words.person, { sex: words[sex], age })]
      const outcomes = numbers.outcomes.map((outcome) => outcomeText(outcome, writing))
      return { lines, outcomes, isPluggedIn: false }
    }
  }
}

function outcomeText(outcome: RiskOutcome, writing: Writing): OutcomeText {
  const { risk: words } = writing.words
  const { evidence } = outcome
  const name = words[outcome.outcome as Outcome]
  const counts = fill(words.evidence, {
    participants: wholeNumber(evidence.participants, writing),
    events: wholeNumber(evidence.events, writing),
  })
  const proof = {
    coefficients: coefficientsOf(evidence, writing),
    evidence: `${counts} ${evidence.source.citation}`,
  }
  if (outcome.kind === 'almost-no-effect') {
    const text = words.almostNoEffect
    return { name, band: null, bandName: '', text, interval: null, parts: [], ...proof }
  }
  const { band, ratio, low, high } = outcome
  return {
    name,
    band,
    bandName: words[band],
    text: fill(words.ratio, hazardIn({ ratio, low, high }, writing)),
    interval: { ratio, low, high },
    parts: outcome.contributions.map((part): Fact => [
      fill(words[part.input], {
        measured: decimal(part.measuredMicrometres, 0, writing),
        uncertainty: decimal(part.uncertaintyMicrometres, 0, writing),
        reference: decimal(part.referenceMicrometres, 0, writing),
      }),
      fill(words.factor, { factor: decimal(Math.exp(part.logHazard), 2, writing) }),
    ]),
    ...proof,
  }
}

function hazardIn({ ratio, low, high }: Hazard, writing: Writing): Record<string, string> {
  return {
    ratio: decimal(ratio, 2, writing),
    low: decimal(low, 2, writing),
    high: decimal(high, 2, writing),
  }
}

function coefficientsOf(evidence: RiskOutcome['evidence'], writing: Writing): Fact[] {
  const { report: words } = writing.words
  const micrometres = evidence.perMicrometres
  const fact = (name: string, hazard: Hazard): Fact => [
    fill(name, { micrometres }),
    fill(words.interval, hazardIn(hazard, writing)),
  ]
  return [
    fact(words.perVenules, evidence.widerVenules),
    fact(words.perArterioles, evidence.narrowerArterioles),
  ]
}

type PluggedIn = Extract<RiskNumbers, { kind: 'plugged-in' }>

/** The output of the operator's model, with its unit. */
export function pluggedValue(
  { value, unit }: Pick<PluggedIn, 'value' | 'unit'>,
  reader: Reader,
): string {
  return unit === 'probability' ? percent(value, reader) : `${decimal(value, 2, reader)} ${unit}`
}

function pluggedIn(numbers: PluggedIn, writing: Writing): OutcomeText {
  const { risk: words, models } = writing.words
  const { event, horizonYears, band, regulatory } = numbers
  const horizon = horizonYears === null ? '' : ` ${fill(words.horizon, { years: horizonYears })}`
  return {
    name: `${event}${horizon}`,
    band,
    bandName: words[band],
    text: pluggedValue(numbers, writing),
    interval: null,
    parts: [
      [
        words.registered,
        regulatory.status === 'none'
          ? models.noRegulatory
          : `${regulatory.status} ${regulatory.number}`,
      ],
      [words.intendedUse, numbers.intendedUse],
      [words.limits, numbers.limits],
    ],
    coefficients: [],
    evidence: '',
  }
}
