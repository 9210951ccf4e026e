import type { EyeReport } from '#contract/reports'
import type { MeasureDescription } from '#contract/results/description'
import { measuresWithCourse } from '#contract/results/kinds'

import { fill, type Writing } from './language.ts'
import { type Measured, measuredEye, valueText } from './measures.ts'
import { type Circumstance, circumstancesOf, type Circumstances } from './circumstances.ts'
import type { Difference } from './difference.ts'
import { changesAtSamePlaces } from './same-places.ts'
import { isUsable, type Visit } from './visits.ts'

export interface TrendPoint {
  readonly day: string
  readonly eye: 'right' | 'left'
  readonly value: number
  readonly uncertainty: number
  readonly text: string
  /** Differences from the eye's previous point, because of which the two may not be compared. */
  readonly changes: readonly Circumstance[]
}

/** The course of one measure, in one unit. */
export interface Trend {
  readonly key: string
  readonly name: string
  /** The name with the unit, if the axis needs it. */
  readonly title: string
  readonly unit: string
  /** From the oldest to the newest. */
  readonly points: readonly TrendPoint[]
}

/** The values of an eye on a day. */
export interface TrendRow {
  readonly day: string
  readonly eye: string
  /** A text for each trend; empty if the eye has no such value on that day. */
  readonly values: readonly string[]
}

export interface Trends {
  readonly trends: readonly Trend[]
  /** The values of all trends, the newest day first. */
  readonly rows: readonly TrendRow[]
  /** The interruptions of the lines: the days and eyes with a change of method or scale. */
  readonly changes: readonly string[]
  /** Changes of calibres since the first visit, measured at its places. */
  readonly samePlaces: readonly Difference[]
}

/** The courses of measures with at least two days, without rejected or outdated results. */
export function trendsOf(visits: readonly Visit[], writing: Writing): Trends {
  const trends = measuresWithCourse.flatMap((measure) => trendOf(measure, visits, writing) ?? [])
  return {
    trends,
    rows: rowsOf(trends, writing),
    changes: changesOf(trends, writing),
    samePlaces: changesAtSamePlaces(visits, writing),
  }
}

function trendOf(
  described: MeasureDescription,
  visits: readonly Visit[],
  writing: Writing,
): Trend | null {
  const found = visits
    .flatMap(({ day, right, left }) => [right, left].map((report) => ({ day, report })))
    .flatMap(({ day, report }) => valueIn(report, day, described) ?? [])
    .toSorted((a, b) => a.day.localeCompare(b.day))
  const unit = found.at(-1)?.measured.unit
  const comparable = found.filter(({ measured }) => measured.unit === unit)
  if (unit === undefined || new Set(comparable.map(({ day }) => day)).size < 2) return null
  const points = comparable.map((each, i): TrendPoint => {
    const before = comparable.slice(0, i).findLast(({ eye }) => eye === each.eye)
    const { value, uncertainty } = each.measured
    return {
      day: each.day,
      eye: each.eye,
      value,
      uncertainty,
      text: valueText(each.measured, writing),
      changes: before === undefined ? [] : differences(before, each),
    }
  })
  const name = described.name[writing.language]
  const title = unit === 'µm' ? `${name} (µm)` : name
  return { key: described.key, name, title, unit, points }
}

interface Value {
  readonly day: string
  readonly eye: 'right' | 'left'
  readonly measured: Measured
  readonly circumstances: Circumstances
}

/** Micrometres can be compared with earlier ones only if the scale is stated. */
function valueIn(
  report: EyeReport | null,
  day: string | null,
  { key, inDiscs }: MeasureDescription,
): Value | null {
  if (report === null || day === null || report.eye === 'unknown') return null
  const { eye, analysis } = report
  const numbers = analysis && measuredEye(analysis.numbers)
  if (analysis === null || numbers === null || !isUsable(report)) return null
  if (inDiscs !== undefined && numbers.scale?.kind !== 'stated') return null
  const measured = numbers.measures[key]
  if (measured === undefined || !('value' in measured)) return null
  return { day, eye, measured, circumstances: circumstancesOf(report, analysis, numbers.scale) }
}

/** A scale matters to lengths alone. */
function differences(before: Value, { measured, circumstances }: Value): Circumstance[] {
  const all = Object.keys(circumstances) as Circumstance[]
  return all.filter(
    (each) =>
      before.circumstances[each] !== circumstances[each] &&
      (each !== 'scale' || measured.unit === 'µm'),
  )
}

function rowsOf(trends: readonly Trend[], { words }: Writing): TrendRow[] {
  const days = [...new Set(trends.flatMap(({ points }) => points.map(({ day }) => day)))]
  return days
    .toSorted((a, b) => b.localeCompare(a))
    .flatMap((day) =>
      (['right', 'left'] as const).flatMap((eye) => {
        const values = trends.map(
          ({ points }) => points.find((each) => each.day === day && each.eye === eye)?.text ?? '',
        )
        const isEmpty = values.every((value) => value === '')
        return isEmpty ? [] : [{ day, eye: words.landmarks[eye], values }]
      }),
    )
}

function changesOf(trends: readonly Trend[], { words, language }: Writing): string[] {
  const changed = trends
    .flatMap(({ points }) => points.filter(({ changes }) => changes.length > 0))
    .toSorted((a, b) => a.day.localeCompare(b.day))
  const groups = Map.groupBy(changed, ({ day, eye }) =>
    fill(words.charts.since, { day, eye: words.landmarks[eye] }),
  )
  const list = new Intl.ListFormat(language, { type: 'conjunction' })
  return [...groups].map(([since, points]) => {
    const all = new Set(points.flatMap(({ changes }) => changes))
    const what = list.format([...all].map((each) => words.charts.changes[each]))
    return fill(since, { what })
  })
}
