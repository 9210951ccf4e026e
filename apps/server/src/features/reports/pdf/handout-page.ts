import { buffer } from 'node:stream/consumers'

import type { Handout } from '#contract/handouts'
import { describeHandout, type HandoutText } from '#report/handout'
import { writingIn, type Writing } from '#report/language'

import { exampleMarks, feet } from './page-marks.ts'
import type { PrintRequest } from './report-request.ts'
import {
  bottom,
  box,
  type Column,
  endOf,
  ink,
  list,
  newPage,
  openPdf,
  sideBySide,
  write,
} from './sheet.ts'

export interface HandoutRequest extends PrintRequest {
  readonly handout: Pick<Handout, 'eyes' | 'advice'>
  /** The photographs of the eyes as JPEG; null if one cannot be shown. */
  readonly photographs: readonly (Uint8Array | null)[]
}

/** In points. */
const pictureHeight = { least: 110, most: 230 } as const
const gap = 8
/** Sizes of text, in points: the first that fits on the page. */
const sizes = [11.5, 10.5, 9.5, 8.5] as const

/** The bytes of the page for a patient. */
export async function makeHandout(request: HandoutRequest): Promise<Buffer> {
  const writing = writingIn(request.language, request.timeZone)
  const { patient, product } = request
  const text = describeHandout({ ...request.handout, patient }, writing)
  const doc = openPdf({
    title: text.title,
    author: `${product.name} ${product.version}`,
    language: request.language,
    at: request.at,
  })
  const bytes = buffer(doc)
  const column = newPage(doc)
  const roomAt = (size: number) =>
    bottom -
    endOf(
      column,
      (place) => head(place, text, size),
      (place) => body(place, text, { size, writing }),
    )
  const size = sizes.find((each) => roomAt(each) >= pictureHeight.least + gap) ?? 8.5
  const height = Math.min(pictureHeight.most, roomAt(size) - gap)
  head(column, text, size)
  pictures(column, request.photographs, height)
  body(column, text, { size, writing })
  feet(doc, request, writing)
  if (request.isExample) exampleMarks(doc, writing.words.report.example)
  doc.end()
  return bytes
}

function head(column: Column, text: HandoutText, size: number): void {
  write(column, text.title, { size: 20, strong: true, gap: 4 })
  write(column, text.facts.map((fact) => fact.join(': ')).join('  ·  '), { size, gap: 6 })
}

/** The photographs side by side, in the order of the findings below. */
function pictures(
  column: Column,
  photographs: readonly (Uint8Array | null)[],
  height: number,
): void {
  const width = (column.width - gap) / 2
  for (const [i, photograph] of photographs.entries()) {
    const x = column.x + i * (width + gap)
    if (photograph === null) continue
    column.doc.rect(x, column.y, width, height).fill('#000000')
    column.doc.image(Buffer.from(photograph), x, column.y, {
      fit: [width, height],
      align: 'center',
      valign: 'center',
    })
  }
  column.y += height + gap
}

function body(
  column: Column,
  text: HandoutText,
  { size, writing }: { size: number; writing: Writing },
): void {
  const { handout: words } = writing.words
  const title = (place: Column, name: string) =>
    write(place, name, { size: size + 1.5, strong: true, gap: 2, colour: ink.mark })
  if (text.lookedAt !== '') {
    title(column, words.lookedAt)
    write(column, text.lookedAt, { size, gap: 6 })
  }
  title(column, words.found)
  sideBySide(
    column,
    text.eyes.map(() => 1 / text.eyes.length),
    text.eyes.map(({ name, found }) => (part) => {
      write(part, name, { size, strong: true })
      list(part, found, { size })
    }),
  )
  column.y += 4
  title(column, words.sure)
  list(column, text.sure, { size })
  column.y += 4
  title(column, words.notMeaning)
  list(column, text.notMeaning, { size })
  column.y += 4
  title(column, words.next)
  box(
    column,
    [
      [text.next, { size, strong: true }],
      [text.writtenBy, { size: size - 2, colour: ink.quiet }],
    ],
    ink.well,
  )
}
