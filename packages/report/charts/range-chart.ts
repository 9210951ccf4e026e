import { fill, type Writing } from '../language.ts'
import { type Measured, rangeText, valueText } from '../measures.ts'
import { type Axis, axisAround, barOf, tickTexts } from './axis.ts'
import { type Drawing, type DrawnEye, markRadius, type Shape } from './drawing.ts'

/** The value of one eye. */
export interface Lane {
  readonly eye: DrawnEye
  readonly eyeName: string
  readonly measured: Measured
  /** The reference range if it applies to this eye. */
  readonly range: { readonly low: number; readonly high: number } | null
}

const width = 220
const laneHeight = 13
/** Ends of the scale; its labels are beside them. */
const ends = { left: 44, right: 176 } as const

/**
 * A measure of each eye, one below the other, on one scale: its value, a bar of ± its uncertainty
 * and the reference range, if it applies. A scale without a range starts at zero.
 * @param lanes null: not measured, which leaves the place of that eye empty
 * @returns null if no eye is measured
 */
export function rangeChart(
  name: string,
  lanes: readonly (Lane | null)[],
  writing: Writing,
): Drawing | null {
  const measured = lanes.filter((lane) => lane !== null)
  const [first] = measured
  if (first === undefined) return null
  const axis = axisOf(measured)
  const texts = tickTexts(axis, first.measured.unit, writing)
  const scale = { from: texts[0] ?? '', to: texts.at(-1) ?? '' }
  const height = laneHeight * lanes.length
  const label = { y: height / 2 + 3.5, gap: 6 }
  return {
    width,
    height,
    alt: altOf(name, measured, { scale, writing }),
    shapes: [
      ...lanes.flatMap((lane, i) => (lane === null ? [] : laneOf(lane, i, axis))),
      {
        kind: 'text',
        at: { x: ends.left - label.gap, y: label.y },
        text: scale.from,
        anchor: 'end',
      },
      {
        kind: 'text',
        at: { x: ends.right + label.gap, y: label.y },
        text: scale.to,
        anchor: 'start',
      },
    ],
  }
}

function axisOf(lanes: readonly Lane[]): Axis {
  const extent = lanes.flatMap(({ measured: { value, uncertainty, unit }, range }) => [
    ...barOf(value, uncertainty, unit),
    ...(range === null ? [] : [range.low, range.high]),
  ])
  const isRanged = lanes.some(({ range }) => range !== null)
  const all = isRanged ? extent : [0, ...extent]
  return axisAround(Math.min(...all), Math.max(...all))
}

function laneOf({ eye, measured, range }: Lane, i: number, axis: Axis): Shape[] {
  const { value, uncertainty, unit } = measured
  const [least, most] = barOf(value, uncertainty, unit)
  const x = (each: number) => ends.left + (ends.right - ends.left) * axis.at(each)
  const [top, y, low] = [laneHeight * i, laneHeight * (i + 0.5), laneHeight * (i + 1)]
  const tick = (at: number): Shape => ({
    kind: 'line',
    look: 'scale',
    points: [
      { x: at, y: y - markRadius },
      { x: at, y: y + markRadius },
    ],
  })
  const across = (from: number, to: number) => [
    { x: from, y },
    { x: to, y },
  ]
  return [
    ...(range === null
      ? []
      : [
          {
            kind: 'band',
            from: { x: x(range.low), y: top },
            to: { x: x(range.high), y: low },
          } as const,
        ]),
    { kind: 'line', look: 'scale', points: across(ends.left, ends.right) },
    tick(ends.left),
    tick(ends.right),
    {
      kind: 'line',
      look: 'bar',
      eye,
      points: across(x(least), x(most)),
    },
    { kind: 'mark', eye, at: { x: x(value), y }, title: '' },
  ]
}

function altOf(
  name: string,
  lanes: readonly Lane[],
  { scale, writing }: { scale: Record<'from' | 'to', string>; writing: Writing },
): string {
  const { charts } = writing.words
  const values = lanes.map(({ eyeName, measured }) => `${eyeName} ${valueText(measured, writing)}`)
  const ranged = lanes.find(({ range }) => range !== null)
  const range =
    ranged === undefined
      ? charts.noRange
      : fill(charts.range, { range: rangeText(ranged.measured, writing) })
  return fill(charts.measure, { name, values: values.join('; '), range, ...scale })
}

/** The mark of an eye, for a legend. */
export function eyeMark(eye: DrawnEye): Drawing {
  const size = 2 * markRadius + 2
  const at = { x: size / 2, y: size / 2 }
  return { width: size, height: size, alt: '', shapes: [{ kind: 'mark', eye, at, title: '' }] }
}
