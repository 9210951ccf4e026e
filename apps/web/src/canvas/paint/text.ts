import type { Overlay } from '#annotation/overlay'

import type { Scene } from './scene.ts'

/** Lengths in screen pixels. */
const text = { size: 13, leading: 18, padding: 7, gap: 14 } as const
const colours = { ground: 'rgb(11 15 17 / 82%)', text: '#ffffff' } as const

/** Writes lines to the right of a point and below it; on the other side at the edge of the canvas. */
export function paintText(
  context: CanvasRenderingContext2D,
  { viewport, canvas }: Scene,
  { at, lines }: Extract<Overlay, { kind: 'text' }>,
): void {
  const { zoom } = viewport
  context.save()
  context.translate(at.x, at.y)
  context.scale(1 / zoom, 1 / zoom)
  context.font = `${text.size}px system-ui, sans-serif`
  const width = Math.max(...lines.map((each) => context.measureText(each).width)) + 2 * text.padding
  const height = lines.length * text.leading + text.padding
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
  for (const [row, each] of lines.entries()) {
    const middle = y + text.padding / 2 + (row + 0.5) * text.leading
    context.fillText(each, x + text.padding, middle)
  }
  context.restore()
}
