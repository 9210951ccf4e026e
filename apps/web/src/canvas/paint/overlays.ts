import { colourOf } from '#annotation/colour'
import type { Overlay } from '#annotation/overlay'
import type { PlanOperation } from '#annotation/plan'
import { boxOfRing } from '#geometry/box'
import { ringOf } from '#geometry/polygon'
import { selectedIn } from '#annotation/view'

import { contrastingColour, outlineColour } from '../colours.ts'
import { paintKeypointLabels } from './labels.ts'
import { type Scene, strokeCased } from './annotations.ts'
import { paintRuler } from './ruler.ts'
import { pathOf, traceLine } from '../paths.ts'
import { forgetStrokes, paintStrokeFurther } from '../stroke-sheet.ts'

type Context = CanvasRenderingContext2D
type OverlayOf<Kind extends Overlay['kind']> = Extract<Overlay, { kind: Kind }>

/** Lengths in screen pixels. */
const handleSize = { vertex: 4.5, corner: 4.5, midpoint: 3.2, start: 5.5 } as const
const dash = [6, 4] as const
const wandArm = 7
const handleFill = '#ffffff'
const handleLine = '#0f1417'
const bandFill = 'rgb(255 255 255 / 12%)'
const activeFill = '#ffb703'

/** What tools show over the annotations. */
export function paintOverlays(context: Context, scene: Scene): void {
  const selected = selectedIn(scene.state)
  const color = outlineColour(selected === null ? '#ffffff' : colourOf(scene.state, selected))
  const drawn = polygonColour(scene) ?? color
  if (!scene.overlays.some(({ kind }) => kind === 'stroke')) forgetStrokes(context)
  for (const overlay of scene.overlays) {
    const isDrawn = overlay.kind === 'line' || overlay.kind === 'guide'
    paintOverlay(context, scene, { overlay, color: isDrawn ? drawn : color })
  }
  paintKeypointLabels(context, scene)
}

/** The colour of a polygon that is being drawn, by the photograph at its last point. */
function polygonColour({ overlays, state, groundAt }: Scene): string | null {
  const line = overlays.find((overlay) => overlay.kind === 'line')?.line
  const { auto, blackOrWhite, radius } = state.preferences.polygon
  if (line === undefined || !auto) return null
  const guide = overlays.find((overlay) => overlay.kind === 'guide')
  const at = guide?.to ?? { x: line.at(-2) ?? 0, y: line.at(-1) ?? 0 }
  const ground = groundAt(at, radius)
  return ground === null ? null : contrastingColour(ground, blackOrWhite)
}

interface Mark<Kind extends Overlay['kind'] = Overlay['kind']> {
  readonly overlay: OverlayOf<Kind>
  readonly color: string
}

const places = ['handle', 'ruler', 'band', 'brush', 'wand', 'extremes', 'keypoint'] as const
type Place = (typeof places)[number]

function isPlace(overlay: Overlay): overlay is OverlayOf<Place> {
  return places.some((kind) => kind === overlay.kind)
}

function paintOverlay(context: Context, scene: Scene, { overlay, color }: Mark): void {
  if (isPlace(overlay)) return paintPlace(context, scene, { overlay, color })
  switch (overlay.kind) {
    case 'line':
      return paintLine(context, scene, { line: overlay.line, operation: overlay.operation, color })
    case 'guide':
      return paintGuide(context, scene, { guide: overlay, color })
    case 'box': {
      const { x, y, width, height } = overlay.box
      const line = [x, y, x + width, y, x + width, y + height, x, y + height, x, y]
      return paintLine(context, scene, { line, operation: overlay.operation, color })
    }
    case 'area':
      return paintArea(context, { overlay, color })
    case 'stroke':
      return paintStroke(context, { overlay, color })
    case 'skeleton':
      return overlay.lines.forEach((line) =>
        paintLine(context, scene, { line, operation: 'add', color }),
      )
    case 'moved':
    case 'instead':
      return undefined
  }
}

/** Where a tool is at work, and what can be taken hold of. */
function paintPlace(context: Context, scene: Scene, { overlay, color }: Mark<Place>): void {
  switch (overlay.kind) {
    case 'handle':
      return paintHandle(context, scene, overlay)
    case 'ruler':
      return paintRuler(context, scene, overlay)
    case 'band':
      return paintBand(context, scene, overlay)
    case 'brush':
      return paintBrush(context, scene, { brush: overlay, color })
    case 'wand':
      return paintWand(context, scene, { wand: overlay, color })
    case 'extremes':
      return paintExtremes(context, scene, { extremes: overlay, color })
    case 'keypoint':
      return paintKeypoint(context, scene, { keypoint: overlay, color })
  }
}

function paintHandle(context: Context, { viewport }: Scene, handle: OverlayOf<'handle'>): void {
  const { role, at, active } = handle
  const size = (handleSize[role] + (active ? 1.5 : 0)) / viewport.zoom
  context.beginPath()
  if (role === 'corner') context.rect(at.x - size, at.y - size, 2 * size, 2 * size)
  else context.arc(at.x, at.y, size, 0, 2 * Math.PI)
  context.globalAlpha = role === 'midpoint' ? 0.65 : 1
  context.fillStyle = active ? activeFill : handleFill
  context.fill()
  context.strokeStyle = handleLine
  context.lineWidth = 1.2 / viewport.zoom
  context.stroke()
  context.globalAlpha = 1
}

/** What takes away is dashed. */
function dashFor(operation: PlanOperation, zoom: number): number[] {
  return operation === 'subtract' ? dash.map((length) => length / zoom) : []
}

function paintLine(
  context: Context,
  scene: Scene,
  { line, operation, color }: { line: readonly number[]; operation: PlanOperation; color: string },
): void {
  context.beginPath()
  traceLine(context, line)
  context.lineJoin = 'round'
  context.setLineDash(dashFor(operation, scene.viewport.zoom))
  strokeCased(context, scene, { color, stroke: () => context.stroke() })
  context.setLineDash([])
}

function paintGuide(
  context: Context,
  scene: Scene,
  { guide, color }: { guide: OverlayOf<'guide'>; color: string },
): void {
  const { from, to, closing } = guide
  const line = [from.x, from.y, to.x, to.y]
  paintLine(context, scene, { line, operation: closing ? 'add' : 'subtract', color })
}

function paintArea(
  context: Context,
  { overlay, color }: { overlay: OverlayOf<'area'>; color: string },
): void {
  context.globalAlpha = 0.35
  context.fillStyle = overlay.operation === 'subtract' ? handleLine : color
  context.fill(pathOf(overlay.area, null), 'evenodd')
  context.globalAlpha = 1
}

function paintStroke(
  context: Context,
  { overlay, color }: { overlay: OverlayOf<'stroke'>; color: string },
): void {
  context.globalAlpha = 0.35
  paintStrokeFurther(context, overlay, overlay.operation === 'subtract' ? handleLine : color)
  context.globalAlpha = 1
}

/** A ring true to size. */
function paintBrush(
  context: Context,
  scene: Scene,
  { brush, color }: { brush: OverlayOf<'brush'>; color: string },
): void {
  context.beginPath()
  context.arc(brush.at.x, brush.at.y, brush.radius, 0, 2 * Math.PI)
  context.setLineDash(dashFor(brush.operation, scene.viewport.zoom))
  strokeCased(context, scene, { color, stroke: () => context.stroke() })
  context.setLineDash([])
}

/** A small cross where the wand picks. */
function paintWand(
  context: Context,
  scene: Scene,
  { wand, color }: { wand: OverlayOf<'wand'>; color: string },
): void {
  const { x, y } = wand.at
  const arm = wandArm / scene.viewport.zoom
  const { operation } = wand
  paintLine(context, scene, { line: [x - arm, y, x + arm, y], operation, color })
  paintLine(context, scene, { line: [x, y - arm, x, y + arm], operation, color })
}

function paintBand(context: Context, { viewport }: Scene, { box }: OverlayOf<'band'>): void {
  const { x, y, width, height } = box
  context.fillStyle = bandFill
  context.fillRect(x, y, width, height)
  context.lineWidth = 1 / viewport.zoom
  context.strokeStyle = handleLine
  context.strokeRect(x, y, width, height)
  context.setLineDash(dash.map((length) => length / viewport.zoom))
  context.strokeStyle = handleFill
  context.strokeRect(x, y, width, height)
  context.setLineDash([])
}

/** The points, and a thin box around them and where the next one would come. */
function paintExtremes(
  context: Context,
  scene: Scene,
  { extremes, color }: { extremes: OverlayOf<'extremes'>; color: string },
): void {
  const { points, next, waiting } = extremes
  const box = boxOfRing(ringOf(next === null ? points : [...points, next]))
  if (box !== null) {
    context.globalAlpha = waiting ? 1 : 0.6
    context.fillStyle = color
    paintOverlay(context, scene, { overlay: { ...extremes, kind: 'box', box }, color })
    context.globalAlpha = 0.2
    if (waiting) context.fillRect(box.x, box.y, box.width, box.height)
    context.globalAlpha = 1
  }
  for (const at of points) {
    paintHandle(context, scene, { kind: 'handle', role: 'vertex', at, active: waiting })
  }
}

/** Filled where it is seen, a ring where it is hidden, faint where the next click puts it. */
function paintKeypoint(
  context: Context,
  scene: Scene,
  { keypoint, color }: { keypoint: OverlayOf<'keypoint'>; color: string },
): void {
  const { zoom } = scene.viewport
  const { at, look, active } = keypoint
  context.globalAlpha = look === 'next' ? 0.6 : 1
  context.beginPath()
  context.arc(at.x, at.y, (active ? 6.5 : 5) / zoom, 0, 2 * Math.PI)
  context.fillStyle = active ? activeFill : (keypoint.color ?? color)
  if (look !== 'hidden') context.fill()
  context.strokeStyle = look === 'hidden' ? context.fillStyle : handleLine
  context.lineWidth = 1.5 / zoom
  context.stroke()
  context.globalAlpha = 1
}
