import {
  DiscNumbers,
  QualityNumbers,
  RiskNumbers,
  ZoneNumbers,
  type Measure,
  type RiskOutcome,
} from '#contract/analysis-numbers'
import type { Analysis, Calibre, Calibres, Photograph, Risk } from '#fhir/description'
import { reasonIn } from '#report/measures'
import { otherEyeSeen } from '#report/other-eye'
import type { Words } from '#report/words/words'

import type { Analysis as FoundAnalysis, ResultRow } from '../analysis/queries.ts'

/** A finished analysis of the stated eye in the words of a message; undefined where the image has none. */
export function analysisOf(
  { created_at: at, results: rows }: FoundAnalysis,
  eye: Photograph['eye'],
  words: Words,
): Analysis | undefined {
  const of = (kind: string): ResultRow | undefined => rows.find((row) => row.kind === kind)
  const [first, disc, zones, risk] = [of('quality'), of('optic_disc'), of('zones'), of('risk')]
  if (first === undefined) return undefined
  const { grade, reasons, visibility } = QualityNumbers.parse(first.numbers)
  return {
    resultId: first.id,
    at: at.toISOString(),
    quality: { grade, reasons, visibility },
    otherEye:
      disc === undefined ? null : otherEyeSeen(eye ?? 'unknown', DiscNumbers.parse(disc.numbers)),
    calibres: zones === undefined ? null : calibresOf(zones, words),
    risk: risk === undefined ? { kind: 'none', reasons: [] } : riskOf(risk),
    algorithms: algorithmsOf(rows),
  }
}

function algorithmsOf(rows: readonly ResultRow[]): Analysis['algorithms'] {
  const pairs = rows.map(({ model_name: name, model_version: version }) => `${name}\n${version}`)
  return [...new Set(pairs)].toSorted().map((pair) => {
    const [name = '', version = ''] = pair.split('\n')
    return { name, version }
  })
}

/** In micrometres if the scale is stated, else in disc diameters. */
function calibresOf(zones: ResultRow, words: Words): Calibres {
  const { scale, measures } = ZoneNumbers.parse(zones.numbers)
  const calibreOf = (name: string, digits: number): Calibre | null =>
    calibreIn(measures[name], digits, words)
  const avr = calibreOf('avr', 3)
  if (scale?.kind === 'stated') {
    return {
      crae: calibreOf('crae', 1),
      crve: calibreOf('crve', 1),
      avr,
      scale: `${scale.source}, ${rounded(scale.micrometresPerPixel, 3)} µm/px`,
    }
  }
  return { crae: calibreOf('craeInDiscs', 4), crve: calibreOf('crveInDiscs', 4), avr, scale: null }
}

function calibreIn(measure: Measure | undefined, digits: number, words: Words): Calibre | null {
  if (measure === undefined) return null
  if (!('value' in measure)) return { notMeasurable: reasonIn(measure.notMeasurable, words) }
  return {
    value: rounded(measure.value, digits),
    uncertainty: rounded(measure.uncertainty, digits),
  }
}

function rounded(value: number, digits: number): number {
  return Number(value.toFixed(digits))
}

function riskOf(row: ResultRow): Risk {
  const numbers = RiskNumbers.parse(row.numbers)
  if (numbers.kind === 'no-risk-index') return { kind: 'none', reasons: numbers.reasons }
  if (numbers.kind === 'plugged-in') return pluggedIn(numbers)
  const outcomes = numbers.outcomes.flatMap(bandOf)
  return outcomes.length === 0
    ? { kind: 'none', reasons: ['almost-no-effect'] }
    : { kind: 'bands', outcomes }
}

/** A number is told only where it is the calibrated probability of a certified model. */
function pluggedIn(numbers: Extract<RiskNumbers, { kind: 'plugged-in' }>): Risk {
  const { value, unit, event, horizonYears, band, regulatory } = numbers
  const isCertified = regulatory.status !== 'none' && regulatory.number !== ''
  if (isCertified && unit === 'probability' && horizonYears === 10)
    return { kind: 'ten-year', percent: rounded(value * 100, 1), band, event }
  const basis = `${event}; ${unit}`
  return {
    kind: 'bands',
    outcomes: [{ outcome: 'cardiovascular-event', event, band, hazard: null, basis }],
  }
}

function bandOf(outcome: RiskOutcome) {
  if (outcome.kind === 'almost-no-effect') return []
  const { ratio, low, high, band, evidence } = outcome
  const name = outcome.outcome === 'stroke' ? 'stroke' : 'coronary-heart-disease'
  const interval = `${low.toFixed(2)} to ${high.toFixed(2)}`
  const basis = `Relative hazard ${ratio.toFixed(2)} (95 % interval ${interval}); ${evidence.source.citation}`
  return [{ outcome: name, event: '', band, hazard: rounded(ratio, 2), basis } as const]
}
