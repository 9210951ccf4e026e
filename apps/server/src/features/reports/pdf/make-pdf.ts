import { buffer } from 'node:stream/consumers'

import { writingIn } from '#report/language'

import { coursePages } from './course-pages.ts'
import { detailPages } from './details.ts'
import { eyePage } from './eye-page.ts'
import { measurePages } from './measure-table.ts'
import { exampleMarks, feet } from './page-marks.ts'
import type { ReportRequest } from './report-request.ts'
import { openPdf } from './sheet.ts'

/**
 * The bytes of the report: a patient's course, or a page for each eye and the measurements of both,
 * then the basis of the results.
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
  measurePages(doc, { request, writing })
  detailPages(doc, { request, writing })
  feet(doc, request, writing)
  if (request.isExample) exampleMarks(doc, report.example)
  doc.end()
  return bytes
}
