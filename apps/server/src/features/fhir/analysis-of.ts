import {
  DiscNumbers,
  QualityNumbers,
  RiskNumbers,
  ZoneNumbers,
  type Measure,
  type RiskOutcome,
} from '#contract/analysis-numbers'
import type { Analysis, Calibres, Photograph, Risk } from '#fhir/description'
import { otherEyeSeen } from '#report/other-eye'

import type { ResultRow } from '../analysis/queries.ts'

/** A finished analysis of the stated eye in the words of a message; undefined where the image has none. */
export function analysisOf(
  rows: readonly ResultRow[],
  eye: Photograph['eye'],
): Analysis | undefined {
  const of = (kind: string): ResultRow | undefined => rows.find((row) => row.kind === kind)
  const [first, disc, zones, risk] = [of('quality'), of('optic_disc'), of('zones'), of('risk')]
  if (first === undefined) return undefined
  const { grade, reasons, visibility } = QualityNumbers.parse(first.numbers)
  const newest = Math.max(...rows.map(({ created_at: at }) => at.getTime()))
  return {
    resultId: first.id,
    at: new Date(newest).toISOString(),
    quality: { grade, reasons, visibility },
    otherEye:
      disc === undefined ? null : otherEyeSeen(eye ?? 'unknown', DiscNumbers.parse(disc.numbers)),
    calibres: zones === undefined ? null : calibresOf(zones, disc),
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

/** In micrometres where the scale is stated, else in pixels by way of the disc. */
function calibresOf(zones: ResultRow, discRow: ResultRow | undefined): Calibres | null {
  const { scale, measures } = ZoneNumbers.parse(zones.numbers)
  const avr = amountOf(measures['avr'], { factor: 1, digits: 3 })
  if (scale?.kind === 'stated') {
    const metric = { factor: 1, digits: 1 }
    return {
      crae: amountOf(measures['crae'], metric),
      crve: amountOf(measures['crve'], metric),
      avr,
      scale: `${scale.source}, ${rounded(scale.micrometresPerPixel, 3)} µm/px`,
    }
  }
  const { disc } = discRow === undefined ? { disc: null } : DiscNumbers.parse(discRow.numbers)
  const inPixels = { factor: disc?.diameterPx ?? 0, digits: 2 }
  return {
    crae: disc === null ? null : amountOf(measures['craeInDiscs'], inPixels),
    crve: disc === null ? null : amountOf(measures['crveInDiscs'], inPixels),
    avr,
    scale: null,
  }
}

function amountOf(
  measure: Measure | undefined,
  { factor, digits }: { factor: number; digits: number },
) {
  if (measure === undefined || !('value' in measure)) return null
  return {
    value: rounded(measure.value * factor, digits),
    uncertainty: rounded(measure.uncertainty * factor, digits),
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
