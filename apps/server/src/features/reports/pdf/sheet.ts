import { fileURLToPath } from 'node:url'

import Document from 'pdfkit'

export type Pdf = PDFKit.PDFDocument

/** A4 in points (1/72 inch). */
export const paper = { width: 595.28, height: 841.89, margin: 36, foot: 40 } as const
/** Width between the margins. */
export const fullWidth = paper.width - 2 * paper.margin
/** Top of the footer. */
export const bottom = paper.height - paper.foot

export const ink = {
  text: '#1b1f24',
  quiet: '#57606a',
  line: '#c9d1d9',
  band: '#dfe5ea',
  well: '#f1f4f7',
  warning: '#7a4100',
  warningWell: '#fff3dd',
  mark: '#0b5cad',
} as const

/** A column of a page that is written from top to bottom. */
export interface Column {
  readonly doc: Pdf
  readonly x: number
  readonly width: number
  /** Vertical position of the next content. */
  y: number
  /** Only advances without drawing, to measure heights. */
  readonly isTrial: boolean
}

const fonts = {
  text: import.meta.resolve('@expo-google-fonts/noto-sans-kr/400Regular/NotoSansKR_400Regular.ttf'),
  strong: import.meta.resolve('@expo-google-fonts/noto-sans-kr/700Bold/NotoSansKR_700Bold.ttf'),
} as const

/** An empty document, whose fonts embed only the glyphs in use. */
export function openPdf(info: { title: string; author: string; language: string; at: Date }): Pdf {
  const doc = new Document({
    size: [paper.width, paper.height],
    margin: 0,
    autoFirstPage: false,
    bufferPages: true,
    pdfVersion: '1.7',
    lang: info.language,
    displayTitle: true,
    info: { Title: info.title, Author: info.author, CreationDate: info.at },
  })
  for (const [name, address] of Object.entries(fonts))
    doc.registerFont(name, fileURLToPath(address))
  return doc
}

/** The whole width of a new page. */
export function newPage(doc: Pdf): Column {
  doc.addPage()
  return { doc, x: paper.margin, width: fullWidth, y: paper.margin - 6, isTrial: false }
}

export interface Style {
  readonly size?: number
  readonly strong?: boolean
  readonly colour?: string
  /** Gap below the text. */
  readonly gap?: number
  readonly align?: 'left' | 'right' | 'center'
}

const usualSize = 7.6
/** The font has tall lines: less leading suffices. */
const leading = -0.16

function inStyle(doc: Pdf, { size = usualSize, strong = false, colour = ink.text }: Style): Pdf {
  return doc
    .font(strong ? 'strong' : 'text')
    .fontSize(size)
    .fillColor(colour)
}

/** Height of a paragraph in the column, without the gap below. */
function heightOf({ doc, width }: Column, text: string, style: Style = {}): number {
  const lineGap = leading * (style.size ?? usualSize)
  return inStyle(doc, style).heightOfString(text, { width, lineGap })
}

/** Writes a paragraph at the column's position and advances it. */
export function write(column: Column, text: string, style: Style = {}): void {
  const { doc, x, width, y } = column
  const { gap = 2, align = 'left', size = usualSize } = style
  const height = heightOf(column, text, style)
  const lineGap = leading * size
  if (!column.isTrial) inStyle(doc, style).text(text, x, y, { width, align, lineGap })
  column.y = y + height + gap
}

export function heading(column: Column, text: string): void {
  write(column, text, { size: 9.2, strong: true, gap: 2 })
}

/** Bulleted sentences. */
export function list(column: Column, lines: readonly string[], style: Style = {}): void {
  const inner = { ...column, x: column.x + 7, width: column.width - 7 }
  for (const line of lines) {
    if (!column.isTrial)
      inStyle(column.doc, { ...style, colour: ink.quiet }).text('•', column.x, inner.y)
    write(inner, line, { gap: 1.6, ...style })
  }
  column.y = inner.y
}

/** One line, clipped to the column; the position does not advance. */
export function writeLine({ doc, x, y, width, isTrial }: Column, text: string, style: Style): void {
  if (isTrial) return
  const { align = 'left', size = usualSize } = style
  const room = { width, align, height: size * 1.2, ellipsis: true, lineGap: leading * size }
  inStyle(doc, style).text(text, x, y, room)
}

const padding = 5

/** Paragraphs in a box of the column's width. */
export function box(
  column: Column,
  paragraphs: readonly (readonly [text: string, style: Style])[],
  fill: string,
): void {
  const place = { ...column, x: column.x + padding, width: column.width - 2 * padding }
  const paint = (inner: Column) => {
    inner.y = column.y + padding - 1
    for (const [text, style] of paragraphs) write(inner, text, style)
    return inner.y + padding - 2
  }
  const end = paint({ ...place, isTrial: true })
  if (!column.isTrial) column.doc.rect(column.x, column.y, column.width, end - column.y).fill(fill)
  if (!column.isTrial) paint(place)
  column.y = end + 4
}

/** A thin line across the column. */
export function rule(column: Column, { gap = 3 }: { gap?: number } = {}): void {
  const { doc, x, y, width, isTrial } = column
  if (!isTrial) {
    doc
      .moveTo(x, y)
      .lineTo(x + width, y)
      .lineWidth(0.5)
      .stroke(ink.line)
  }
  column.y = y + gap
}

/** Columns side by side from here; the position advances below the longest. */
export function sideBySide(
  column: Column,
  shares: readonly number[],
  paint: readonly ((part: Column) => void)[],
): void {
  const gutter = 14
  const room = column.width - gutter * (shares.length - 1)
  let { x } = column
  let end = column.y
  for (const [i, share] of shares.entries()) {
    const part = { ...column, x, width: share * room }
    paint[i]?.(part)
    end = Math.max(end, part.y)
    x += part.width + gutter
  }
  column.y = end
}

/** Advances through parts drawn one below the other. */
export function endOf(column: Column, ...parts: readonly ((trial: Column) => void)[]): number {
  const trial = { ...column, isTrial: true }
  for (const paint of parts) paint(trial)
  return trial.y
}

/** Paints what must stand on one page: on a new one if this one has no room for it. */
export function paintWhole(column: Column, paint: (place: Column) => void): void {
  if (endOf(column, paint) > bottom) column.y = newPage(column.doc).y
  paint(column)
}
