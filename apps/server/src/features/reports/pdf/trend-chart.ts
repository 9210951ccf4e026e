import { plotOf, type Plot, type Trend, type TrendPoint } from '#report/visits'

import { type Column, ink, type Pdf, write, writeLine } from './sheet.ts'

/** In points. */
const plotHeight = 96
export const trendHeight = plotHeight + 46
const labels = 34
const dot = 2.4

/** The course of one measurement: a mark and a line for each eye, with bars of uncertainty. */
export function trendChart(column: Column, { name, unit, points }: Trend): void {
  write(column, unit === 'µm' ? `${name} (µm)` : name, { strong: true, gap: 8 })
  if (!column.isTrial) paint(column, points)
  column.y += plotHeight + 18
}

/** Position of a data point on the page. */
interface Place {
  readonly doc: Pdf
  readonly x: (day: string) => number
  readonly y: (value: number) => number
}

function paint(column: Column, points: readonly TrendPoint[]): void {
  const { doc } = column
  const plot = plotOf(points)
  const left = column.x + labels
  const width = column.width - labels - 2 * dot
  const place: Place = {
    doc,
    x: (day) => left + dot + width * plot.x(day),
    y: (value) => column.y + plotHeight * (1 - plot.y(value)),
  }
  grid(column, plot, place)
  for (const eye of ['right', 'left'] as const)
    course(
      place,
      eye,
      points.filter((point) => point.eye === eye),
    )
}

function grid(column: Column, { ticks, days }: Plot, { doc, x, y }: Place): void {
  const style = { size: 6, colour: ink.quiet }
  for (const { value, text } of ticks) {
    doc
      .moveTo(column.x + labels, y(value))
      .lineTo(column.x + column.width, y(value))
      .lineWidth(0.4)
      .stroke(ink.line)
    const label = { ...column, y: y(value) - 4, width: labels - 4 }
    writeLine(label, text, { ...style, align: 'right' })
  }
  for (const [i, day] of days.entries()) {
    const width = 44
    const shift = i === 0 ? 0 : i === days.length - 1 ? width : width / 2
    const align = i === 0 ? 'left' : i === days.length - 1 ? 'right' : 'center'
    const label = { ...column, x: x(day) - shift, y: column.y + plotHeight + 4, width }
    writeLine(label, day, { ...style, align })
  }
}

function course({ doc, x, y }: Place, eye: TrendPoint['eye'], points: readonly TrendPoint[]): void {
  doc.lineWidth(0.9).strokeColor(ink.mark).fillColor(ink.mark)
  if (eye === 'left') doc.dash(3, { space: 2 })
  for (const [i, { day, value }] of points.entries())
    if (i === 0) doc.moveTo(x(day), y(value))
    else doc.lineTo(x(day), y(value))
  if (points.length > 1) doc.stroke()
  doc.undash()
  for (const { day, value, uncertainty } of points) {
    doc
      .moveTo(x(day), y(value - uncertainty))
      .lineTo(x(day), y(value + uncertainty))
      .lineWidth(0.5)
      .stroke()
    if (eye === 'right') doc.circle(x(day), y(value), dot).fill()
    else {
      doc
        .rect(x(day) - dot, y(value) - dot, 2 * dot, 2 * dot)
        .lineWidth(0.9)
        .fillAndStroke('#ffffff', ink.mark)
      doc.fillColor(ink.mark)
    }
  }
}
