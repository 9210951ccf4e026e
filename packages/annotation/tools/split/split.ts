import type { Point } from '#geometry/point'
import { distance } from '#geometry/point'
import { ringOf } from '#geometry/polygon'
import { simplifyLine } from '#geometry/simplify'
import { dragDistance } from '../../handles.ts'
import type { PointerInput, RunningTool, ToolEditor } from '../../tool.ts'
import { toolOf } from '../../tool.ts'
import type { View } from '../../view.ts'
import { inImagePixels } from '../../view.ts'
import { splitAbout } from './about.ts'

interface Drawing {
  readonly name: 'drawing'
  readonly points: readonly [Point, ...Point[]]
  readonly pointer: Point
  /** Number of points when the button was pressed; null while it is up. */
  readonly pressedAt: number | null
}

type SplitState = { readonly name: 'idle' } | Drawing

const idle: SplitState = { name: 'idle' }

/** Distance in screen pixels that a dragged line may be from the pointer's way. */
const tolerance = 0.5

/**
 * Splits the selected annotations along a line: one that is dragged, or one from click to click that a
 * double click or Enter ends.
 */
export const splitTool: RunningTool<'split'> = toolOf<'split', SplitState>(splitAbout, {
  initial: idle,
  states: {
    idle: {
      cancel: () => idle,
      pointerDown(_, { at }, editor) {
        if (editor.view.selection === null) return idle
        return { name: 'drawing', points: [at], pointer: at, pressedAt: 1 }
      },
      display: () => ({ cursor: 'crosshair', overlays: [] }),
    },
    drawing: {
      cancel: () => idle,
      complete: finish,
      isComplete,
      undo: withoutLastPoint,
      pointerDown(state, { at }, editor) {
        const next = isApart(state, at, editor.view) ? withPoint(state, at) : state
        return { ...next, pressedAt: next.points.length }
      },
      pointerMove(state, { at }, editor) {
        const isDragged = state.pressedAt !== null && isApart(state, at, editor.view)
        return isDragged ? withPoint(state, at) : { ...state, pointer: at }
      },
      pointerUp(state, { at }, editor) {
        if (state.pressedAt === null) return state
        const wasDragged = state.points.length > state.pressedAt
        return wasDragged ? finish(withPoint(state, at), editor) : { ...state, pressedAt: null }
      },
      doubleClick: (state, _: PointerInput, editor) => finish(state, editor),
      keyDown: (state, { key }) => (key === 'Backspace' ? withoutLastPoint(state) : null),
      display({ points, pointer }) {
        const line = ringOf([...points, pointer])
        return { cursor: 'crosshair', overlays: [{ kind: 'line', line, dashed: false }] }
      },
    },
  },
})

function withPoint(state: Drawing, at: Point): Drawing {
  return { ...state, points: [...state.points, at], pointer: at }
}

function isApart({ points }: Drawing, at: Point, view: View): boolean {
  return distance(points.at(-1) ?? points[0], at) >= inImagePixels(view, dragDistance)
}

function withoutLastPoint(state: Drawing): SplitState {
  const [first, ...others] = state.points
  return others.length === 0 ? idle : { ...state, points: [first, ...others.slice(0, -1)] }
}

/** One point leads nowhere yet. */
function isComplete({ points }: Drawing): boolean {
  return points.length >= 2
}

/** Drawing continues until there is a line. */
function finish(state: Drawing, editor: ToolEditor): SplitState {
  if (!isComplete(state)) return { ...state, pressedAt: null }
  const line = simplifyLine(ringOf(state.points), inImagePixels(editor.view, tolerance))
  editor.rework({ kind: 'split', line })
  return idle
}
