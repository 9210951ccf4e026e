import { colourOf } from '#annotation/colour'
import type { Annotation } from '#annotation/document'
import type { Replacement } from '#annotation/overlay'
import { type Box, boxesIntersect } from '#geometry/box'

import { outlineColour } from '../colours.ts'
import { strokeBroadly, strokeLines } from '../broad-line.ts'
import { outlineOf, outlineWithoutVertex, pathOfLines } from '../paths.ts'
import {
  bendIn,
  casedLines,
  levelIn,
  paintFill,
  paintKeypoints,
  type Shown,
  standingOutlineOf,
} from './annotations.ts'
import { paintHandles } from './handles.ts'
import { extent, type Scene, seenIn } from './scene.ts'

type Context = CanvasRenderingContext2D

/** A handle takes about as long to paint as this many vertices. */
const verticesPerHandle = 4

/**
 * Paints lifted annotations, thick outlines around selected or hovered ones, and handles: all, or those
 * that touch a part of the image. Yields the number of vertices of each.
 */
export function* paintRaised(context: Context, scene: Scene, part: Box | null): Generator<number> {
  const { state, lifted, overlays } = scene
  const hovered = state.hover === null ? [] : [state.hover]
  for (const id of new Set([...lifted, ...state.selected, ...hovered])) {
    const annotation = state.document.annotations.get(id)
    if (annotation === undefined || state.hidden.has(id)) continue
    yield lifted.has(id)
      ? paintLifted(context, scene, { annotation, part })
      : paintStanding(context, scene, { annotation, part })
  }
  const seen = seenIn(scene, part)
  for (const overlay of overlays) {
    if (overlay.kind !== 'handles' || overlay.around !== null) continue
    yield verticesPerHandle * paintHandles(context, scene, overlay, seen)
  }
}

interface InPart {
  readonly annotation: Annotation
  readonly part: Box | null
}

/** Only the outline: the rest is on the layer below, and the edges at a dragged vertex on the one above. */
function paintStanding(context: Context, scene: Scene, { annotation, part }: InPart): number {
  const seen = seenIn(scene, part)
  if (!boxesIntersect(extent(annotation), seen)) return 0
  const wanted = { level: levelIn(scene), seen }
  const { geometry } = annotation
  const bend = bendIn(scene, annotation)
  const outline =
    bend === null
      ? outlineOf(geometry, wanted)
      : outlineWithoutVertex(geometry, bend.address, wanted)
  paintEmphasised(context, scene, { annotation, outline, seen })
  return outline.vertices
}

function paintLifted(context: Context, scene: Scene, { annotation, part }: InPart): number {
  const replacement = scene.overlays.find(
    (overlay): overlay is Replacement => 'id' in overlay && overlay.id === annotation.id,
  )
  const { dx, dy } = replacement?.kind === 'moved' ? replacement : { dx: 0, dy: 0 }
  const { x, y, ...size } = seenIn(scene, part)
  const seen = { x: x - dx, y: y - dy, ...size }
  const shown = shownInstead(annotation, replacement, { scene, seen, part })
  context.save()
  context.translate(dx, dy)
  paintFill(context, scene, shown)
  paintEmphasised(context, scene, { ...shown, seen })
  const isLabelled = scene.overlays.some(({ kind }) => kind === 'keypoint')
  if (!isLabelled) paintKeypoints(context, scene, shown.annotation)
  context.restore()
  return shown.outline.vertices
}

interface Place {
  readonly scene: Scene
  readonly seen: Box
  readonly part: Box | null
}

function shownInstead(
  annotation: Annotation,
  replacement: Replacement | undefined,
  { scene, seen, part }: Place,
): Shown {
  if (replacement?.kind !== 'instead') {
    return { annotation, outline: standingOutlineOf(annotation, scene, { seen, part }) }
  }
  const { geometry, lines, keypoints } = replacement
  const shown = { ...annotation, geometry, lines, keypoints }
  return { annotation: shown, outline: outlineOf(geometry, { level: levelIn(scene), seen }) }
}

function paintEmphasised(
  context: Context,
  scene: Scene,
  { annotation, outline, seen }: Shown & { readonly seen: Box },
): void {
  const color = outlineColour(colourOf(scene.state, annotation))
  const { path, isComplex } = outline
  context.lineJoin = 'round'
  // Where a ring begins and ends it has no join.
  context.lineCap = 'round'
  const lines = casedLines(scene, color)
  if (isComplex) strokeBroadly(context, path, { lines, part: seen })
  else strokeLines(context, path, lines)
  paintEmphasisedLines(context, scene, annotation)
}

/** In an area, which they would hide, lines are as thin as otherwise. */
function paintEmphasisedLines(context: Context, scene: Scene, annotation: Annotation): void {
  const { lines, geometry } = annotation
  if (lines.length === 0) return
  const color = outlineColour(colourOf(scene.state, annotation))
  const path = pathOfLines(lines)
  if (geometry.length === 0) {
    strokeLines(context, path, casedLines(scene, color))
    return
  }
  context.strokeStyle = color
  context.lineWidth = 1 / (scene.viewport.zoom * scene.pixelRatio)
  context.stroke(path)
}
