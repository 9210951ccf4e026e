import type { Regulatory } from '#contract/info'
import { printedKinds } from '#contract/results/kinds'
import { describeDoubt, describeEye, describePatient, type EyeText, eyeName } from '#report/eye'
import type { Writing } from '#report/language'
import type { Fact } from '#report/risk'

import type { EyePictures, PrintedEye, ReportRequest } from './report-request.ts'
import { riskBlock } from './risk-block.ts'
import { statedBlock, statedPages } from './stated-block.ts'
import {
  bottom,
  box,
  type Column,
  endOf,
  fullWidth,
  heading,
  ink,
  list,
  newPage,
  type Pdf,
  rule,
  sideBySide,
  write,
  writeLine,
} from './sheet.ts'

/** Pictures fill the room that the text leaves, within these heights. */
const pictureHeight = { least: 180, most: 236 } as const
/** Height of the line below the pictures. */
const captionHeight = 14
const signatureHeight = 30

/** The page of one eye: the photograph, findings, certainty and limits. */
export function eyePage(
  doc: Pdf,
  printed: PrintedEye,
  { request, writing }: { request: ReportRequest; writing: Writing },
): void {
  const { product, patient } = request
  const text = describeEye(printed.report, writing, `${product.name} ${product.version}`)
  const column = newPage(doc)
  const names = { writing, eye: eyeName(printed.report, writing) }
  title(column, text, names)
  facts(column, [...describePatient(patient, writing), ...text.facts])
  for (const warning of [describeDoubt(patient, writing), ...text.warnings])
    if (warning !== '') box(column, [[warning, { colour: ink.warning }]], ink.warningWell)
  const stated = (place: Column) => statedBlock(place, text.stated, writing)
  const statedElsewhere = (place: Column) =>
    write(place, writing.words.report.stated.elsewhere, { strong: true })
  const found = (place: Column) => {
    texts(place, text, writing)
    credits(place, text, { regulatory: product.regulatory, writing })
  }
  const roomWith = (...parts: ((place: Column) => void)[]) =>
    bottom - signatureHeight - endOf(column, ...parts) - captionHeight
  const isStatedHere = text.stated.length === 0 || roomWith(stated, found) >= pictureHeight.least
  const first = isStatedHere ? stated : statedElsewhere
  const height = Math.min(pictureHeight.most, roomWith(first, found))
  pictures(column, printed.pictures, { height, writing })
  first(column)
  found(column)
  signature(column, text, writing)
  if (!isStatedHere) statedPages(doc, text.stated, names)
}

function title(
  column: Column,
  { stateName, stateDetail, statement, note }: EyeText,
  { writing, eye }: { writing: Writing; eye: string },
): void {
  const { words } = writing
  sideBySide(
    column,
    [0.62, 0.38],
    [
      (part) => {
        write(part, words.report.title, { size: 14, strong: true, gap: 1 })
        write(part, eye, { size: 10.5, strong: true, colour: ink.mark })
      },
      (part) => {
        write(part, stateName, { size: 11, strong: true, align: 'right', gap: 0 })
        write(part, stateDetail, { size: 6.8, align: 'right', gap: 1 })
        if (note !== '') write(part, note, { size: 6.8, align: 'right', colour: ink.quiet })
      },
    ],
  )
  box(column, [[statement, { size: 8.4, strong: true }]], ink.well)
}

/** Names and values in three columns; a long value wraps. */
function facts(column: Column, entries: readonly Fact[]): void {
  const perLine = 3
  const width = column.width / perLine
  for (let first = 0; first < entries.length; first += perLine) {
    const ends = entries.slice(first, first + perLine).map(([name, value], i) => {
      const place = { ...column, x: column.x + i * width, width: 66 }
      const beside = { ...place, x: place.x + 68, width: width - 8 - 68 }
      writeLine(place, name, { size: 6.8, colour: ink.quiet })
      write(beside, value, { strong: true, gap: 1 })
      return beside.y
    })
    column.y = Math.max(...ends)
  }
  column.y += 3
}

function pictures(
  column: Column,
  { photograph, overlaid }: EyePictures,
  { height, writing }: { height: number; writing: Writing },
): void {
  const { report } = writing.words
  const legends = printedKinds.flatMap(({ printed }) => printed?.legend?.[writing.language] ?? [])
  const shown = [
    { picture: photograph, caption: report.photograph },
    { picture: overlaid, caption: [`${report.overlay}.`, ...legends].join(' ') },
  ].filter(({ picture }) => picture !== null)
  if (shown.length === 0) return
  const width = (fullWidth - 10) / 2
  for (const [i, { picture, caption }] of shown.entries()) {
    const x = column.x + i * (width + 10)
    column.doc.rect(x, column.y, width, height).fill('#000000')
    column.doc.image(Buffer.from(picture ?? []), x, column.y, {
      fit: [width, height],
      align: 'center',
      valign: 'center',
    })
    const place = { ...column, x, width, y: column.y + height + 1 }
    writeLine(place, caption, { size: 6.4, colour: ink.quiet })
  }
  column.y += height + captionHeight - 1
}

function texts(column: Column, text: EyeText, writing: Writing): void {
  const { report } = writing.words
  sideBySide(
    column,
    [0.5, 0.5],
    [
      (part) => {
        if (text.found.length > 0) {
          heading(part, report.found)
          list(part, text.found)
        }
        if (text.risk !== null) riskBlock(part, text.risk, writing)
      },
      (part) => {
        if (text.sure.length > 0) {
          heading(part, report.sure)
          list(part, text.sure)
          part.y += 2
        }
        heading(part, report.notMeaning)
        list(part, text.notMeaning, { size: 7 })
      },
    ],
  )
  column.y += 2
}

/** Software and regulatory status, one line each; more on the last page. */
function credits(
  column: Column,
  { made }: EyeText,
  { regulatory, writing }: { regulatory: Regulatory; writing: Writing },
): void {
  const { regulatory: names } = writing.words
  const style = { size: 6.6, colour: ink.quiet, gap: 1 }
  if (made.length > 0) write(column, made.map((fact) => fact.join(': ')).join('  ·  '), style)
  const valueOf = (fact: 'item_name' | 'licence_number') =>
    `${names[fact]}: ${regulatory[fact]?.[writing.language] ?? names.notConfiguredValue}`
  const device = regulatory.configured
    ? `${names.isDevice} ${valueOf('item_name')}  ·  ${valueOf('licence_number')}`
    : `${names.regulatoryTitle}: ${names.notConfigured}`
  write(column, device, style)
}

/** At the end of the page: who confirmed it, or a line to sign on. */
function signature(column: Column, { stateDetail, state }: EyeText, writing: Writing): void {
  const place = { ...column, y: bottom - signatureHeight + 12 }
  const isReviewed = state === 'final' || state === 'rejected'
  if (isReviewed) writeLine({ ...place, y: place.y - 9 }, stateDetail, { strong: true })
  rule(place)
  writeLine(place, writing.words.report.signature, { size: 6.6, colour: ink.quiet })
}
