import { fill, type Writing } from '../language.ts'
import type { Trend, TrendPoint } from '../trends.ts'
import { axisAround, barOf, tickTexts } from './axis.ts'
import { type Drawing, markRadius, type Point, type Shape } from './drawing.ts'

const size = { width: 360, height: 186 } as const
const plot = { left: 48, right: 345, top: 10, bottom: 160 } as const
/** Keeps the bars of two eyes on one day apart. */
const aside = { right: -markRadius, left: markRadius } as const
/** Minimum distance of labelled days, as a share of the width. */
const labelled = 0.32

/**
 * The course of one measure: days to scale, and for each eye its values with bars of uncertainty. A
 * line joins values that may be compared.
 */
export function trendChart({ name, unit, points }: Trend, writing: Writing): Drawing {
  const ends = points.flatMap(({ value, uncertainty }) => barOf(value, uncertainty, unit))
  const axis = axisAround(Math.min(...ends), Math.max(...ends))
  const days = daysOf(points)
  const y = (value: number) => plot.bottom - (plot.bottom - plot.top) * axis.at(value)
  const placeOf = (eye: TrendPoint['eye']) => (day: string, value: number) => ({
    x: days.x(day) + aside[eye],
    y: y(value),
  })
  const texts = tickTexts(axis, unit, writing)
  return {
    ...size,
    alt: fill(writing.words.charts.trend, { name, from: days.first, to: days.last }),
    shapes: [
      ...axis.ticks.flatMap((tick, i) => gridLine(y(tick), texts[i] ?? '')),
      ...days.labels,
      ...(['right', 'left'] as const).flatMap((eye) =>
        courseOf(
          points.filter((point) => point.eye === eye),
          { unit, place: placeOf(eye), writing },
        ),
      ),
    ],
  }
}

function gridLine(y: number, text: string): Shape[] {
  return [
    {
      kind: 'line',
      look: 'grid',
      points: [
        { x: plot.left, y },
        { x: plot.right, y },
      ],
    },
    { kind: 'text', at: { x: plot.left - 6, y: y + 3.5 }, text, anchor: 'end' },
  ]
}

/** Positions of days, and labels of at most three. */
function daysOf(points: readonly TrendPoint[]) {
  const all = [...new Set(points.map(({ day }) => day))].toSorted()
  const [first = '', last = ''] = [all[0], all.at(-1)]
  const [from, to] = [Date.parse(first), Date.parse(last)]
  const [left, right] = [plot.left + 2 * markRadius, plot.right - 2 * markRadius]
  const share = (day: string) => (Date.parse(day) - from) / (to - from || 1)
  const x = (day: string) => left + (right - left) * share(day)
  const between = all.find((day) => Math.min(share(day), 1 - share(day)) > labelled)
  const label = (day: string, anchor: 'start' | 'middle' | 'end'): Shape => ({
    kind: 'text',
    at: { x: x(day), y: plot.bottom + 18 },
    text: day,
    anchor,
  })
  const labels = [
    label(first, 'start'),
    ...(between === undefined ? [] : [label(between, 'middle')]),
    label(last, 'end'),
  ]
  return { first, last, x, labels }
}

function courseOf(
  points: readonly TrendPoint[],
  {
    unit,
    place,
    writing: { words },
  }: { unit: string; place: (day: string, value: number) => Point; writing: Writing },
): Shape[] {
  const lines = points.flatMap((point, i): Shape[] => {
    const before = points[i - 1]
    if (before === undefined || point.changes.length > 0) return []
    return [
      {
        kind: 'line',
        look: 'course',
        eye: point.eye,
        points: [before, point].map((each) => place(each.day, each.value)),
      },
    ]
  })
  const values = points.flatMap((point): Shape[] => {
    const { day, eye, value, uncertainty, text } = point
    const ends = barOf(value, uncertainty, unit).map((end) => place(day, end))
    const title = fill(words.charts.point, { day, eye: words.landmarks[eye], value: text })
    return [
      { kind: 'line', look: 'bar', eye, points: ends },
      { kind: 'mark', eye, at: place(day, value), title },
    ]
  })
  return [...lines, ...values]
}
