import { intervalChart } from '#report/charts/interval-chart'
import type { Writing } from '#report/language'
import type { RiskText } from '#report/risk'

import { draw } from './draw.ts'
import { type Column, ink, write, writeLine } from './sheet.ts'

/** Share of the column. */
const barWidth = 0.8

/** The risk, with each outcome's interval drawn against the average. */
export function riskBlock(column: Column, { outcomes, lines }: RiskText, writing: Writing): void {
  if (outcomes.length === 0) return
  column.y += 2
  for (const line of lines) write(column, line, { size: 6.8, colour: ink.quiet })
  for (const outcome of outcomes) {
    if (outcome.interval !== null) {
      writeLine(column, `${outcome.name}: ${outcome.bandName}`, { strong: true })
      column.y += 11
      const place = { ...column, width: barWidth * column.width }
      draw(place, intervalChart(outcome.interval, writing))
      column.y = place.y + 2
    }
    for (const [name, value] of outcome.parts)
      write(column, `${name} ${value}`, { size: 6.8, gap: 0.5 })
    column.y += 2
  }
}
