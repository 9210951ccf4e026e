import {
  DiscNumbers,
  QualityNumbers,
  MeasuredNumbers,
  RiskNumbers,
  type RiskOutcome,
} from '#contract/analysis-numbers'
import type { LocalCode } from '#contract/results/description'
import { describedInFhir, measureDescription } from '#contract/results/kinds'
import type {
  Analysis,
  Measured,
  MeasuredAmount,
  MeasuredComponent,
  Photograph,
  Risk,
} from '#fhir/description'
import { ucumOf } from '#report/coded-measures'
import type { Writing } from '#report/language'
import { keyOf, reasonIn, type Measured as Value, type MeasuredEye } from '#report/measures'
import { otherEyeSeen } from '#report/other-eye'

import type { Analysis as FoundAnalysis, ResultRow } from '../analysis/queries.ts'

/** A finished analysis of the stated eye in FHIR terms; undefined if the image has none. */
export function analysisOf(
  { created_at: at, results: rows }: FoundAnalysis,
  eye: Photograph['eye'],
  writing: Writing,
): Analysis | undefined {
  const of = (kind: string): ResultRow | undefined => rows.find((row) => row.kind === kind)
  const [first, disc, risk] = [of('quality'), of('optic_disc'), of('risk')]
  if (first === undefined) return undefined
  const { grade, reasons, visibility } = QualityNumbers.parse(first.numbers)
  return {
    resultId: first.id,
    at: at.toISOString(),
    quality: { grade, reasons, visibility },
    otherEye:
      disc === undefined ? null : otherEyeSeen(eye ?? 'unknown', DiscNumbers.parse(disc.numbers)),
    measured: measuredOf(rows, writing),
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

/** Measurements in micrometres if the scale is stated, else in disc diameters. */
function measuredOf(rows: readonly ResultRow[], writing: Writing): Measured[] {
  return describedInFhir.flatMap(({ id, fhir }) => {
    const row = rows.find(({ kind }) => kind === id)
    if (row === undefined) return []
    const eye = MeasuredNumbers.parse(row.numbers)
    const { scale } = eye
    const isScaled = scale?.kind === 'stated'
    const { key, text, method, measures } = fhir
    return [
      {
        key,
        code: codeOf(fhir),
        text: text[writing.language],
        method: method[writing.language],
        scale: isScaled ? `${scale.source}, ${rounded(scale.micrometresPerPixel, 3)} µm/px` : null,
        components: measures.flatMap((each) => componentOf(each, eye, { isScaled, writing })),
      },
    ]
  })
}

type Told = (typeof describedInFhir)[number]['fhir']['measures'][number]

function componentOf(
  told: Told,
  eye: MeasuredEye,
  { isScaled, writing }: { isScaled: boolean; writing: Writing },
): MeasuredComponent[] {
  const described = measureDescription(told.code)
  const measure = described && eye.measures[keyOf(described, isScaled)]
  if (described === undefined || measure === undefined) return []
  const { digits, digitsInDiscs = digits } = told
  const isMeasured = 'value' in measure
  return [
    {
      code: codeOf(told),
      label: described.name.en,
      unit: isMeasured ? ucumOf(measure.unit) : '1',
      amount: isMeasured
        ? amountOf(measure, isScaled ? digits : digitsInDiscs)
        : { notMeasurable: reasonIn(measure.notMeasurable, writing.words) },
    },
  ]
}

function amountOf(
  { value, uncertainty }: Pick<Value, 'value' | 'uncertainty'>,
  digits: number,
): MeasuredAmount {
  return { value: rounded(value, digits), uncertainty: rounded(uncertainty, digits) }
}

function codeOf({ code, display, definition }: LocalCode): LocalCode {
  return { code, display, definition }
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

/** A number is included only if it is the calibrated probability of a certified model. */
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
