import {
  type Drawing,
  type DrawnEye,
  markRadius,
  type Shape,
  textSize,
} from '#report/charts/drawing'

import { type Column, ink, type Pdf, writeLine } from './sheet.ts'

/** Places on the page. */
interface Sheet {
  readonly doc: Pdf
  /** Points for a unit of the drawing. */
  readonly scale: number
  readonly x: (x: number) => number
  readonly y: (y: number) => number
}

/** Draws a graphic over the width of the column and advances it. */
export function draw(column: Column, { width, height, shapes }: Drawing): void {
  const { doc, x: left, y: top, isTrial } = column
  const scale = column.width / width
  const sheet = {
    doc,
    scale,
    x: (x: number) => left + scale * x,
    y: (y: number) => top + scale * y,
  }
  if (!isTrial) for (const shape of shapes) paint(sheet, shape)
  column.y += scale * height
}

const widths = { grid: 0.4, scale: 0.5, course: 0.9, bar: 1.3 } as const

function paint(sheet: Sheet, shape: Shape): void {
  switch (shape.kind) {
    case 'line':
      return line(sheet, shape)
    case 'band':
      return band(sheet, shape)
    case 'mark':
      return mark(sheet, shape)
    case 'text':
      return text(sheet, shape)
  }
}

function line({ doc, x, y }: Sheet, shape: Extract<Shape, { kind: 'line' }>): void {
  const { points, look } = shape
  doc.lineWidth(widths[look])
  if (look === 'course' && shape.eye === 'left') doc.dash(3, { space: 2 })
  for (const [i, at] of points.entries())
    if (i === 0) doc.moveTo(x(at.x), y(at.y))
    else doc.lineTo(x(at.x), y(at.y))
  doc.stroke('eye' in shape ? ink.mark : look === 'grid' ? ink.line : ink.quiet).undash()
}

function band({ doc, x, y }: Sheet, { from, to }: Extract<Shape, { kind: 'band' }>): void {
  const [left, right, top, low] = [x(from.x), x(to.x), y(from.y), y(to.y)]
  doc.rect(left, top, right - left, low - top).fill(ink.band)
  for (const edge of [left, right]) doc.moveTo(edge, top).lineTo(edge, low)
  doc.lineWidth(0.5).stroke(ink.quiet)
}

function mark({ doc, scale, x, y }: Sheet, { eye, at }: Extract<Shape, { kind: 'mark' }>): void {
  outlineOf(eye, { doc, x: x(at.x), y: y(at.y), r: scale * markRadius })
  if (eye === 'left') doc.lineWidth(0.9).fillAndStroke('#ffffff', ink.mark)
  else doc.fill(ink.mark)
}

function outlineOf(
  eye: DrawnEye,
  { doc, x, y, r }: { doc: Pdf; x: number; y: number; r: number },
): void {
  switch (eye) {
    case 'right':
      doc.circle(x, y, r)
      return
    case 'left':
      doc.rect(x - r, y - r, 2 * r, 2 * r)
      return
    case 'unknown':
      doc.polygon([x, y - r], [x + r, y], [x, y + r], [x - r, y])
  }
}

const aligned = { start: 'left', middle: 'center', end: 'right' } as const
/** Width of the room for a text. */
const room = 80

function text(
  { doc, scale, x, y }: Sheet,
  { at, text: written, anchor }: Extract<Shape, { kind: 'text' }>,
): void {
  const size = scale * textSize
  const shift = { start: 0, middle: room / 2, end: room }[anchor]
  // The font's ascender is taller than the text size.
  const place = { doc, x: x(at.x) - shift, y: y(at.y) - 1.16 * size, width: room, isTrial: false }
  writeLine(place, written, { size, colour: ink.quiet, align: aligned[anchor] })
}
