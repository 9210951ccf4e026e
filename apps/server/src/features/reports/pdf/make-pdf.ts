import { buffer } from 'node:stream/consumers'

import { describePatient } from '#report/eye'
import { fill, moment, writingIn, type Writing } from '#report/language'

import { coursePages } from './course-pages.ts'
import { detailPages } from './details.ts'
import { eyePage } from './eye-page.ts'
import type { ReportRequest } from './report-request.ts'
import { ink, openPdf, paper, type Pdf, fullWidth, writeLine } from './sheet.ts'

/**
 * The bytes of the report: a patient's course or a page for each eye, then the basis of the
 * results.
 */
export async function makePdf(request: ReportRequest): Promise<Buffer> {
  const writing = writingIn(request.language, request.timeZone)
  const { course } = request
  const { report } = writing.words
  const doc = openPdf({
    title: course === null ? report.title : report.course.title,
    author: `${request.product.name} ${request.product.version}`,
    language: request.language,
    at: request.at,
  })
  const bytes = buffer(doc)
  if (course !== null) coursePages(doc, { request, course, writing })
  for (const eye of request.eyes) eyePage(doc, eye, { request, writing })
  detailPages(doc, { request, writing })
  feet(doc, request, writing)
  if (request.isExample) exampleMarks(doc, report.example)
  doc.end()
  return bytes
}

/** The patient is named on every page, so that a loose page cannot be confused. */
function feet(doc: Pdf, { product, patient, at }: ReportRequest, writing: Writing): void {
  const { report } = writing.words
  const { count } = doc.bufferedPageRange()
  const whose = describePatient(patient, writing).map((fact) => fact.join(': '))
  const printed = fill(report.printed, { when: moment(at.toISOString(), writing) })
  const left = [...whose, `${product.name} ${product.version}`, printed].join('  ·  ')
  for (let page = 0; page < count; page++) {
    doc.switchToPage(page)
    const place = { doc, x: paper.margin, y: paper.height - 26, isTrial: false }
    const style = { size: 6.6, colour: ink.quiet }
    writeLine({ ...place, width: fullWidth - 40 }, left, style)
    const number = fill(report.page, { page: page + 1, pages: count })
    const right = { ...place, x: paper.margin + fullWidth - 40, width: 40 }
    writeLine(right, number, { ...style, align: 'right' })
  }
}

/** Above every page, so that none is taken for a patient's. */
function exampleMarks(doc: Pdf, mark: string): void {
  const { start, count } = doc.bufferedPageRange()
  for (let page = start; page < start + count; page++) {
    doc.switchToPage(page)
    const place = { doc, x: paper.margin, y: 12, width: fullWidth, isTrial: false }
    writeLine(place, mark, { size: 9, strong: true, colour: ink.warning, align: 'center' })
  }
}
