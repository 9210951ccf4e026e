import { colourOf } from '#annotation/colour'
import type { Contrast, Overlay } from '#annotation/overlay'
import { selectedIn } from '#annotation/view'
import type { Point } from '#geometry/point'
import { pointsOf } from '#geometry/polygon'
import { edgesAt } from '#geometry/vertices'

import { strokeLines } from '../broad-line.ts'
import { contrastingColour, outlineColour } from '../colours.ts'
import { outlineOf as outlineOfShape, traceLine } from '../paths.ts'
import { forgetStrokes, paintStrokeFurther } from '../stroke-sheet.ts'
import { casedLines, levelIn } from './annotations.ts'
import { activeFill, dark, drawHandle, handleFill, paintHandles } from './handles.ts'
import { paintKeypointLabels } from './labels.ts'
import { type Scene, seenIn } from './scene.ts'
import { paintText } from './text.ts'

type Context = CanvasRenderingContext2D
type OverlayOf<Kind extends Overlay['kind']> = Extract<Overlay, { kind: Kind }>

/** An overlay with the colour to draw it in. */
interface Mark<Kind extends Overlay['kind'] = Overlay['kind']> {
  readonly overlay: OverlayOf<Kind>
  readonly color: string
}

/** Lengths in screen pixels. */
const dash = [6, 4] as const
const crossArm = 7
const tickArm = 6
const bandFill = 'rgb(255 255 255 / 12%)'
const fillOpacity = 0.35

/** Paints the marks from which tools compose their overlays, except those of the raised layer. */
export function paintOverlays(context: Context, scene: Scene): void {
  if (!scene.overlays.some(({ kind }) => kind === 'stroke')) forgetStrokes(context)
  const colourFor = colourChooser(scene)
  for (const overlay of scene.overlays) {
    const color = colourFor('colour' in overlay ? overlay.colour : undefined)
    paintOverlay(context, scene, { overlay, color })
  }
  paintKeypointLabels(context, scene)
}

/** Reading the photograph is slow, so each contrast is computed once. */
function colourChooser({ state, groundAt }: Scene): (colour?: string | Contrast) => string {
  const selected = selectedIn(state)
  const usual = outlineColour(selected === null ? '#ffffff' : colourOf(state, selected))
  const known = new Map<Contrast, string>()
  const contrastTo = ({ around, radius, blackOrWhite }: Contrast): string => {
    const ground = groundAt(around, radius)
    return ground === null ? usual : contrastingColour(ground, blackOrWhite)
  }
  return (colour) => {
    if (colour === undefined) return usual
    if (typeof colour === 'string') return colour
    const chosen = known.get(colour) ?? contrastTo(colour)
    known.set(colour, chosen)
    return chosen
  }
}

function paintOverlay(context: Context, scene: Scene, { overlay, color }: Mark): void {
  switch (overlay.kind) {
    case 'handle':
      return drawHandle(context, scene.viewport.zoom, overlay)
    case 'line':
    case 'circle':
    case 'cross':
      return paintOutline(context, scene, { overlay, color })
    case 'area':
    case 'stroke':
      return paintFill(context, scene, { overlay, color })
    case 'band':
      return paintBand(context, scene, overlay)
    case 'text':
      return paintText(context, scene, overlay)
    case 'keypoint':
      return paintKeypoint(context, scene, { overlay, color })
    case 'handles':
      if (overlay.around !== null) paintHandles(context, scene, overlay, seenIn(scene, null))
      return undefined
    case 'bent':
      return paintBentEdges(context, scene, overlay)
    case 'moved':
    case 'instead':
      return undefined
  }
}

function paintOutline(
  context: Context,
  scene: Scene,
  { overlay, color }: Mark<'line' | 'circle' | 'cross'>,
): void {
  const { zoom } = scene.viewport
  const path = outlineOf(overlay, zoom)
  context.lineJoin = 'round'
  context.setLineDash(overlay.dashed ? dash.map((length) => length / zoom) : [])
  strokeLines(context, path, casedLines(scene, color))
  context.setLineDash([])
}

function outlineOf(outline: OverlayOf<'line' | 'circle' | 'cross'>, zoom: number): Path2D {
  const path = new Path2D()
  if (outline.kind === 'cross') traceCross(path, outline.at, crossArm / zoom)
  else if (outline.kind === 'circle') {
    path.arc(outline.at.x, outline.at.y, outline.radius, 0, 2 * Math.PI)
  } else {
    traceLine(path, outline.line)
    if (outline.ticks === true) {
      for (const at of pointsOf(outline.line)) traceCross(path, at, tickArm / zoom)
    }
  }
  return path
}

/** The outline at a dragged vertex, if the rest of it stays on the layer below. */
function paintBentEdges(
  context: Context,
  scene: Scene,
  { id, address, to }: OverlayOf<'bent'>,
): void {
  const annotation = scene.state.document.annotations.get(id)
  if (annotation === undefined || scene.lifted.has(id)) return
  const edges = edgesAt(annotation.geometry, address)
  if (edges === null) return
  const path = new Path2D()
  traceLine(path, edges.toSpliced(2, 2, to.x, to.y))
  context.lineJoin = 'round'
  context.lineCap = 'round'
  strokeLines(context, path, casedLines(scene, outlineColour(colourOf(scene.state, annotation))))
}

function traceCross(path: Path2D, { x, y }: Point, arm: number): void {
  path.moveTo(x - arm, y)
  path.lineTo(x + arm, y)
  path.moveTo(x, y - arm)
  path.lineTo(x, y + arm)
}

function paintFill(
  context: Context,
  scene: Scene,
  { overlay, color }: Mark<'area' | 'stroke'>,
): void {
  const fill = overlay.dark ? dark : color
  context.globalAlpha = fillOpacity
  if (overlay.kind === 'stroke') paintStrokeFurther(context, overlay, fill)
  else {
    context.fillStyle = fill
    const { path } = outlineOfShape(overlay.area, {
      level: levelIn(scene),
      seen: seenIn(scene, null),
    })
    context.fill(path, 'evenodd')
  }
  context.globalAlpha = 1
}

function paintBand(context: Context, { viewport }: Scene, { box }: OverlayOf<'band'>): void {
  const { x, y, width, height } = box
  context.fillStyle = bandFill
  context.fillRect(x, y, width, height)
  context.lineWidth = 1 / viewport.zoom
  context.strokeStyle = dark
  context.strokeRect(x, y, width, height)
  context.setLineDash(dash.map((length) => length / viewport.zoom))
  context.strokeStyle = handleFill
  context.strokeRect(x, y, width, height)
  context.setLineDash([])
}

/** Filled if visible, a ring if hidden, faint at the position of the next click. */
function paintKeypoint(context: Context, scene: Scene, { overlay, color }: Mark<'keypoint'>): void {
  const { zoom } = scene.viewport
  const { at, look, active } = overlay
  context.globalAlpha = look === 'next' ? 0.6 : 1
  context.beginPath()
  context.arc(at.x, at.y, (active ? 6.5 : 5) / zoom, 0, 2 * Math.PI)
  context.fillStyle = active ? activeFill : (overlay.color ?? color)
  if (look !== 'hidden') context.fill()
  context.strokeStyle = look === 'hidden' ? context.fillStyle : dark
  context.lineWidth = 1.5 / zoom
  context.stroke()
  context.globalAlpha = 1
}
