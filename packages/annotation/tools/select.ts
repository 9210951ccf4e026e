import type { Point } from '#geometry/point'
import { distance } from '#geometry/point'
import type { MultiPolygon, VertexAddress } from '#geometry/polygon'
import { vertexAt } from '#geometry/vertices'
import { limitMove, moveAnnotation } from '../commands.ts'
import type { Annotation, AnnotationId } from '../document.ts'
import { dragDistance, edgeAt, handleAt, handlesOf } from '../handles.ts'
import type { Mark } from '../history.ts'
import type { Cursor, Overlay } from '../overlay.ts'
import type { KeyInput, PointerInput, Tool, ToolEditor } from '../tool.ts'
import {
  addVertex,
  deleteVertex,
  draggedGeometry,
  dragVertex,
  sameAddress,
} from '../vertex-edit.ts'
import type { View } from '../view.ts'
import { inImagePixels, selectedIn } from '../view.ts'

interface Idle {
  readonly name: 'idle'
  readonly pointer: Point | null
  /** The vertex of the selected annotation that was clicked last, for the keyboard. */
  readonly vertex: VertexAddress | null
  /** The step that arrow keys go on with for as long as they are held down. */
  readonly nudge: Mark | null
}

/** The button is down on an annotation, or on none. */
interface Pressed {
  readonly name: 'pressed'
  readonly id: AnnotationId | null
  readonly from: Point
}

interface Moving {
  readonly name: 'moving'
  readonly id: AnnotationId
  readonly from: Point
  readonly to: Point
}

interface VertexDrag {
  readonly name: 'vertex'
  readonly id: AnnotationId
  readonly address: VertexAddress
  /** The geometry that the address belongs to. */
  readonly geometry: MultiPolygon
  readonly from: Point
  /** Null until the pointer has gone far enough to mean it. */
  readonly to: Point | null
  readonly mark: Mark
}

export type SelectState = Idle | Pressed | Moving | VertexDrag

const nudges: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}
/** Image pixels that an arrow key moves by with shift, and with shift and ctrl. */
const nudgeStep = 1
const largeNudgeStep = 10

const idle: Idle = { name: 'idle', pointer: null, vertex: null, nudge: null }

/** Selects annotations, moves them, and edits the vertices of the selected one. */
export const selectTool: Tool<'select', SelectState> = {
  id: 'select',
  needsAnnotation: false,
  initial: idle,
  states: {
    idle: {
      cancel: () => idle,
      pointerMove(state, { at }, editor) {
        editor.setHover(editor.annotationAt(at))
        return { ...state, pointer: at }
      },
      pointerDown: press,
      keyDown: pressKey,
      display: (state, view) => ({
        cursor: idleCursor(state, view),
        overlays: handleOverlays(editable(view), view, state.vertex),
      }),
    },
    pressed: {
      cancel: () => idle,
      pointerMove(state, { at }, editor) {
        const { id, from } = state
        if (id === null || !hasLeft(from, at, editor.view)) return state
        return { name: 'moving', id, from, to: at }
      },
      pointerUp(state, { at }, editor) {
        if (state.id === null) editor.select(null)
        return { ...idle, pointer: at }
      },
      display: (_, view) => ({
        cursor: 'default',
        overlays: handleOverlays(editable(view), view, null),
      }),
    },
    moving: {
      cancel: () => idle,
      pointerMove: (state, { at }) => ({ ...state, to: at }),
      pointerUp(state, { at }, editor) {
        const { id, from } = state
        editor.change('move', moveAnnotation(id, at.x - from.x, at.y - from.y))
        return { ...idle, pointer: at }
      },
      display: (state, view) => ({ cursor: 'move', overlays: movedOverlays(state, view) }),
    },
    vertex: {
      cancel(state, editor) {
        editor.bail(state.mark)
        return idle
      },
      pointerMove(state, { at }, editor) {
        const meant = state.to !== null || hasLeft(state.from, at, editor.view)
        return meant ? { ...state, to: at } : state
      },
      pointerUp: dropVertex,
      display: (state, view) => ({ cursor: 'move', overlays: vertexOverlays(state, view) }),
    },
  },
}

function hasLeft(from: Point, at: Point, view: View): boolean {
  return distance(from, at) >= inImagePixels(view, dragDistance)
}

/** The annotation whose vertices can be taken. */
function editable(view: View): Annotation | null {
  const selected = selectedIn(view)
  return selected === null || view.hidden.has(selected.id) ? null : selected
}

function press(_: Idle, pointer: PointerInput, editor: ToolEditor): SelectState {
  const annotation = editable(editor.view)
  const taken = annotation === null ? null : pressOutline(annotation, pointer, editor)
  if (taken !== null) return taken
  const id = editor.annotationAt(pointer.at)
  if (id !== null) editor.select(id)
  return { name: 'pressed', id, from: pointer.at }
}

function pressOutline(
  annotation: Annotation,
  { at, alt }: PointerInput,
  editor: ToolEditor,
): SelectState | null {
  const handle = handleAt(annotation, editor.view, at)
  if (handle !== null && handle.role !== 'midpoint') {
    if (!alt) return takeVertex(annotation, handle.address, at, editor.mark('move vertex'))
    deleteVertex(editor, annotation, handle.address)
    return { ...idle, pointer: at }
  }
  const edge = handle ?? (alt ? edgeAt(annotation, editor.view, at) : null)
  if (edge === null) return null
  const mark = editor.mark('insert vertex')
  const address = addVertex(editor, annotation, edge, mark)
  const changed = editor.view.document.annotations.get(annotation.id)
  return changed === undefined ? idle : takeVertex(changed, address, at, mark)
}

function takeVertex(
  { id, geometry }: Annotation,
  address: VertexAddress,
  from: Point,
  mark: Mark,
): VertexDrag {
  return { name: 'vertex', id, address, geometry, from, to: null, mark }
}

/** The annotation whose vertex is being dragged, unless somebody has changed it meanwhile. */
function draggedIn(view: View, { id, geometry }: VertexDrag): Annotation | null {
  const annotation = view.document.annotations.get(id)
  return annotation?.geometry === geometry ? annotation : null
}

function dropVertex(state: VertexDrag, { at }: PointerInput, editor: ToolEditor): SelectState {
  const annotation = draggedIn(editor.view, state)
  const { address, mark } = state
  if (annotation !== null && state.to !== null) {
    dragVertex(editor, annotation, { address, to: at, mark })
  }
  return { ...idle, pointer: at, vertex: annotation?.isBox === false ? address : null }
}

function pressKey(state: Idle, key: KeyInput, editor: ToolEditor): SelectState | null {
  const annotation = editable(editor.view)
  if (annotation === null) return null
  const vertex = activeVertex(state, annotation)
  if (vertex !== null && (key.key === 'Backspace' || key.key === 'Delete')) {
    deleteVertex(editor, annotation, vertex)
    return { ...state, vertex: null }
  }
  const direction = nudges[key.key]
  if (direction === undefined || !key.shift) return null
  const mark = (key.repeat ? state.nudge : null) ?? editor.mark('nudge')
  const step = key.ctrl ? largeNudgeStep : nudgeStep
  nudge(editor, annotation, { vertex, mark, dx: direction.x * step, dy: direction.y * step })
  return { ...state, vertex, nudge: mark }
}

/** The vertex clicked last, if the annotation still has it. */
function activeVertex({ vertex }: Idle, { geometry, isBox }: Annotation): VertexAddress | null {
  return vertex !== null && !isBox && vertexAt(geometry, vertex) !== null ? vertex : null
}

function nudge(
  editor: ToolEditor,
  annotation: Annotation,
  by: { vertex: VertexAddress | null; mark: Mark; dx: number; dy: number },
): void {
  const { vertex, mark, dx, dy } = by
  const at = vertex === null ? null : vertexAt(annotation.geometry, vertex)
  if (vertex === null || at === null) {
    editor.change(mark, moveAnnotation(annotation.id, dx, dy))
    return
  }
  dragVertex(editor, annotation, { address: vertex, to: { x: at.x + dx, y: at.y + dy }, mark })
}

function idleCursor({ pointer }: Idle, view: View): Cursor {
  const annotation = editable(view)
  const handle =
    annotation === null || pointer === null ? null : handleAt(annotation, view, pointer)
  if (handle !== null) return handle.role === 'midpoint' ? 'copy' : 'move'
  return view.hover === null ? 'default' : 'pointer'
}

function handleOverlays(
  annotation: Annotation | null,
  view: View,
  active: VertexAddress | null,
): Overlay[] {
  if (annotation === null) return []
  return handlesOf(annotation, view).map(({ role, at, address }) => {
    return { kind: 'handle', at, role, active: role !== 'midpoint' && sameAddress(address, active) }
  })
}

function movedOverlays({ id, from, to }: Moving, view: View): Overlay[] {
  const annotation = view.document.annotations.get(id)
  if (annotation === undefined) return []
  const by = limitMove(annotation, to.x - from.x, to.y - from.y, view.document.image)
  return [{ kind: 'moved', id, ...by }]
}

function vertexOverlays(state: VertexDrag, view: View): Overlay[] {
  const annotation = draggedIn(view, state)
  const { id, address, to } = state
  if (annotation === null || to === null) return handleOverlays(annotation, view, address)
  const geometry = draggedGeometry(annotation, address, to, view.document.image)
  const handles = handleOverlays({ ...annotation, geometry }, view, address)
  const { keypoints } = annotation
  return [{ kind: 'instead', id, geometry, keypoints }, ...handles]
}
