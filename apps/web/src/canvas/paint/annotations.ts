import { colourOf } from '#annotation/colour'
import type { Annotation, Annotations, Category } from '#annotation/document'
import { lookOf } from '#annotation/looks'
import type { Overlay } from '#annotation/overlay'
import { boxesIntersect, type Box } from '#geometry/box'

import { casingColour, outlineColour } from '../colours.ts'
import type { Line } from '../broad-line.ts'
import { type DetailLevel, detailFor } from '../detail.ts'
import { bentOutlineOf, type Outline, outlineOf, pathOfLines } from '../paths.ts'
import { emphasis, extent, keypointRadius, type Scene, seenIn } from './scene.ts'

type Context = CanvasRenderingContext2D

/** A lesion is seen under its fill. */
const fillOpacity = 0.35
const order = new WeakMap<Annotations, readonly Annotation[]>()

function fromBelowToAbove(annotations: Annotations): readonly Annotation[] {
  const known = order.get(annotations)
  if (known !== undefined) return known
  const sorted = [...annotations.values()].toSorted((a, b) => a.position - b.position)
  order.set(annotations, sorted)
  return sorted
}

/**
 * Paints all visible annotations except lifted ones, or those that touch a part of the image: filled,
 * with hairline outlines. Yields the number of vertices of each.
 */
export function* paintAnnotations(
  context: Context,
  scene: Scene,
  part: Box | null,
): Generator<number> {
  const { state, viewport, pixelRatio, lifted } = scene
  const seen = seenIn(scene, part)
  for (const annotation of fromBelowToAbove(state.document.annotations)) {
    const { id } = annotation
    if (state.hidden.has(id) || lifted.has(id)) continue
    if (!boxesIntersect(extent(annotation), seen)) continue
    const outline = standingOutlineOf(annotation, scene, { seen, part })
    context.lineWidth = 1 / (viewport.zoom * pixelRatio)
    context.lineCap = 'round'
    paintPlain(context, scene, { annotation, outline })
    yield outline.vertices
  }
}

/** The outline of an annotation in its place, with the vertex in it that is being dragged. */
export function standingOutlineOf(
  annotation: Annotation,
  scene: Scene,
  { seen, part }: { readonly seen: Box; readonly part: Box | null },
): Outline {
  const level = levelIn(scene)
  const bend = bendIn(scene, annotation)
  const { geometry } = annotation
  if (bend === null) return outlineOf(geometry, { level, seen })
  return bentOutlineOf(geometry, bend, { level, seen, isPart: part !== null })
}

type Bent = Extract<Overlay, { kind: 'bent' }>

/** The vertex of an annotation that is elsewhere for a moment, or null. */
export function bendIn({ overlays }: Scene, { id }: Annotation): Bent | null {
  const isBend = (overlay: Overlay): overlay is Bent => overlay.kind === 'bent' && overlay.id === id
  return overlays.find(isBend) ?? null
}

/** The level of detail for the zoom of a scene. */
export function levelIn({ viewport, pixelRatio }: Scene): DetailLevel {
  return detailFor(viewport.zoom * pixelRatio)
}

/** An annotation with the part of its outline that is painted. */
export interface Shown {
  readonly annotation: Annotation
  readonly outline: Outline
}

/** The opacity of an annotation's lines; its fill is paler. */
function opacityIn({ state, annotationOpacity }: Scene, annotation: Annotation): number {
  return (annotationOpacity * lookOf(state.looks, annotation).opacity) / 100
}

function paintPlain(context: Context, scene: Scene, shown: Shown): void {
  const { annotation, outline } = shown
  const color = colourOf(scene.state, annotation)
  paintFill(context, scene, shown)
  context.strokeStyle = outlineColour(color)
  context.globalAlpha = opacityIn(scene, annotation)
  context.stroke(outline.path)
  paintLines(context, scene, annotation)
  paintKeypoints(context, scene, annotation)
  context.globalAlpha = 1
}

/** Fills an annotation's area. */
export function paintFill(context: Context, scene: Scene, { annotation, outline }: Shown): void {
  const color = colourOf(scene.state, annotation)
  context.fillStyle = color
  const opacity = opacityIn(scene, annotation)
  context.globalAlpha = fillOpacity * opacity
  context.fill(outline.path, 'evenodd')
  context.globalAlpha = opacity
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

/** A wide casing, then the line itself, so that it is visible on any background. */
export function casedLines({ viewport }: Scene, color: string): readonly Line[] {
  const casing = {
    color: casingColour(color),
    width: emphasis.casing / viewport.zoom,
    opacity: 0.6,
  }
  return [casing, { color, width: emphasis.outline / viewport.zoom, opacity: 1 }]
}

/** Paints the open lines of an annotation, thin in an area, which they would hide. */
function paintLines(context: Context, { viewport }: Scene, annotation: Annotation): void {
  const { lines, geometry } = annotation
  if (lines.length === 0) return
  const { lineWidth } = context
  if (geometry.length === 0) context.lineWidth = emphasis.outline / viewport.zoom
  context.stroke(pathOfLines(lines))
  context.lineWidth = lineWidth
}

/** Paints the labelled keypoints of an annotation, and the lines between them. */
export function paintKeypoints(context: Context, scene: Scene, annotation: Annotation): void {
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
