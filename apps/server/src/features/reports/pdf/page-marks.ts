import { describePatient } from '#report/eye'
import { fill, moment, type Writing } from '#report/language'

import type { PrintRequest } from './report-request.ts'
import { ink, paper, type Pdf, fullWidth, writeLine } from './sheet.ts'

/** The patient is named on every page, so that a loose page cannot be confused. */
export function feet(doc: Pdf, { product, patient, at }: PrintRequest, writing: Writing): void {
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
export function exampleMarks(doc: Pdf, mark: string): void {
  const { start, count } = doc.bufferedPageRange()
  for (let page = start; page < start + count; page++) {
    doc.switchToPage(page)
    const place = { doc, x: paper.margin, y: 12, width: fullWidth, isTrial: false }
    writeLine(place, mark, { size: 9, strong: true, colour: ink.warning, align: 'center' })
  }
}
