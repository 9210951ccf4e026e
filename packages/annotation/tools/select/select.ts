import { boxBetween, boxHolds } from '#geometry/box'
import type { Point } from '#geometry/point'
import { distance } from '#geometry/point'
import type { VertexAddress } from '#geometry/polygon'
import { extentOf, moveAnnotations } from '../../commands.ts'
import type { Annotation, AnnotationId } from '../../document.ts'
import {
  dropEllipse,
  ellipseDragOverlays,
  ellipseWithHandles,
  followEllipse,
  graspEllipse,
  outerGrips,
} from '../../ellipse-edit.ts'
import { dragDistance, edgeAt, handleAt, isOn } from '../../handles.ts'
import { annotationsTouching } from '../../hit.ts'
import { gridHandles, gridPlaceAt } from '../../eye-grid.ts'
import { correctGrid } from '../../grid-places.ts'
import type { Mark } from '../../history.ts'
import type { Aim } from '../../reach.ts'
import type { PointerInput, ToolEditor, RunningTool } from '../../tool.ts'
import { isShifted, toolOf } from '../../tool.ts'
import { addVertex, deleteVertex, dragVertex, placeInImage, vertexIn } from '../../vertex-edit.ts'
import type { View } from '../../view.ts'
import { inImagePixels, movableIn } from '../../view.ts'
import {
  bandOverlays,
  draggedIn,
  handleOverlays,
  idleCursor,
  movedOverlays,
  vertexOverlays,
  withHandles,
} from './display.ts'
import { pressKey } from './keys.ts'
import type { Band, GridDrag, Idle, Pressed, SelectState, VertexDrag } from './states.ts'
import { idle } from './states.ts'
import { selectAbout } from './about.ts'

/**
 * Selects annotations by clicks and by a rubber band, with shift or the choice of several in addition;
 * moves all that are selected, and edits the vertices of a single one. In other modes than segment it only
 * selects.
 */
export const selectTool: RunningTool<'select'> = toolOf<'select', SelectState>(selectAbout, {
  initial: idle,
  states: {
    idle: {
      cancel: () => idle,
      pointerMove(state, pointer, editor) {
        editor.setHover(editor.annotationAt(pointer))
        return { ...state, pointer }
      },
      pointerDown: press,
      pointerLeave: (state) => ({ ...state, pointer: null }),
      keyDown: pressKey,
      display: (state, view) => ({
        cursor: idleCursor(state, view),
        overlays: [
          ...handleOverlays(withHandles(view), view, {
            pointer: state.pointer?.at ?? null,
            vertex: state.vertex,
          }),
          ...gridHandles(view),
        ],
      }),
    },
    pressed: {
      cancel: () => idle,
      pointerMove: drag,
      pointerUp(state, pointer, editor) {
        editor.select(selectedByClick(state, editor.view))
        return { ...idle, pointer }
      },
      display: ({ from }, view) => ({
        cursor: 'default',
        overlays: handleOverlays(withHandles(view), view, { pointer: from, vertex: null }),
      }),
    },
    moving: {
      cancel: () => idle,
      pointerMove: (state, { at }) => ({ ...state, to: at }),
      pointerUp({ from }, pointer, editor) {
        const { at } = pointer
        const ids = movableIn(editor.view).map(({ id }) => id)
        editor.change('move', moveAnnotations(ids, { dx: at.x - from.x, dy: at.y - from.y }))
        return { ...idle, pointer }
      },
      display: (state, view) => ({ cursor: 'move', overlays: movedOverlays(state, view) }),
    },
    band: {
      cancel(state, editor) {
        editor.select(state.before)
        return idle
      },
      pointerMove: stretch,
      pointerUp(state, pointer, editor) {
        stretch(state, pointer, editor)
        return { ...idle, pointer }
      },
      display: (state) => ({ cursor: 'crosshair', overlays: bandOverlays(state) }),
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
    grid: {
      cancel(_, editor) {
        letGoOfGrid(editor)
        return idle
      },
      pointerMove: moveGrid,
      pointerUp: dropGrid,
      display: ({ place }, view) => ({ cursor: 'move', overlays: gridHandles(view, place) }),
    },
    shaping: {
      cancel: () => idle,
      pointerMove: followEllipse,
      pointerUp(state, pointer, editor) {
        const shaped = followEllipse(state, pointer, editor)
        const { to, away, from } = shaped
        if (to === null && !isOn(away, editor.view)) return tap(from, pointer, editor)
        dropEllipse(shaped, editor)
        return { ...idle, pointer }
      },
      display: (state, view) => ({ cursor: 'move', overlays: ellipseDragOverlays(state, view) }),
    },
  },
})

function moveGrid(state: GridDrag, { at }: PointerInput, editor: ToolEditor): GridDrag {
  const { grid, document } = editor.view
  const isMeant = grid !== null && (grid.dragged !== null || hasLeft(state.from, at, editor.view))
  if (!isMeant) return state
  const dragged = { place: state.place, at: placeInImage(at, document.image) }
  editor.setGrid({ ...grid, dragged })
  return state
}

function dropGrid(state: GridDrag, pointer: PointerInput, editor: ToolEditor): SelectState {
  moveGrid(state, pointer, editor)
  const dragged = editor.view.grid?.dragged ?? null
  letGoOfGrid(editor)
  if (dragged === null) return tap(state.from, pointer, editor)
  editor.change('moveGrid', correctGrid(dragged.place, dragged.at))
  return { ...idle, pointer }
}

function letGoOfGrid(editor: ToolEditor): void {
  const { grid } = editor.view
  if (grid !== null) editor.setGrid({ ...grid, dragged: null })
}

function hasLeft(from: Point, at: Point, view: View): boolean {
  return distance(from, at) >= inImagePixels(view, dragDistance)
}

/** A handle of the grid or of an ellipse, which take shift and alt for themselves. */
function pressHandle(pointer: PointerInput, { view }: ToolEditor): SelectState | null {
  const place = gridPlaceAt(view, pointer)
  if (place !== null) return { name: 'grid', place, from: pointer.at }
  const annotation = withHandles(view)
  const held =
    annotation === null ? null : graspEllipse(annotation, { aim: pointer, grips: outerGrips, view })
  return held === null ? null : { name: 'shaping', ...held }
}

function press(_: Idle, pointer: PointerInput, editor: ToolEditor): SelectState {
  const { at } = pointer
  const adds = isShifted(pointer, editor.view)
  const held = pressHandle(pointer, editor)
  if (held !== null) return held
  const annotation = adds ? null : withHandles(editor.view)
  const taken = annotation === null ? null : pressOutline(annotation, pointer, editor)
  if (taken !== null) return taken
  const id = editor.annotationAt(pointer)
  if (id !== null && !adds && !editor.view.selected.includes(id)) editor.select([id])
  return { name: 'pressed', id, from: at, adds }
}

/**
 * With shift, or by the choice of several, a click adds the annotation to the selection or removes it;
 * otherwise it selects only this one.
 */
function selectedByClick(
  { id, adds }: Pick<Pressed, 'id' | 'adds'>,
  { selected }: View,
): readonly AnnotationId[] {
  if (!adds) return id === null ? [] : [id]
  if (id === null) return selected
  return selected.includes(id) ? selected.filter((other) => other !== id) : [...selected, id]
}

/** From an annotation all that are selected move; from empty ground, or with shift, a band grows. */
function drag(state: Pressed, pointer: PointerInput, editor: ToolEditor): SelectState {
  const { id, from, adds } = state
  const { view } = editor
  const { at } = pointer
  if (!hasLeft(from, at, view)) return state
  if (id === null || adds) {
    return stretch({ name: 'band', from, to: at, before: view.selected, adds }, pointer, editor)
  }
  return view.mode === 'segment' ? { name: 'moving', from, to: at } : state
}

/** Selects the visible annotations that are entirely inside the band. */
function stretch(state: Band, { at }: PointerInput, editor: ToolEditor): Band {
  const { document, hidden } = editor.view
  const box = boxBetween(state.from, at)
  const caught = annotationsTouching(document, box).filter((annotation) => {
    const extent = extentOf(annotation)
    return !hidden.has(annotation.id) && extent !== null && boxHolds(box, extent)
  })
  const kept = state.adds ? state.before : []
  editor.select([...new Set([...kept, ...caught.map(({ id }) => id)])])
  return { ...state, to: at }
}

function pressOutline(
  annotation: Annotation,
  pointer: PointerInput,
  editor: ToolEditor,
): SelectState | null {
  if (ellipseWithHandles(annotation, editor.view) !== null && !pointer.alt) return null
  const { at, alt } = pointer
  const handle = handleAt(annotation, editor.view, pointer)
  if (handle !== null && handle.role !== 'midpoint') {
    if (!alt) return takeVertex(annotation, handle.address, at, editor.mark('move vertex'))
    deleteVertex(editor, annotation, handle.address)
    return { ...idle, pointer }
  }
  const edge = handle ?? (alt ? edgeAt(annotation, editor.view, at) : null)
  if (edge === null) return null
  const mark = editor.mark('insert vertex')
  const address = addVertex(editor, annotation, edge, mark)
  const changed = editor.view.document.annotations.get(annotation.id)
  return changed === undefined ? idle : takeVertex(changed, address, at, mark)
}

function takeVertex(
  { id, geometry, lines }: Annotation,
  address: VertexAddress,
  from: Point,
  mark: Mark,
): VertexDrag {
  return { name: 'vertex', id, address, geometry, lines, from, to: null, mark }
}

function dropVertex(state: VertexDrag, pointer: PointerInput, editor: ToolEditor): SelectState {
  const annotation = draggedIn(editor.view, state)
  const { address, mark } = state
  if (annotation !== null && state.to !== null) {
    dragVertex(editor, annotation, { address, to: pointer.at, mark })
  } else if (annotation !== null && isTapBeside(annotation, state, pointer, editor.view)) {
    editor.bail(mark)
    return tap(state.from, pointer, editor)
  }
  return { ...idle, pointer, vertex: annotation?.isBox === false ? address : null }
}

function isTapBeside(
  annotation: Annotation,
  { address, from }: VertexDrag,
  { pointerType }: Aim,
  view: View,
): boolean {
  const vertex = vertexIn(annotation, address)
  return pointerType === 'touch' && vertex !== null && !isOn(distance(vertex, from), view)
}

/** A finger takes handles beside it only to drag them: its tap means what lies there. */
function tap(from: Point, pointer: PointerInput, editor: ToolEditor): SelectState {
  if (pointer.pointerType === 'touch') {
    const id = editor.annotationAt({ ...pointer, at: from })
    editor.select(selectedByClick({ id, adds: isShifted(pointer, editor.view) }, editor.view))
  }
  return { ...idle, pointer }
}
