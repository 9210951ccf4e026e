import { boxBetween } from '#geometry/box'
import type { VertexAddress } from '#geometry/polygon'
import { limitShift } from '../../commands.ts'
import type { Annotation } from '../../document.ts'
import { handleAt, handlesOf } from '../../handles.ts'
import type { Cursor, Overlay } from '../../overlay.ts'
import { draggedGeometry, sameAddress } from '../../vertex-edit.ts'
import type { View } from '../../view.ts'
import { selectedIn, visiblySelected } from '../../view.ts'
import type { Band, Idle, Moving, VertexDrag } from './states.ts'

/** The annotation whose vertices can be dragged: null if several are selected. */
export function editable(view: View): Annotation | null {
  const annotation = view.selected.length === 1 && view.mode === 'segment' ? selectedIn(view) : null
  return annotation === null || view.hidden.has(annotation.id) ? null : annotation
}

/** The annotation whose vertex is being dragged, unless somebody has changed it in the meantime. */
export function draggedIn(view: View, { id, geometry }: VertexDrag): Annotation | null {
  const annotation = view.document.annotations.get(id)
  return annotation?.geometry === geometry ? annotation : null
}

export function idleCursor({ pointer }: Idle, view: View): Cursor {
  const annotation = editable(view)
  const handle =
    annotation === null || pointer === null ? null : handleAt(annotation, view, pointer)
  if (handle !== null) return handle.role === 'midpoint' ? 'copy' : 'move'
  return view.hover === null ? 'default' : 'pointer'
}

export function handleOverlays(
  annotation: Annotation | null,
  view: View,
  active: VertexAddress | null,
): Overlay[] {
  if (annotation === null) return []
  return handlesOf(annotation, view).map(({ role, at, address }) => {
    return { kind: 'handle', at, role, active: role !== 'midpoint' && sameAddress(address, active) }
  })
}

export function movedOverlays({ from, to }: Moving, view: View): Overlay[] {
  const annotations = visiblySelected(view)
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
  if (annotation === null || to === null) return handleOverlays(annotation, view, address)
  const geometry = draggedGeometry(annotation, address, to, view.document.image)
  const handles = handleOverlays({ ...annotation, geometry }, view, address)
  const { keypoints } = annotation
  return [{ kind: 'instead', id, geometry, keypoints }, ...handles]
}
