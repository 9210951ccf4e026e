import { regulatoryFacts, type Regulatory } from '#contract/info'
import { describeEye, rightFirst } from '#report/eye'
import type { Writing } from '#report/language'
import { describeMeasures, referencePapers } from '#report/measure-table'
import type { Fact } from '#report/risk'

import type { ReportRequest } from './report-request.ts'
import { bottom, box, type Column, heading, ink, list, newPage, type Pdf, write } from './sheet.ts'

/** The basis of the results: versions, evidence, reviews, and the device's regulatory status. */
export function detailPages(
  doc: Pdf,
  { request, writing }: { request: ReportRequest; writing: Writing },
): void {
  const { words } = writing
  const { name, version, regulatory } = request.product
  const column = newPage(doc)
  write(column, words.report.details, { size: 14, strong: true, gap: 6 })
  const texts = request.eyes.map(({ report }) => ({
    eye: words.landmarks[report.eye],
    text: describeEye(report, writing, `${name} ${version}`),
  }))
  for (const { eye, text } of texts) {
    heading(withRoom(column), `${words.report.made}: ${eye}`)
    for (const fact of text.made) factLine(column, fact)
    column.y += 4
  }
  const reports = request.eyes.map(({ report }) => report)
  const { groups, unmeasured } = describeMeasures(reports.toSorted(rightFirst), writing)
  if (groups.length === 0 && unmeasured.length > 0) {
    heading(withRoom(column), words.report.measures)
    list(column, unmeasured, { size: 7 })
    column.y += 4
  }
  const outcomes = texts.flatMap(({ text }) => text.risk?.outcomes ?? [])
  const evidence = [...new Map(outcomes.map((outcome) => [outcome.name, outcome])).values()]
  const papers = referencePapers(reports)
  if (evidence.length + papers.length > 0) heading(withRoom(column), words.report.evidence)
  for (const each of evidence) {
    write(withRoom(column), each.name, { strong: true, gap: 0.5 })
    for (const fact of each.coefficients) factLine(column, fact)
    if (each.evidence !== '') write(withRoom(column), each.evidence, { size: 7 })
  }
  if (papers.length > 0) write(withRoom(column), words.measures.sources)
  list(column, papers, { size: 7 })
  column.y += 4
  for (const { eye, text } of texts) {
    if (text.reviews.length === 0) continue
    heading(withRoom(column), `${words.report.reviews}: ${eye}`)
    list(withRoom(column), text.reviews)
  }
  device(column, regulatory, writing)
}

/** Starts another page when this one is full. */
function withRoom(column: Column): Column {
  if (column.y > bottom - 40) column.y = newPage(column.doc).y
  return column
}

function factLine(column: Column, [name, value]: Fact): void {
  withRoom(column)
  write({ ...column, width: 150 }, name, { colour: ink.quiet })
  const beside = { ...column, x: column.x + 156, width: column.width - 156 }
  write(beside, value)
  column.y = beside.y
}

function device(column: Column, regulatory: Regulatory, { words, language }: Writing): void {
  const { regulatory: names } = words
  column.y += 4
  heading(withRoom(column), names.regulatoryTitle)
  if (!regulatory.configured) {
    box(column, [[names.notConfigured, { strong: true, colour: ink.warning }]], ink.warningWell)
    return
  }
  write(column, names.isDevice)
  for (const fact of regulatoryFacts)
    factLine(column, [names[fact], regulatory[fact]?.[language] ?? names.notConfiguredValue])
  if (regulatory.instructions_url !== null)
    factLine(column, [names.instructions, regulatory.instructions_url])
}
