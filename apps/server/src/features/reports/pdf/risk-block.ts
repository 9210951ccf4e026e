import type { OutcomeText, RiskText } from '#report/risk'

import { type Column, ink, write, writeLine } from './sheet.ts'

/** The risk, with each outcome's interval drawn against the average. */
export function riskBlock(column: Column, { outcomes, lines }: RiskText): void {
  if (outcomes.length === 0) return
  column.y += 2
  for (const line of lines) write(column, line, { size: 6.8, colour: ink.quiet })
  for (const outcome of outcomes) {
    if (outcome.interval !== null) intervalBar(column, outcome, outcome.interval)
    for (const [name, value] of outcome.parts)
      write(column, `${name} ${value}`, { size: 6.8, gap: 0.5 })
    column.y += 2
  }
}

/** Ends of the bar: half and twice the average hazard. */
const ends = { least: 0.5, most: 2 } as const

function intervalBar(
  column: Column,
  { name, bandName }: OutcomeText,
  { ratio, low, high }: NonNullable<OutcomeText['interval']>,
): void {
  const { doc, x, width, isTrial } = column
  writeLine(column, `${name}: ${bandName}`, { strong: true })
  column.y += 10
  const y = column.y + 4
  const place = (hazard: number) => {
    const kept = Math.min(ends.most, Math.max(ends.least, hazard))
    return x + 8 + ((width - 16) * Math.log(kept / ends.least)) / Math.log(ends.most / ends.least)
  }
  if (!isTrial) {
    doc.lineWidth(0.6).strokeColor(ink.quiet)
    doc.moveTo(place(ends.least), y).lineTo(place(ends.most), y).stroke()
    doc
      .moveTo(place(1), y - 5)
      .lineTo(place(1), y + 5)
      .stroke()
    doc.lineWidth(3).strokeColor(ink.mark).moveTo(place(low), y).lineTo(place(high), y).stroke()
    doc.circle(place(ratio), y, 3).fill(ink.mark)
  }
  for (const value of [ends.least, 1, ends.most]) {
    const mark = { ...column, x: place(value) - 12, width: 24, y: y + 5 }
    writeLine(mark, String(value), { size: 6, align: 'center', colour: ink.quiet })
  }
  column.y = y + 14
}
