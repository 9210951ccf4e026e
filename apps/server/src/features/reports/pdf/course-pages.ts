import { mostReported, type EyeReport, type PatientReport, type Printed } from '#contract/reports'
import { differencesOf, summaryOf } from '#report/differences'
import { describeDoubt, describeEye, describePatient, eyeName, statementOfAll } from '#report/eye'
import { fill, type Writing } from '#report/language'
import { trendChart } from '#report/charts/trend-chart'
import { trendsOf, type Trends } from '#report/trends'
import { visitsOf, type Visit } from '#report/visits'

import { draw } from './draw.ts'
import type { ReportRequest } from './report-request.ts'
import {
  box,
  type Column,
  heading,
  ink,
  list,
  newPage,
  paintWhole,
  type Pdf,
  sideBySide,
  type Style,
  write,
  writeLine,
} from './sheet.ts'

const perLine = 2
const quiet: Style = { size: 6.8, colour: ink.quiet, gap: 1 }

interface Wanted {
  readonly request: ReportRequest
  readonly course: Printed<PatientReport>
  readonly writing: Writing
}

/** The pages of a patient's course: measurements over time, then the visits, the newest first. */
export function coursePages(doc: Pdf, { request, course, writing }: Wanted): void {
  const software = `${request.product.name} ${request.product.version}`
  const { report: words } = writing.words
  const visits = visitsOf(course.reports)
  const column = newPage(doc)
  write(column, words.course.title, { size: 14, strong: true, gap: 4 })
  for (const fact of describePatient(course.patient, writing))
    write(column, fact.join(': '), { size: 9, strong: true, gap: 1 })
  column.y += 3
  const statement = statementOfAll(course.reports, writing)
  box(column, [[statement, { size: 8.4, strong: true }]], ink.well)
  const doubt = describeDoubt(course.patient, writing)
  if (course.patient.id.trim() === '') write(column, words.course.noId)
  if (doubt !== '') box(column, [[doubt, { colour: ink.warning }]], ink.warningWell)
  trendsSection(column, trendsOf(visits, writing), writing)
  const start = (place: Column) => {
    heading(place, words.course.visits)
    if (course.images > course.reports.length)
      write(place, fill(words.course.truncated, { shown: mostReported, total: course.images }))
  }
  for (const [i, visit] of visits.entries())
    paintWhole(column, (place) => {
      if (i === 0) start(place)
      oneVisit(place, visit, { writing, software })
    })
}

function trendsSection(column: Column, found: Trends, writing: Writing): void {
  const { trends, rows, changes } = found
  const { charts, report } = writing.words
  const { course } = report
  heading(column, course.trends)
  if (trends.length === 0) {
    write(column, course.noTrends, { gap: 6 })
    return
  }
  for (const line of [course.right, course.left, course.bars, course.leftOut])
    write(column, line, quiet)
  if (changes.length > 0) {
    write(column, charts.changed)
    list(column, changes)
  }
  const differences = differencesOf(found, writing)
  if (differences.length > 0) {
    write(column, summaryOf(differences, writing), { strong: true })
    write(column, charts.differences.hint, quiet)
  }
  column.y += 4
  for (let i = 0; i < trends.length; i += perLine)
    paintWhole(column, (place) =>
      beside(
        place,
        trends.slice(i, i + perLine).map((trend) => (part) => {
          write(part, trend.title, { strong: true })
          draw(part, trendChart(trend, writing))
        }),
      ),
    )
  const names = [charts.day, report.facts.eye, ...trends.map(({ name }) => name)]
  paintWhole(column, (place) => valueRow(place, names, quiet))
  for (const { day, eye, values } of rows)
    paintWhole(column, (place) => valueRow(place, [day, eye, ...values], { gap: 1 }))
  column.y += 6
}

function valueRow(column: Column, texts: readonly string[], style: Style): void {
  sideBySide(
    column,
    texts.map(() => 1 / texts.length),
    texts.map((text) => (part) => write(part, text === '' ? '–' : text, style)),
  )
}

/** Parts of equal width, as many as a line has room for. */
function beside(column: Column, parts: readonly ((part: Column) => void)[]): void {
  sideBySide(
    column,
    Array.from({ length: perLine }, () => 1 / perLine),
    parts,
  )
}

interface Told {
  readonly writing: Writing
  readonly software: string
}

function oneVisit(column: Column, { day, right, left, others }: Visit, told: Told): void {
  write(column, day ?? told.writing.words.report.course.dayUnknown, {
    size: 8.6,
    strong: true,
    gap: 2,
  })
  const shown = [right, left, ...others].filter((each) => each !== null)
  for (let i = 0; i < shown.length; i += perLine)
    beside(
      column,
      shown.slice(i, i + perLine).map((report) => (part) => oneEye(part, report, told)),
    )
  column.y += 4
}

/** Findings of a photograph, and their reliability. */
function oneEye(part: Column, report: EyeReport, { writing, software }: Told): void {
  const { stateName, stateDetail, found, warnings, made } = describeEye(report, writing, software)
  const name = eyeName(report, writing)
  write(part, `${name}: ${stateName}`, { strong: true, colour: ink.mark, gap: 1 })
  write(part, stateDetail, { size: 6.8, gap: 1 })
  writeLine(part, report.image.file_name, { size: 6.4, colour: ink.quiet })
  part.y += 10
  for (const warning of warnings) box(part, [[warning, { colour: ink.warning }]], ink.warningWell)
  list(part, found, { size: 7 })
  if (made.length === 0) return
  const line = made.map((fact) => fact.join(': ')).join('  ·  ')
  write(part, line, { size: 6, colour: ink.quiet })
}
