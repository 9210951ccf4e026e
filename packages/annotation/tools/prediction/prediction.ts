import { nearestInBox } from '#geometry/box'
import type { Point } from '#geometry/point'
import { distance } from '#geometry/point'
import { boxOfImage } from '../../document.ts'
import type { Mark } from '../../history.ts'
import type { PointerInput, ToolEditor, RunningTool } from '../../tool.ts'
import { isShifted, operationOf, toolOf } from '../../tool.ts'
import type { View } from '../../view.ts'
import { inImagePixels } from '../../view.ts'
import { polygonSettings } from '../polygon/about.ts'
import { extremesOverlays, predictionAbout, predictionSettings } from './about.ts'

interface Placing {
  readonly name: 'placing'
  readonly points: readonly [Point, ...Point[]]
  readonly pointer: Point
  /** Whether Shift was held last. */
  readonly shift: boolean
  readonly asked: Idle['asked']
}

interface Idle {
  readonly name: 'idle'
  /** The step of the area that was asked for last; Escape gives it up while it is awaited. */
  readonly asked: Mark | null
}

type PredictionState = Idle | Placing

const idle: Idle = { name: 'idle', asked: null }
const pointsOfObject = 4

/**
 * Asks for the area of an object by four clicks on its leftmost, topmost, rightmost and lowest point,
 * in any order, and adds it to the selected annotation; with shift at the last click it is taken
 * away. While it is awaited the next object can be begun. Points past the image's border count as on
 * it, for objects that it cuts.
 */
export const predictionTool: RunningTool<'prediction'> = toolOf<'prediction', PredictionState>(
  predictionAbout,
  {
    initial: idle,
    states: {
      idle: {
        cancel: (state) => state,
        pointerDown(state, pointer, editor) {
          if (editor.view.selection === null) return state
          const at = onImage(pointer.at, editor.view)
          const { asked } = state
          return { name: 'placing', points: [at], pointer: at, shift: pointer.shift, asked }
        },
        keyDown({ asked }, { key }, editor) {
          if (key !== 'Escape' || asked === null || !editor.isPending(asked)) return null
          editor.giveUp(asked)
          return idle
        },
        display: () => ({ cursor: 'crosshair', overlays: [] }),
      },
      placing: {
        cancel: ({ asked }) => ({ name: 'idle', asked }),
        undo: withoutLastPoint,
        pointerMove: (state, pointer, editor) => follow(state, pointer, editor.view),
        pointerDown(state, pointer, editor) {
          const next = follow(state, pointer, editor.view)
          if (!isApart(next, editor.view)) return next
          const points = [...next.points, next.pointer] as const
          return points.length < pointsOfObject
            ? { ...next, points }
            : ask({ ...next, points }, editor)
        },
        keyDown: (state, { key }) => (key === 'Backspace' ? withoutLastPoint(state) : null),
        display: (state, view) => ({
          cursor: 'crosshair',
          overlays: extremesOverlays(state.points, {
            next: state.pointer,
            takesAway: isShifted(state, view),
          }),
        }),
      },
    },
  },
)

function onImage(point: Point, { document }: View): Point {
  return nearestInBox(boxOfImage(document.image), point)
}

function follow(state: Placing, pointer: PointerInput, view: View): Placing {
  return { ...state, pointer: onImage(pointer.at, view), shift: pointer.shift }
}

/** Two clicks on one spot, as of a double click, are one point. */
function isApart({ points, pointer }: Placing, view: View): boolean {
  const least = inImagePixels(view, polygonSettings.valuesIn(view.preferences).minDistance)
  return points.every((point) => distance(point, pointer) >= least)
}

function withoutLastPoint(state: Placing): PredictionState {
  const [first, ...others] = state.points
  if (others.length === 0) return { name: 'idle', asked: state.asked }
  return { ...state, points: [first, ...others.slice(0, -1)] }
}

function ask({ shift, points }: Placing, editor: ToolEditor): PredictionState {
  const operation = operationOf({ shift }, editor.view)
  const mark = editor.mark('prediction')
  const settings = predictionSettings.valuesIn(editor.view.preferences)
  const drawing = { kind: 'extremes', points, ...settings } as const
  editor.reshape({ operation, drawing, asBox: false, mark })
  return { name: 'idle', asked: mark }
}
