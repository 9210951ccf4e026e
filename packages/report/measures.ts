import type { Measure, ZoneNumbers } from '#contract/analysis-numbers'

import {
  decimal,
  fill,
  percentToTenths,
  type Reader,
  wholeNumber,
  type Writing,
} from './language.ts'
import type { Words } from './words/words.ts'

/** What is shown, group by group; calibres in micrometres where there is a scale. */
export const measureGroups = [
  {
    title: 'calibres',
    names: ['crae', 'crve', 'avr'],
    inDiscs: ['craeInDiscs', 'crveInDiscs', 'avr'],
  },
  {
    title: 'calibresC',
    names: ['craeZoneC', 'crveZoneC', 'avrZoneC'],
    inDiscs: ['craeZoneCInDiscs', 'crveZoneCInDiscs', 'avrZoneC'],
  },
  {
    title: 'whole',
    names: [
      'vesselDensity',
      'arteriolarDensity',
      'venularDensity',
      'fractalDimension',
      'arteriolarFractalDimension',
      'venularFractalDimension',
    ],
    inDiscs: null,
  },
  {
    title: 'landmarks',
    names: [
      'discFoveaDistance',
      'discFoveaAngle',
      'arteriolarArcadeAngle',
      'venularArcadeAngle',
      'verticalCupToDisc',
      'horizontalCupToDisc',
      'cupToDiscArea',
    ],
    inDiscs: null,
  },
  {
    title: 'shape',
    names: [
      'arteriolarTortuosity',
      'venularTortuosity',
      'arteriolarCurvature',
      'venularCurvature',
      'arteriolarSquaredCurvature',
      'venularSquaredCurvature',
      'arteriolarTortuosityDensity',
      'venularTortuosityDensity',
      'arteriolarBranchingCoefficient',
      'venularBranchingCoefficient',
      'arteriolarBranchingAngle',
      'venularBranchingAngle',
      'branchings',
      'crossings',
      'nickingCandidates',
    ],
    inDiscs: null,
  },
] as const

type MeasureLabel = Exclude<keyof Words['measures'], 'long' | 'reasons'>
type Reason = keyof Words['measures']['reasons']

/** What one eye's measure says. */
export interface MeasureCell {
  /** The value with its uncertainty and unit, or that it is not measurable. */
  readonly text: string
  /** Why it is not measurable, or where it lies; empty where there is nothing to say. */
  readonly note: string
  readonly isMeasured: boolean
  readonly isOutside: boolean
}

export interface MeasureRow {
  readonly key: string
  readonly name: string
  /** The name in full; empty where it is. */
  readonly long: string
  /** In the order of the eyes that were given; null where an eye has no such measure. */
  readonly cells: readonly (MeasureCell | null)[]
  /** The reference range; empty where there is none. */
  readonly reference: string
}

export interface MeasureGroup {
  readonly title: string
  readonly rows: readonly MeasureRow[]
}

type Zones = ZoneNumbers | null

/** The table of what was measured, with a column for each of the eyes. */
export function describeMeasures(eyes: readonly Zones[], writing: Writing): MeasureGroup[] {
  const hasScale = eyes.some((eye) => eye !== null && eye.micrometresPerPixel !== null)
  return measureGroups.map(({ title, names, inDiscs }) => ({
    title: writing.words.measures[title],
    rows: (hasScale ? names : (inDiscs ?? names))
      .filter((name) => eyes.some((eye) => isTold(eye?.measures[name])))
      .map((name) => rowOf(name, eyes, writing)),
  }))
}

/** False for the cup-to-disc ratios of an eye whose cup nobody has drawn, which are left out. */
export function isTold(measure: Measure | undefined): measure is Measure {
  if (measure === undefined) return false
  return 'value' in measure || measure.notMeasurable !== 'no-cup'
}

function rowOf(key: string, eyes: readonly Zones[], writing: Writing): MeasureRow {
  const { measures: words } = writing.words
  const cells = eyes.map((eye) => cellOf(key, eye, writing))
  const [ranged] = eyes.flatMap((eye) => {
    const measure = measuredOf(key, eye)
    return measure !== null && placeOf(measure, eye) !== null ? measure : []
  })
  return {
    key,
    name: nameOf(key, words),
    long: key in words.long ? words.long[key as keyof typeof words.long] : '',
    cells,
    reference: ranged === undefined ? '' : rangeText(ranged, writing),
  }
}

/** Those of zone C are called like those of zone B, under the heading of their zone. */
export function nameOf(key: string, words: Words['measures']): string {
  return words[key.replace('ZoneC', '') as MeasureLabel]
}

function cellOf(key: string, eye: Zones, writing: Writing): MeasureCell | null {
  const measure = eye?.measures[key]
  if (measure === undefined) return null
  const { measures: words } = writing.words
  if ('notMeasurable' in measure) {
    const note = reasonIn(measure.notMeasurable, writing.words)
    return { text: words.notMeasurable, note, isMeasured: false, isOutside: false }
  }
  const text = valueText(measure, writing)
  const place = placeOf(measure, eye)
  const told = [place === null ? '' : words[place], percentileText(measure, writing)]
  const note = told.filter((each) => each !== '').join('; ')
  return { text, note, isMeasured: true, isOutside: place === 'outside' }
}

/** Why something could not be measured. */
export function reasonIn(reason: string, { measures: { reasons } }: Words): string {
  return reasons[reason as Reason]
}

export type Measured = Extract<Measure, { value: number }>

function measuredOf(key: string, eye: Zones): Measured | null {
  const measure = eye?.measures[key]
  return measure !== undefined && 'value' in measure ? measure : null
}

/** Where a value lies against the reference range; null where it cannot be held against one. */
export function placeOf(
  { value, unit, reference }: Measured,
  eye: Zones,
): 'inside' | 'outside' | null {
  if (reference === null || (unit === 'µm' && eye?.scale?.kind !== 'stated')) return null
  return value < reference.low || value > reference.high ? 'outside' : 'inside'
}

/** The value with its uncertainty and unit. */
export function valueText(measured: Measured, reader: Reader): string {
  const { value, uncertainty } = numberTexts(measured, reader)
  return withUnit(`${value} ± ${uncertainty}`, measured.unit)
}

/** The value and its uncertainty, without a unit but for per cent. */
export function numberTexts(
  { value, uncertainty, unit }: Measured,
  reader: Reader,
): { value: string; uncertainty: string } {
  const as = { unit, digits: digitsFor(unit, value) }
  return { value: inUnit(value, as, reader), uncertainty: inUnit(uncertainty, as, reader) }
}

/** The place among people of the same age and sex; empty if it is not told. */
function percentileText({ percentile }: Measured, writing: Writing): string {
  if (percentile === undefined) return ''
  return fill(writing.words.measures.percentile, percentileParts(percentile, writing))
}

/** The percentile and its limits in whole numbers, of which none is 0 or 100. */
export function percentileParts(
  { value, low, high }: NonNullable<Measured['percentile']>,
  reader: Reader,
): { value: string; low: string; high: string } {
  const whole = (each: number): string =>
    wholeNumber(Math.min(99, Math.max(1, Math.round(each))), reader)
  return { value: whole(value), low: whole(low), high: whole(high) }
}

/** The reference range of a measure that has one, without its unit. */
export function rangeText(measured: Measured, writing: Writing): string {
  return fill(writing.words.report.range, rangeEnds(measured, writing))
}

/** The ends of the reference range of a measure that has one, without their unit. */
export function rangeEnds(
  { value, unit, reference }: Measured,
  reader: Reader,
): { low: string; high: string } {
  const digits = digitsFor(unit, value)
  const { low, high } = reference ?? { low: 0, high: 0 }
  return {
    low: inUnit(low, { unit, digits }, reader),
    high: inUnit(high, { unit, digits }, reader),
  }
}

function digitsFor(unit: string, value: number): number {
  if (unit === 'count') return 0
  if (unit === 'µm' || unit === 'degrees') return 1
  return Math.abs(value) < 0.1 ? 4 : 3
}

function inUnit(value: number, as: { unit: string; digits: number }, reader: Reader): string {
  return as.unit === 'share' ? percentToTenths(value, reader) : decimal(value, as.digits, reader)
}

function withUnit(text: string, unit: string): string {
  if (unit === 'degrees') return `${text}°`
  return ['µm', 'DD', '1/DD', '1/DD²'].includes(unit) ? `${text} ${unit}` : text
}

/** Keys of the sources of a measure's reference range and percentile. */
export function sourceKeys({ reference, percentile }: Measured): string[] {
  return [...(reference === null ? [] : [reference.source]), ...(percentile?.sources ?? [])]
}

/** The papers that the shown reference ranges and percentiles are from. */
export function referencePapers(eyes: readonly Zones[]): string[] {
  const papers = eyes.flatMap((eye) =>
    Object.values(eye?.measures ?? {}).flatMap((measure) =>
      'value' in measure && (placeOf(measure, eye) !== null || measure.percentile !== undefined)
        ? sourceKeys(measure).flatMap((key) => eye?.sources[key]?.citation ?? [])
        : [],
    ),
  )
  return [...new Set(papers)]
}
