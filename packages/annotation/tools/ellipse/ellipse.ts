import type { Ellipse } from '#geometry/ellipse'
import { polygonOfEllipse } from '#geometry/ellipse'
import type { Point } from '#geometry/point'
import { distance } from '#geometry/point'
import { extentOf } from '../../commands.ts'
import type { Annotation } from '../../document.ts'
import type { EllipseDrag } from '../../ellipse-edit.ts'
import {
  allGrips,
  dropEllipse,
  ellipseBetween,
  ellipseDragOverlays,
  ellipseOverlays,
  ellipseWithHandles,
  followEllipse,
  graspEllipse,
  hasArea,
} from '../../ellipse-edit.ts'
import { dragDistance } from '../../handles.ts'
import { isLocked } from '../../looks.ts'
import type { ToolDisplay } from '../../overlay.ts'
import type { Aim } from '../../reach.ts'
import type { PointerInput, RunningTool, ToolEditor } from '../../tool.ts'
import { toolOf } from '../../tool.ts'
import type { View } from '../../view.ts'
import { editable, inImagePixels, selectedIn } from '../../view.ts'
import { ellipseAbout } from './about.ts'

interface Stretching {
  readonly from: Point
  readonly pointer: PointerInput
}

type EllipseState =
  | { readonly name: 'idle'; readonly pointer: Aim | null }
  /** The button has been down since the start; releasing it elsewhere completes the ellipse. */
  | ({ readonly name: 'pressed' } & Stretching)
  /** The start was clicked; the next press completes the ellipse. */
  | ({ readonly name: 'placed' } & Stretching)
  /** A handle of the selected ellipse is in the hand. */
  | ({ readonly name: 'shaping' } & EllipseDrag)

const idle: EllipseState = { name: 'idle', pointer: null }

/**
 * Draws ellipses by dragging or by two clicks, each as an annotation of the active category or as
 * the area of the selected empty one, and changes the selected ellipse by its handles. With alt a
 * press always begins a new one, from its centre.
 */
export const ellipseTool: RunningTool<'ellipse'> = toolOf<'ellipse', EllipseState>(ellipseAbout, {
  initial: idle,
  states: {
    idle: {
      cancel: () => idle,
      pointerMove: (_, pointer) => ({ name: 'idle', pointer }),
      pointerLeave: () => idle,
      pointerDown: press,
      display: restingDisplay,
    },
    pressed: {
      cancel: () => idle,
      pointerMove: follow,
      pointerUp(state, pointer, editor) {
        const threshold = inImagePixels(editor.view, dragDistance)
        return distance(state.from, pointer.at) < threshold
          ? { name: 'placed', from: state.from, pointer }
          : finish(follow(state, pointer), editor)
      },
      display: drawingDisplay,
    },
    placed: {
      cancel: () => idle,
      pointerMove: follow,
      pointerDown: (state, pointer, editor) => finish(follow(state, pointer), editor),
      display: drawingDisplay,
    },
    shaping: {
      cancel: () => idle,
      pointerMove: followEllipse,
      pointerUp(state, pointer, editor) {
        dropEllipse(followEllipse(state, pointer, editor), editor)
        return { name: 'idle', pointer }
      },
      display: (state, view) => ({ cursor: 'move', overlays: ellipseDragOverlays(state, view) }),
    },
  },
})

function press(_: EllipseState, pointer: PointerInput, { view }: ToolEditor): EllipseState {
  const annotation = pointer.alt ? null : editable(view)
  const drag = annotation === null ? null : grasp(annotation, pointer, view)
  if (drag !== null) return { name: 'shaping', ...drag }
  return { name: 'pressed', from: pointer.at, pointer }
}

function grasp(annotation: Annotation, aim: Aim, view: View): EllipseDrag | null {
  return graspEllipse(annotation, { aim, grips: allGrips, view })
}

function follow<State extends Stretching>(state: State, pointer: PointerInput): State {
  return { ...state, pointer }
}

function ellipseOfState({ from, pointer }: Stretching): Ellipse {
  return ellipseBetween(from, pointer.at, pointer)
}

/** An ellipse without area is not drawn: its end is still to come. */
function finish(state: Stretching, editor: ToolEditor): EllipseState {
  const ellipse = ellipseOfState(state)
  if (!hasArea(ellipse)) return { ...state, name: 'placed' }
  if (!takeTarget(editor)) return idle
  editor.reshape({
    operation: 'add',
    drawing: { kind: 'area', area: [polygonOfEllipse(ellipse)] },
    asBox: false,
    mark: editor.mark('ellipse'),
  })
  return { name: 'idle', pointer: state.pointer }
}

/** Selects a new annotation unless the selected one is still empty; false if there can be none. */
function takeTarget(editor: ToolEditor): boolean {
  const selected = selectedIn(editor.view)
  const isFree = selected !== null && !isLocked(editor.view.looks, selected)
  if (isFree && extentOf(selected) === null) return true
  const { activeCategory } = editor.view
  return activeCategory !== null && editor.create(activeCategory) !== null
}

function restingDisplay(
  { pointer }: Extract<EllipseState, { name: 'idle' }>,
  view: View,
): ToolDisplay {
  const annotation = editable(view)
  const ellipse = annotation === null ? null : ellipseWithHandles(annotation, view)
  if (annotation === null || ellipse === null) return { cursor: 'crosshair', overlays: [] }
  const isOnHandle = pointer !== null && grasp(annotation, pointer, view) !== null
  return {
    cursor: isOnHandle ? 'move' : 'crosshair',
    overlays: ellipseOverlays(ellipse, { grips: allGrips, view }),
  }
}

function drawingDisplay(state: Stretching): ToolDisplay {
  const { outer } = polygonOfEllipse(ellipseOfState(state))
  const line = [...outer, ...outer.slice(0, 2)]
  return { cursor: 'crosshair', overlays: [{ kind: 'line', line, dashed: false }] }
}
