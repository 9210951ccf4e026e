import type { Overlay } from '#annotation/overlay'
import { commonLength, finishedLine, lineOf, type OpenLine } from '#geometry/growing-line'

import { traceLine } from './paths.ts'

type Context = CanvasRenderingContext2D
type Stroke = Extract<Overlay, { kind: 'stroke' }>

/** The stroke being drawn, and some that wait to be merged into their shape. */
const sheetLimit = 3

/**
 * One opaque stroke on its own canvas. Only its new part is painted, since a long stroke takes many times
 * longer than a frame. Pixels of a provisional end remain: the final line passes there within its
 * tolerance.
 */
class StrokeSheet {
  readonly #context: Context
  #line: OpenLine = finishedLine([])
  #look = ''

  constructor({ canvas }: Context) {
    const context = canvas.ownerDocument.createElement('canvas').getContext('2d')
    if (context === null) throw new Error('This browser gives no canvas to paint on.')
    this.#context = context
    context.canvas.width = canvas.width
    context.canvas.height = canvas.height
  }

  /** Whether a line extends the painted one; only its last point may differ. */
  continues(look: string, line: OpenLine): boolean {
    return look === this.#look && commonLength(this.#line, line) === this.#line.length
  }

  /** Paints the new part of the line, then draws the sheet onto the picture. */
  paint(context: Context, { line, radius }: Stroke, { look, color }: Painted): void {
    const sheet = this.#context
    const from = Math.max(0, commonLength(this.#line, line) - 2)
    sheet.setTransform(context.getTransform())
    sheet.lineCap = 'round'
    sheet.lineJoin = 'round'
    sheet.lineWidth = 2 * radius
    sheet.strokeStyle = color
    sheet.beginPath()
    traceLine(sheet, lineOf(line, from))
    sheet.stroke()
    this.#line = line
    this.#look = look
    context.save()
    context.setTransform(1, 0, 0, 1, 0, 0)
    context.drawImage(sheet.canvas, 0, 0)
    context.restore()
  }
}

interface Painted {
  readonly look: string
  readonly color: string
}

const sheets = new WeakMap<Context, StrokeSheet[]>()

/** Paints a stroke with the context's opacity, continuing from the last call. */
export function paintStrokeFurther(context: Context, stroke: Stroke, color: string): void {
  const { a, e, f } = context.getTransform()
  const { width, height } = context.canvas
  const look = [a, e, f, width, height, stroke.radius, color].join(' ')
  const known = sheets.get(context) ?? []
  const begun = known.find((each) => each.continues(look, stroke.line))
  const sheet = begun ?? new StrokeSheet(context)
  if (begun === undefined) sheets.set(context, [...known.slice(1 - sheetLimit), sheet])
  sheet.paint(context, stroke, { look, color })
}

/** Drops the sheets when no stroke is shown any longer. */
export function forgetStrokes(context: Context): void {
  sheets.delete(context)
}
