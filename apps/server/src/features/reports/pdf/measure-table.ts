import type { EyeReport } from '#contract/reports'
import { eyeMark } from '#report/charts/range-chart'
import { describePatient, rightFirst } from '#report/eye'
import type { Writing } from '#report/language'
import { describeMeasures, type MeasureRow, type MeasureTable } from '#report/measure-table'

import { draw } from './draw.ts'
import type { ReportRequest } from './report-request.ts'
import {
  type Column,
  ink,
  newPage,
  paintWhole,
  type Pdf,
  rule,
  type Style,
  write,
} from './sheet.ts'

const usual: Style = { size: 7, gap: 0.5 }
const quiet: Style = { size: 6.4, colour: ink.quiet, gap: 0.5 }

/** The measurements of all eyes, with a graphic each; no page if there are none. */
export function measurePages(
  doc: Pdf,
  { request, writing }: { request: ReportRequest; writing: Writing },
): void {
  const reports = request.eyes.map(({ report }) => report).toSorted(rightFirst)
  const table = describeMeasures(reports, writing)
  if (table.groups.length === 0) return
  const { report: words } = writing.words
  const column = newPage(doc)
  write(column, words.measures, { size: 14, strong: true, gap: 3 })
  const facts = [
    ...describePatient(request.patient, writing),
    [words.facts.day, dayOf(reports, words.noName)],
  ]
  write(column, facts.map((fact) => fact.join(': ')).join('  ·  '), { gap: 3 })
  for (const line of table.legend) write(column, line, quiet)
  column.y += 4
  heads(column, table, writing)
  for (const { title, rows } of table.groups)
    for (const [i, each] of rows.entries())
      paintWhole(column, (place) => {
        if (i === 0) write(place, title, { ...usual, strong: true })
        row(place, table, each)
      })
  column.y += 4
  for (const line of table.unmeasured) write(column, line, quiet)
}

function dayOf([first]: readonly EyeReport[], unknown: string): string {
  return first?.day ?? unknown
}

/** The names of the eyes with their marks, and of the other columns. */
function heads(column: Column, table: MeasureTable, { words }: Writing): void {
  cells(column, table, {
    name: () => {},
    values: table.columns.map(({ report: { eye }, name, state }) => (place) => {
      draw({ ...place, width: 7 }, eyeMark(eye))
      const beside = { ...place, x: place.x + 9, width: place.width - 9 }
      write(beside, name, { ...usual, strong: true })
      write(beside, state, quiet)
      place.y = beside.y
    }),
    graphic: (place) => write(place, words.charts.graphic, quiet),
    reference: (place) => write(place, words.report.reference, quiet),
  })
  rule(column)
}

function row(
  column: Column,
  table: MeasureTable,
  { name, cells: eyes, chart, reference }: MeasureRow,
): void {
  cells(column, table, {
    name: (place) => write(place, name, usual),
    values: eyes.map((cell) => (place) => {
      if (cell === null) return write(place, '–', usual)
      write(place, cell.text, { ...usual, strong: cell.isOutside })
      if (cell.note !== '') write(place, cell.note, { ...quiet, size: 5.8 })
    }),
    graphic: (place) => {
      if (chart !== null) draw(place, chart)
    },
    reference: (place) => write(place, reference, usual),
  })
}

type Paint = (place: Column) => void

/** Shares of the width: a value is as wide for one eye as for two. */
const shares = { value: 0.18, graphic: 0.28, reference: 0.12 } as const

/** A row of the table: the name, a value for each eye, the graphic and the reference range. */
function cells(
  column: Column,
  { columns, hasRanges }: MeasureTable,
  {
    name,
    values,
    graphic,
    reference,
  }: Record<'name' | 'graphic' | 'reference', Paint> & { readonly values: readonly Paint[] },
): void {
  const ofReference = hasRanges ? shares.reference : 0
  const ofName = 1 - columns.length * shares.value - shares.graphic - ofReference
  const parts = [
    [ofName, name],
    ...values.map((value) => [shares.value, value] as const),
    [shares.graphic, graphic],
    ...(hasRanges ? [[ofReference, reference] as const] : []),
  ] as const
  let { x } = column
  const ends = parts.map(([share, paint]) => {
    const place = { ...column, x, width: share * column.width - 4 }
    paint(place)
    x += share * column.width
    return place.y
  })
  column.y = Math.max(...ends) + 1
}
