import { MeasuredNumbers, type Measure } from '#contract/analysis-numbers'
import type { MeasureDescription } from '#contract/results/description'
import { measureDescription, measuringKinds } from '#contract/results/kinds'

import {
  decimal,
  fill,
  percentToTenths,
  type Reader,
  wholeNumber,
  type Writing,
} from './language.ts'
import type { Words } from './words/words.ts'

type Reason = keyof Words['measures']['reasons']

/** All measurements of an eye, of all kinds of results. */
export type MeasuredEye = MeasuredNumbers

type Eye = MeasuredEye | null

/**
 * All measurements of an eye; null if there are none.
 * @param numbers of results, by their kinds
 */
export function measuredEye(numbers: Readonly<Record<string, unknown>>): Eye {
  const found = measuringKinds.flatMap(
    ({ id }) => MeasuredNumbers.safeParse(numbers[id]).data ?? [],
  )
  const [first, ...others] = found
  if (first === undefined) return null
  return others.reduce(
    (eye, each) => ({
      scale: eye.scale ?? each.scale,
      micrometresPerPixel: eye.micrometresPerPixel ?? each.micrometresPerPixel,
      measures: { ...eye.measures, ...each.measures },
      regions: [...eye.regions, ...each.regions],
      sources: { ...eye.sources, ...each.sources },
    }),
    first,
  )
}

/** The key of a measure among the numbers of an eye. */
export function keyOf({ key, inDiscs }: MeasureDescription, hasScale: boolean): string {
  return hasScale ? key : (inDiscs ?? key)
}

/** False for the cup-to-disc ratios of an eye whose cup nobody has drawn, which are left out. */
export function isTold(measure: Measure | undefined): measure is Measure {
  if (measure === undefined) return false
  return 'value' in measure || measure.notMeasurable !== 'no-cup'
}

/** Name of a measure under the heading of its group. */
export function measureName(key: string, { language }: Reader): string {
  return measureDescription(key)?.name[language] ?? key
}

/** Why something could not be measured. */
export function reasonIn(reason: string, { measures: { reasons } }: Words): string {
  return reasons[reason as Reason]
}

export type Measured = Extract<Measure, { value: number }>

/** Position of a value relative to the reference range; null if they cannot be compared. */
export function placeOf(
  { value, unit, reference }: Measured,
  eye: Eye,
): 'inside' | 'outside' | null {
  if (reference === null || (unit === 'µm' && eye?.scale?.kind !== 'stated')) return null
  return value < reference.low || value > reference.high ? 'outside' : 'inside'
}

/** The value with its uncertainty and unit. */
export function valueText(measured: Measured, reader: Reader): string {
  const { value, uncertainty } = numberTexts(measured, reader)
  return withUnit(`${value} ± ${uncertainty}`, measured.unit)
}

/** The value and its uncertainty, without a unit except per cent. */
export function numberTexts(
  { value, uncertainty, unit }: Pick<Measured, 'value' | 'uncertainty' | 'unit'>,
  reader: Reader,
): { value: string; uncertainty: string } {
  const as = { unit, digits: digitsFor(unit, value) }
  return { value: inUnit(value, as, reader), uncertainty: inUnit(uncertainty, as, reader) }
}

/** The percentile and its limits in whole numbers from 1 to 99. */
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
