import type { EyeReport } from '#contract/reports'
import { describeMeasures, measuredEye, type MeasureGroup, type MeasureRow } from '#report/measures'
import type { Writing } from '#report/language'

import { type Column, ink, sideBySide, type Style, write } from './sheet.ts'

const usual: Style = { size: 6.8, gap: 0.9 }
const quiet: Style = { size: 6.4, colour: ink.quiet, gap: 0.5 }
/** Share of the table's width. */
const shares = { name: 0.34, value: 0.26, reference: 0.2 } as const

/** The measurements of the eyes, each group on its own side of the page. */
export function measureTable(column: Column, eyes: readonly EyeReport[], writing: Writing): void {
  const measured = eyes.map(({ analysis }) => analysis && measuredEye(analysis.numbers))
  const groups = describeMeasures(measured, writing)
  const names = eyes.map(({ eye }) =>
    eye === 'unknown' ? writing.words.report.eyeUnknown : writing.words.landmarks[eye],
  )
  const part = (side: MeasureGroup['paper']) => (place: Column) => {
    const shown = groups.filter(({ paper }) => paper === side)
    const isRanged = shown.some(({ rows }) => rows.some(({ reference }) => reference !== ''))
    const table = { column: place, isRanged }
    cells(table, ['', ...names, writing.words.report.reference], () => quiet)
    for (const each of shown) group(table, each)
  }
  sideBySide(column, [0.5, 0.5], [part('left'), part('right')])
}

interface Table {
  readonly column: Column
  /** Whether there is a column for reference ranges. */
  readonly isRanged: boolean
}

function group(table: Table, { title, rows }: MeasureGroup): void {
  write(table.column, title, { ...usual, strong: true, gap: 0.5 })
  for (const each of rows) row(table, each)
  table.column.y += 3
}

function row(table: Table, { name, cells: eyes, reference }: MeasureRow): void {
  const texts = eyes.map((cell) => cell?.text ?? '–')
  const isOutside = (i: number) => eyes[i - 1]?.isOutside === true
  cells(table, [name, ...texts, reference], (i) => ({
    ...usual,
    strong: isOutside(i),
    colour: i === 0 || i > texts.length ? ink.quiet : ink.text,
  }))
  const notes = eyes.map((cell) => (cell === null || cell.isMeasured ? '' : cell.note))
  if (notes.some((note) => note !== ''))
    cells(table, ['', ...notes, ''], () => ({ ...quiet, size: 5.8 }))
}

/** A line of a table: the name, a value for each eye, the reference range. Long texts wrap. */
function cells(
  { column, isRanged }: Table,
  texts: readonly string[],
  styleOf: (i: number) => Style,
): void {
  const values = texts.length - 2
  const reference = isRanged ? shares.reference : 0
  const value = Math.min(shares.value, (1 - shares.name - reference) / values)
  const name = 1 - reference - values * value
  let { x } = column
  const ends = texts.map((text, i) => {
    const width = (i === 0 ? name : i > values ? reference : value) * column.width
    const place = { ...column, x, width: width - 3 }
    if (width > 0 && text !== '') write(place, text, styleOf(i))
    x += width
    return place.y
  })
  column.y = Math.max(...ends)
}
