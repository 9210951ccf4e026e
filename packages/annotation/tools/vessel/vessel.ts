import { nearestInBox } from '#geometry/box'
import { distance } from '#geometry/point'
import { boxOfImage } from '../../document.ts'
import { dragDistance } from '../../handles.ts'
import type { Mark } from '../../history.ts'
import { handlesAt } from '../../overlay.ts'
import type { PointedPlace } from '../../search.ts'
import type { PointerInput, ReshapeWish, RunningTool, ToolEditor } from '../../tool.ts'
import { operationOf, toolOf } from '../../tool.ts'
import type { View } from '../../view.ts'
import { inImagePixels } from '../../view.ts'
import { vesselAbout, vesselSettings } from './about.ts'

interface Following {
  readonly name: 'following'
  readonly mark: Mark
  readonly points: readonly [PointedPlace, ...PointedPlace[]]
  readonly pointer: PointedPlace
  readonly pressed: boolean
  /** Whether Shift was held last. */
  readonly shift: boolean
}

type VesselState = { readonly name: 'idle' } | Following

const idle: VesselState = { name: 'idle' }

/** How exactly people point: the standard deviation on either axis, in screen pixels. */
const pointingError = { mouse: 1.5, pen: 1.5, touch: 5 } as const

/**
 * Follows a vessel from click to click and adds its area and centre line to the selected annotation; with
 * shift they are taken away. The way to the pointer is shown meanwhile. Further clicks lead on, or along another way;
 * dragging sets both ends of a stretch. Enter or a double click ends it.
 */
export const vesselTool: RunningTool<'vessel'> = toolOf<'vessel', VesselState>(vesselAbout, {
  initial: idle,
  states: {
    idle: {
      cancel: () => idle,
      pointerDown(_, pointer, editor) {
        if (editor.view.selection === null) return idle
        const at = pointedAt(pointer, editor.view)
        return {
          name: 'following',
          mark: editor.mark('vessel tracing'),
          points: [at],
          pointer: at,
          pressed: true,
          shift: pointer.shift,
        }
      },
      display: () => ({ cursor: 'crosshair', overlays: [] }),
    },
    following: {
      cancel(_, editor) {
        editor.preview(null)
        return idle
      },
      complete: finish,
      resume: previewed,
      isComplete,
      undo: withoutLastPoint,
      pointerDown(state, pointer, editor) {
        return withPoint({ ...follow(state, pointer, editor.view), pressed: true }, editor)
      },
      pointerMove(state, pointer, editor) {
        const next = follow(state, pointer, editor.view)
        return isApart(next, editor.view) ? previewed(next, editor) : next
      },
      pointerUp(state, pointer, editor) {
        const next = { ...follow(state, pointer, editor.view), pressed: false }
        return state.pressed ? withPoint(next, editor) : next
      },
      doubleClick: (state, pointer, editor) =>
        finish(withPoint(follow(state, pointer, editor.view), editor), editor),
      keyDown: (state, { key }, editor) =>
        key === 'Backspace' ? withoutLastPoint(state, editor) : null,
      display: ({ points }) => ({ cursor: 'crosshair', overlays: handlesAt(points) }),
    },
  },
})

function pointedAt({ at, pointerType }: PointerInput, view: View): PointedPlace {
  const error = inImagePixels(view, pointingError[pointerType])
  return { ...nearestInBox(boxOfImage(view.document.image), at), error }
}

function follow(state: Following, pointer: PointerInput, view: View): Following {
  return { ...state, pointer: pointedAt(pointer, view), shift: pointer.shift }
}

/** A shaky click is one point, and so is a double click. */
function isApart({ points, pointer }: Following, view: View): boolean {
  return distance(points.at(-1) ?? points[0], pointer) >= inImagePixels(view, dragDistance)
}

function withPoint(state: Following, editor: ToolEditor): Following {
  if (!isApart(state, editor.view)) return state
  return previewed({ ...state, points: [...state.points, state.pointer] }, editor)
}

function withoutLastPoint(state: Following, editor: ToolEditor): VesselState {
  const [first, ...others] = state.points
  if (others.length > 0) {
    return previewed({ ...state, points: [first, ...others.slice(0, -1)] }, editor)
  }
  editor.preview(null)
  return idle
}

/** Shows the vessel up to the pointer. */
function previewed(state: Following, editor: ToolEditor): Following {
  const to = isApart(state, editor.view) ? [...state.points, state.pointer] : state.points
  editor.preview(to.length < 2 ? null : wishOf(state, to, editor.view))
  return state
}

function wishOf(
  { mark, shift }: Following,
  points: readonly PointedPlace[],
  view: View,
): ReshapeWish {
  const operation = operationOf({ shift }, view)
  // A line alone covers nothing, so it could take nothing away.
  const isLine = vesselSettings.valuesIn(view.preferences).result === 'line' && operation === 'add'
  const drawing = { kind: 'vessel', points, ...(isLine && { lineOnly: true }) } as const
  return { operation, drawing, asBox: false, mark }
}

/** One point leads nowhere yet. */
function isComplete({ points }: Following): boolean {
  return points.length >= 2
}

/** Following continues until it has led somewhere. */
function finish(state: Following, editor: ToolEditor): VesselState {
  if (!isComplete(state)) return state
  editor.reshape(wishOf(state, state.points, editor.view))
  return idle
}
