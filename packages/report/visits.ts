import type { EyeReport } from '#contract/reports'
import type { MeasureDescription } from '#contract/results/description'
import { measuresWithCourse } from '#contract/results/kinds'

import { type Measured, measuredEye, valueText } from './measures.ts'
import type { Writing } from './language.ts'

/** A day on which a patient was photographed; the photograph of each eye that is shown for it. */
export interface Visit {
  /** Null if the images do not state it: such a visit has one image. */
  readonly day: string | null
  readonly right: EyeReport | null
  readonly left: EyeReport | null
  /** All others: of an eye that is not known, and further ones of the same eye. */
  readonly others: readonly EyeReport[]
}

/** The visits of a patient in the order of their images; of each eye the first that was measured. */
export function visitsOf(reports: readonly EyeReport[]): Visit[] {
  const byDay = Map.groupBy(reports, ({ day, image }) => day ?? `image ${image.id}`)
  return [...byDay.values()].map((ofDay) => {
    const [right, left] = [bestOf(ofDay, 'right'), bestOf(ofDay, 'left')]
    const others = ofDay.filter((report) => report !== right && report !== left)
    return { day: ofDay[0]?.day ?? null, right, left, others }
  })
}

function bestOf(reports: readonly EyeReport[], eye: 'right' | 'left'): EyeReport | null {
  const ofEye = reports.filter((report) => report.eye === eye)
  return ofEye.find(isUsable) ?? ofEye[0] ?? null
}

/** Changes that make a measurement incomparable; other networks do not. */
const outdating = ['image', 'patient', 'correction'] as const

/** Measured on the current state of the image, and not rejected by a clinician. */
function isUsable({ analysis, review }: EyeReport): boolean {
  if (analysis === null || measuredEye(analysis.numbers) === null) return false
  const isOutdated = outdating.some((reason) => analysis.stale.includes(reason))
  return !isOutdated && review?.decision !== 'rejected'
}

export interface TrendPoint {
  readonly day: string
  readonly eye: 'right' | 'left'
  readonly value: number
  readonly uncertainty: number
  readonly text: string
}

/** The course of one measurement. */
export interface Trend {
  readonly key: string
  readonly name: string
  readonly unit: string
  /** From the oldest to the newest. */
  readonly points: readonly TrendPoint[]
}

/** The courses of measurements with at least two days, without rejected or outdated ones. */
export function trendsOf(visits: readonly Visit[], writing: Writing): Trend[] {
  return measuresWithCourse.flatMap((described) => {
    const found = visits
      .flatMap((visit) => (['right', 'left'] as const).map((eye) => ({ visit, eye })))
      .flatMap(({ visit, eye }) => {
        const { day, [eye]: report } = visit
        const measure = report === null ? null : measuredIn(report, described)
        return day === null || measure === null ? [] : [{ day, eye, measure }]
      })
    const [first] = found
    if (first === undefined || new Set(found.map(({ day }) => day)).size < 2) return []
    const points = found.map(({ day, eye, measure }) => {
      const { value, uncertainty } = measure
      return { day, eye, value, uncertainty, text: valueText(measure, writing) }
    })
    return [
      {
        key: described.key,
        name: described.name[writing.language],
        unit: first.measure.unit,
        points: points.toSorted((a, b) => a.day.localeCompare(b.day)),
      },
    ]
  })
}

/** Micrometres can be held against earlier ones only by a stated scale. */
function measuredIn(report: EyeReport, { key, inDiscs }: MeasureDescription): Measured | null {
  const eye = report.analysis && measuredEye(report.analysis.numbers)
  if (eye === null || !isUsable(report)) return null
  if (inDiscs !== undefined && eye.scale?.kind !== 'stated') return null
  const measure = eye.measures[key]
  return measure !== undefined && 'value' in measure ? measure : null
}

interface Tick {
  readonly value: number
  readonly text: string
}

/** How a course is drawn in a square of one by one, whose lower left corner is the origin. */
export interface Plot {
  /** Round values, the same apart, from the lower to the upper edge. */
  readonly ticks: readonly Tick[]
  /** The days that have a label: at most three. */
  readonly days: readonly string[]
  x(day: string): number
  y(value: number): number
}

/** The least that labels stand apart. */
const labelled = 0.32

export function plotOf(points: readonly TrendPoint[]): Plot {
  const times = points.map(({ day }) => Date.parse(day))
  const [from, to] = [Math.min(...times), Math.max(...times)]
  const least = Math.min(...points.map(({ value, uncertainty }) => value - uncertainty))
  const most = Math.max(...points.map(({ value, uncertainty }) => value + uncertainty))
  const ticks = ticksAround(least, most)
  const [low, high] = [ticks[0]?.value ?? least, ticks.at(-1)?.value ?? most]
  const x = (day: string): number => (Date.parse(day) - from) / (to - from || 1)
  const all = [...new Set(points.map(({ day }) => day))]
  const [first = '', last = ''] = [all[0], all.at(-1)]
  const between = all.find((day) => Math.min(x(day), 1 - x(day)) > labelled)
  const days = between === undefined ? [first, last] : [first, between, last]
  return { ticks, days, x, y: (value) => (value - low) / (high - low) }
}

/** Two to five ticks, by steps of 1, 2 or 5 times a power of ten. */
function ticksAround(least: number, most: number): Tick[] {
  const rough = (most - least || Math.abs(most) || 1) / 3
  const power = Math.floor(Math.log10(rough))
  const step = ([1, 2, 5].find((each) => each * 10 ** power >= rough) ?? 10) * 10 ** power
  const digits = Math.max(0, -Math.floor(Math.log10(step)))
  const first = Math.floor(least / step)
  const count = Math.max(1, Math.ceil(most / step) - first)
  return Array.from({ length: count + 1 }, (_, i) => {
    const value = (first + i) * step
    return { value, text: value.toFixed(digits) }
  })
}
