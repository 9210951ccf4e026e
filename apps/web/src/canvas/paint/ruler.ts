import type { Overlay } from '#annotation/overlay'
import { pointOf } from '#geometry/polygon'

import { type Scene, strokeCased } from './annotations.ts'
import { traceLine } from '../paths.ts'

/** Lengths in screen pixels. */
const text = { size: 13, leading: 18, padding: 7, gap: 14 } as const
const tick = 6
const colours = { line: '#ffd166', ground: 'rgb(11 15 17 / 82%)', text: '#ffffff' } as const

/** A line with a mark at each point, and its length beside the last one. */
export function paintRuler(
  context: CanvasRenderingContext2D,
  scene: Scene,
  { line, texts }: Extract<Overlay, { kind: 'ruler' }>,
): void {
  const { zoom } = scene.viewport
  const path = new Path2D()
  traceLine(path, line)
  for (let i = 0; i < line.length / 2; i++) {
    const { x, y } = pointOf(line, i)
    path.moveTo(x - tick / zoom, y)
    path.lineTo(x + tick / zoom, y)
    path.moveTo(x, y - tick / zoom)
    path.lineTo(x, y + tick / zoom)
  }
  strokeCased(context, scene, { color: colours.line, stroke: () => context.stroke(path) })
  paintTexts(context, scene, { at: pointOf(line, line.length / 2 - 1), texts })
}

/** To the right of a point and below it, or on the other side where the canvas ends. */
function paintTexts(
  context: CanvasRenderingContext2D,
  { viewport, canvas }: Scene,
  { at, texts }: { at: { x: number; y: number }; texts: readonly string[] },
): void {
  const { zoom } = viewport
  context.save()
  context.translate(at.x, at.y)
  context.scale(1 / zoom, 1 / zoom)
  context.font = `${text.size}px system-ui, sans-serif`
  const width = Math.max(...texts.map((each) => context.measureText(each).width)) + 2 * text.padding
  const height = texts.length * text.leading + text.padding
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
  for (const [row, each] of texts.entries()) {
    const middle = y + text.padding / 2 + (row + 0.5) * text.leading
    context.fillText(each, x + text.padding, middle)
  }
  context.restore()
}
