import type { Overlay } from '#annotation/overlay'

import { brokenLines } from '../broken-lines.ts'
import type { Scene } from './scene.ts'

type Context = CanvasRenderingContext2D

/** Lengths in screen pixels. */
const text = { size: 13, leading: 18, padding: 7, gap: 14, longest: 280 } as const
const colours = { ground: 'rgb(11 15 17 / 84%)', text: '#ffffff' } as const
const fonts = {
  title: `bold ${text.size}px system-ui, sans-serif`,
  text: `${text.size}px system-ui, sans-serif`,
} as const

type Written = Pick<Extract<Overlay, { kind: 'text' }>, 'at' | 'lines'>

interface Row {
  readonly font: string
  readonly line: string
}

interface Layout {
  readonly rows: readonly Row[]
  readonly width: number
}

const layouts = new WeakMap<Written['lines'], Layout>()

/** Writes lines to the right of a point and below it; on the other side at the edge of the canvas. */
export function paintText(context: Context, scene: Scene, { at, lines }: Written): void {
  write(context, scene, { at, ...layoutOf(context, lines, fonts.text) })
}

/** Writes the text beside the pointer; its first line is a title. */
export function paintPointerText(context: Context, scene: Scene): void {
  const { pointerText } = scene
  if (pointerText === null) return
  const { at, lines } = pointerText
  const layout = layouts.get(lines) ?? layoutOf(context, lines, fonts.title)
  layouts.set(lines, layout)
  write(context, scene, { at, ...layout })
}

/** Breaks lines that are too long. */
function layoutOf(context: Context, lines: readonly string[], firstFont: string): Layout {
  const widthIn = (font: string) => (line: string) => {
    context.font = font
    return context.measureText(line).width
  }
  const rows = lines.flatMap((line, i) => {
    const font = i === 0 ? firstFont : fonts.text
    return brokenLines(line, text.longest, widthIn(font)).map((part) => ({ font, line: part }))
  })
  return { rows, width: Math.max(...rows.map(({ font, line }) => widthIn(font)(line))) }
}

function write(
  context: Context,
  { viewport, canvas }: Scene,
  { at, rows, width: longest }: Layout & Pick<Written, 'at'>,
): void {
  const { zoom } = viewport
  context.save()
  context.translate(at.x, at.y)
  context.scale(1 / zoom, 1 / zoom)
  const width = longest + 2 * text.padding
  const height = rows.length * text.leading + text.padding
  const right = viewport.x + at.x * zoom + text.gap + width
  const bottom = viewport.y + at.y * zoom + text.gap + height
  const x = right > canvas.width ? -text.gap - width : text.gap
  const y = bottom > canvas.height ? -text.gap - height : text.gap
  context.fillStyle = colours.ground
  context.beginPath()
  context.roundRect(x, y, width, height, 4)
  context.fill()
  context.fillStyle = colours.text
  context.textBaseline = 'middle'
  for (const [row, { font, line }] of rows.entries()) {
    const middle = y + text.padding / 2 + (row + 0.5) * text.leading
    context.font = font
    context.fillText(line, x + text.padding, middle)
  }
  context.restore()
}
