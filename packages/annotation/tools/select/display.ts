import { boxBetween } from '#geometry/box'
import { isOnLine } from '#geometry/line'
import type { Point } from '#geometry/point'
import type { VertexAddress } from '#geometry/polygon'
import { limitShift } from '../../commands.ts'
import type { Annotation } from '../../document.ts'
import {
  ellipseOverlays,
  ellipseWithHandles,
  graspEllipse,
  outerGrips,
} from '../../ellipse-edit.ts'
import { gridPlaceAt } from '../../eye-grid.ts'
import { handleAt, handlesOf } from '../../handles.ts'
import type { Cursor, Overlay } from '../../overlay.ts'
import { draggedDrawing, placeInImage, vertexIn } from '../../vertex-edit.ts'
import type { View } from '../../view.ts'
import { editable, movableIn } from '../../view.ts'
import type { Band, Idle, Moving, VertexDrag } from './states.ts'

/** The annotation whose vertex is being dragged, unless somebody has changed it in the meantime. */
export function draggedIn(view: View, { id, geometry, lines }: VertexDrag): Annotation | null {
  const annotation = view.document.annotations.get(id)
  return annotation?.geometry === geometry && annotation.lines === lines ? annotation : null
}

/** The annotation whose handles can be taken: none while several are to be selected. */
export function withHandles(view: View): Annotation | null {
  return view.shifted ? null : editable(view)
}

export function idleCursor({ pointer }: Idle, view: View): Cursor {
  if (pointer !== null && gridPlaceAt(view, pointer) !== null) return 'move'
  const annotation = withHandles(view)
  if (annotation !== null && pointer !== null) {
    if (graspEllipse(annotation, { aim: pointer, grips: outerGrips, view }) !== null) return 'move'
    if (ellipseWithHandles(annotation, view) !== null) return 'pointer'
  }
  const handle =
    annotation === null || pointer === null ? null : handleAt(annotation, view, pointer)
  if (handle !== null) return handle.role === 'midpoint' ? 'copy' : 'move'
  return view.hover === null ? 'default' : 'pointer'
}

/** If there may be more handles, only those near the pointer are shown; all would hide the annotation. */
const mostHandles = 300

interface Hand {
  readonly pointer: Point | null
  /** The vertex clicked last, or in the hand. */
  readonly vertex: VertexAddress | null
}

/** The handles, and the active one once more, larger. */
export function handleOverlays(
  annotation: Annotation | null,
  view: View,
  { pointer, vertex }: Hand,
): Overlay[] {
  if (annotation === null) return []
  const ellipse = ellipseWithHandles(annotation, view)
  if (ellipse !== null) return ellipseOverlays(ellipse, { grips: outerGrips, view })
  const at = vertex === null ? null : vertexIn(annotation, vertex)
  const grip: Overlay[] = at === null ? [] : [activeHandle(annotation, at)]
  return [...allHandles(annotation, view, { pointer, taken: null }), ...grip]
}

function allHandles(
  annotation: Annotation,
  view: View,
  { pointer, taken }: { pointer: Point | null; taken: VertexAddress | null },
): Overlay[] {
  const handles = handlesOf(annotation, view)
  if (handles === null) return []
  if (handles.most <= mostHandles) return [{ kind: 'handles', handles, taken, around: null }]
  // Other handles would come and go along the way of one that is dragged.
  if (pointer === null || taken !== null) return []
  return [{ kind: 'handles', handles, taken, around: pointer }]
}

function activeHandle({ isBox }: Annotation, at: Point): Overlay {
  return { kind: 'handle', role: isBox ? 'corner' : 'vertex', at, active: true }
}

export function movedOverlays({ from, to }: Moving, view: View): Overlay[] {
  const annotations = movableIn(view)
  const wanted = { dx: to.x - from.x, dy: to.y - from.y }
  const shift = limitShift(annotations, wanted, view.document.image)
  return annotations.map(({ id }) => ({ kind: 'moved', id, ...shift }))
}

export function bandOverlays({ from, to }: Band): Overlay[] {
  return [{ kind: 'band', box: boxBetween(from, to) }]
}

export function vertexOverlays(state: VertexDrag, view: View): Overlay[] {
  const annotation = draggedIn(view, state)
  const { id, address, to } = state
  if (annotation === null || to === null) {
    return handleOverlays(annotation, view, { pointer: state.from, vertex: address })
  }
  const { image } = view.document
  if (annotation.isBox || isOnLine(address)) {
    const drawing = draggedDrawing(annotation, address, to, image)
    return [
      { kind: 'instead', id, ...drawing, keypoints: annotation.keypoints },
      ...handleOverlays({ ...annotation, ...drawing }, view, { pointer: to, vertex: address }),
    ]
  }
  const at = placeInImage(to, image)
  return [
    { kind: 'bent', id, address, to: at },
    ...allHandles(annotation, view, { pointer: at, taken: address }),
    activeHandle(annotation, at),
  ]
}
