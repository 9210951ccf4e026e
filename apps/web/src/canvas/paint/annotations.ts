import { colourOf } from '#annotation/colour'
import { extentOf } from '#annotation/commands'
import type { Annotation, Annotations, Category } from '#annotation/document'
import type { EditorState } from '#annotation/editor-state'
import type { Overlay } from '#annotation/overlay'
import { boxesIntersect, type Box } from '#geometry/box'
import type { Point } from '#geometry/point'

import { casingColour, outlineColour } from '../colours.ts'
import { detailFor } from '../detail.ts'
import type { Lifted } from '../lifted.ts'
import { pathOf } from '../paths.ts'
import { type Size, type Viewport, visibleBox } from '../viewport.ts'

/** Input of painters besides the context, whose units are image pixels. */
export interface Scene {
  readonly state: EditorState
  readonly overlays: readonly Overlay[]
  readonly lifted: Lifted
  readonly viewport: Viewport
  readonly canvas: Size
  /** Display pixels per screen pixel. */
  readonly pixelRatio: number
  /** 1 for the usual opacity; the outlines of selected and hovered annotations are exempt. */
  readonly annotationOpacity: number
  /** The photograph's mean colour within a radius in image pixels around a point; null if there is none. */
  readonly groundAt: (at: Point, radius: number) => string | null
}

type Context = CanvasRenderingContext2D

const fillOpacity = 0.6
/** Widths in screen pixels. */
const emphasis = { outline: 2, casing: 4.5 } as const
const keypointRadius = 4
/** Distance in screen pixels by which lines and keypoints may extend beyond an annotation. */
export const paintedBeyond = keypointRadius + emphasis.outline + 1

const order = new WeakMap<Annotations, readonly Annotation[]>()
const extents = new WeakMap<Annotation, Box>()
const everywhere: Box = { x: 0, y: 0, width: 0, height: 0 }

function fromBelowToAbove(annotations: Annotations): readonly Annotation[] {
  const known = order.get(annotations)
  if (known !== undefined) return known
  const sorted = [...annotations.values()].toSorted((a, b) => a.position - b.position)
  order.set(annotations, sorted)
  return sorted
}

function extent(annotation: Annotation): Box {
  const box = extents.get(annotation) ?? extentOf(annotation) ?? everywhere
  extents.set(annotation, box)
  return box
}

/**
 * Paints all visible annotations except lifted ones, or those that touch a part of the image: filled,
 * with hairline outlines.
 */
export function paintAnnotations(context: Context, scene: Scene, part: Box | null): void {
  const { state, viewport, canvas, pixelRatio, lifted } = scene
  const seen = part ?? visibleBox(viewport, canvas)
  context.lineWidth = 1 / (viewport.zoom * pixelRatio)
  for (const annotation of fromBelowToAbove(state.document.annotations)) {
    const { id } = annotation
    if (state.hidden.has(id) || lifted.has(id)) continue
    if (boxesIntersect(extent(annotation), seen)) paintPlain(context, scene, annotation)
  }
}

function paintPlain(context: Context, scene: Scene, annotation: Annotation): void {
  const color = colourOf(scene.state, annotation)
  paintFill(context, scene, annotation)
  context.strokeStyle = outlineColour(color)
  context.globalAlpha = scene.annotationOpacity
  context.stroke(outlineOf(scene, annotation))
  paintKeypoints(context, scene, annotation)
  context.globalAlpha = 1
}

function outlineOf({ viewport, pixelRatio }: Scene, { geometry }: Annotation): Path2D {
  return pathOf(geometry, detailFor(viewport.zoom * pixelRatio))
}

function paintFill(context: Context, scene: Scene, annotation: Annotation): void {
  const color = colourOf(scene.state, annotation)
  context.fillStyle = color
  context.globalAlpha = fillOpacity * scene.annotationOpacity
  context.fill(outlineOf(scene, annotation), 'evenodd')
  context.globalAlpha = scene.annotationOpacity
  paintIfTiny(context, scene, annotation)
  context.globalAlpha = 1
}

/** Shows an annotation smaller than two screen pixels as a dot of that size. */
function paintIfTiny(context: Context, { viewport }: Scene, annotation: Annotation): void {
  const least = 2 / viewport.zoom
  const { x, y, width, height } = extent(annotation)
  if (annotation.geometry.length === 0 || width > least || height > least) return
  context.fillRect(x + (width - least) / 2, y + (height - least) / 2, least, least)
}

/** Paints lifted annotations, and thick outlines around selected or hovered ones. */
export function paintLifted(context: Context, scene: Scene): void {
  const { state, lifted } = scene
  const hovered = state.hover === null ? [] : [state.hover]
  for (const id of new Set([...lifted, ...state.selected, ...hovered])) {
    const annotation = state.document.annotations.get(id)
    if (annotation === undefined || state.hidden.has(id)) continue
    if (lifted.has(id)) paintMoved(context, scene, annotation)
    else paintEmphasised(context, scene, annotation)
  }
}

function paintMoved(context: Context, scene: Scene, annotation: Annotation): void {
  const replacement = scene.overlays.find(
    (overlay) => 'id' in overlay && overlay.id === annotation.id,
  )
  context.save()
  if (replacement?.kind === 'moved') context.translate(replacement.dx, replacement.dy)
  const shown =
    replacement?.kind === 'instead'
      ? { ...annotation, geometry: replacement.geometry, keypoints: replacement.keypoints }
      : annotation
  paintFill(context, scene, shown)
  paintEmphasised(context, scene, shown)
  const isLabelled = scene.overlays.some(({ kind }) => kind === 'keypoint')
  if (!isLabelled) paintKeypoints(context, scene, shown)
  context.restore()
}

function paintEmphasised(context: Context, scene: Scene, annotation: Annotation): void {
  const color = outlineColour(colourOf(scene.state, annotation))
  const path = outlineOf(scene, annotation)
  context.lineJoin = 'round'
  strokeCased(context, scene, { color, stroke: () => context.stroke(path) })
}

/** Strokes twice: a wide casing, then the line itself, so that it is visible on any background. */
export function strokeCased(
  context: Context,
  { viewport }: Scene,
  line: { color: string; stroke: () => void },
): void {
  context.strokeStyle = casingColour(line.color)
  context.globalAlpha = 0.6
  context.lineWidth = emphasis.casing / viewport.zoom
  line.stroke()
  context.strokeStyle = line.color
  context.globalAlpha = 1
  context.lineWidth = emphasis.outline / viewport.zoom
  line.stroke()
}

function paintKeypoints(context: Context, scene: Scene, annotation: Annotation): void {
  if (annotation.keypoints.length === 0) return
  const { viewport, state } = scene
  const category = state.document.categories.get(annotation.categoryId)
  const color = colourOf(scene.state, annotation)
  context.strokeStyle = outlineColour(color)
  context.lineWidth = emphasis.outline / viewport.zoom
  context.stroke(skeletonOf(annotation, category))
  for (let i = 0; i + 2 < annotation.keypoints.length; i += 3) {
    const [x = 0, y = 0, visibility = 0] = annotation.keypoints.slice(i, i + 3)
    if (visibility === 0) continue
    context.beginPath()
    context.arc(x, y, keypointRadius / viewport.zoom, 0, 2 * Math.PI)
    context.fillStyle = category?.keypointColors[i / 3] ?? color
    if (visibility === 2) context.fill()
    context.stroke()
  }
}

function skeletonOf({ keypoints }: Annotation, category: Category | undefined): Path2D {
  const path = new Path2D()
  const isLabelled = (place: number) => (keypoints[3 * place - 1] ?? 0) > 0
  for (const [from, to] of category?.keypointEdges ?? []) {
    if (!isLabelled(from) || !isLabelled(to)) continue
    path.moveTo(keypoints[3 * from - 3] ?? 0, keypoints[3 * from - 2] ?? 0)
    path.lineTo(keypoints[3 * to - 3] ?? 0, keypoints[3 * to - 2] ?? 0)
  }
  return path
}
