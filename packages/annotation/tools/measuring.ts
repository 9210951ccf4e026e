import type { Point } from '#geometry/point'
import { distance } from '#geometry/point'
import { pointsOf } from '#geometry/polygon'
import { setMeasurement } from '../commands.ts'
import { dragDistance } from '../handles.ts'
import type { Mark } from '../history.ts'
import { overlaysOfMeasurement } from '../measured.ts'
import type { MeasurementId, Ruler } from '../measurement.ts'
import { measurementOf, newMeasurementId, nearestPoint } from '../measurement.ts'
import type { Aim } from '../reach.ts'
import { reachOf } from '../reach.ts'
import type { ToolAbout } from '../tool-about.ts'
import type { RunningTool, ToolEditor } from '../tool.ts'
import { toolOf } from '../tool.ts'
import type { View } from '../view.ts'
import { inImagePixels } from '../view.ts'

type Path = readonly [Point, ...Point[]]

interface Idle {
  readonly name: 'idle'
  /** Null until the pointer is over the image. */
  readonly pointer: Aim | null
}

interface Measuring {
  readonly name: 'measuring'
  readonly path: Path
  readonly pointer: Point
  readonly pressed: boolean
}

/** A measurement of somebody who may change nothing, shown until the next press. */
interface Measured {
  readonly name: 'measured'
  readonly path: Path
}

/** A point of a kept measurement is pressed: dragging moves it, and a click begins another one there. */
interface Moving {
  readonly name: 'moving'
  readonly id: MeasurementId
  readonly place: number
  readonly from: Point
  /** Null until the pointer has gone far enough for a drag. */
  readonly mark: Mark | null
}

type MeasureState = Idle | Measuring | Measured | Moving

interface Measure {
  readonly kind: Ruler['kind']
  /** The number of points that complete it, and fewer do not; null: two or more, and a drag is one. */
  readonly most: number | null
}

const idle: MeasureState = { name: 'idle', pointer: null }
const least = 2

/**
 * A tool that measures along clicked points. A complete measurement is kept with the image, and its points
 * can be dragged; those who only view the image see it with the tool, until the next press or Escape.
 */
export function measuringTool<Id extends string>(
  about: ToolAbout<Id>,
  { kind, most }: Measure,
): RunningTool<Id> {
  const isComplete = ({ path }: Measuring) => path.length >= (most ?? least)
  const finish = (state: Measuring, editor: ToolEditor): MeasureState => {
    const { path } = state
    if (!isComplete(state)) return state
    if (editor.view.mode === 'view') return { name: 'measured', path }
    editor.change(about.id, setMeasurement(newMeasurementId(), measurementOf(kind, path)))
    return idle
  }
  const withPointer = (state: Measuring, editor: ToolEditor): MeasureState => {
    const next = withPoint(state)
    return next.path.length === most ? finish(next, editor) : next
  }
  const shown = (points: Path, { document }: View) =>
    overlaysOfMeasurement(shownAs(kind, points), document)
  return toolOf<Id, MeasureState>(about, {
    initial: idle,
    states: {
      idle: {
        cancel: () => idle,
        pointerMove: (_, pointer) => ({ name: 'idle', pointer }),
        pointerLeave: () => idle,
        pointerDown: (_, pointer, { view }) => take(pointer, view) ?? begin(pointer),
        display: ({ pointer }, view) => ({
          cursor: pointer !== null && take(pointer, view) !== null ? 'move' : 'crosshair',
          overlays: [],
        }),
      },
      moving: {
        cancel(state, editor) {
          if (state.mark !== null) editor.bail(state.mark)
          return idle
        },
        pointerMove: (state, { at }, editor) => move(state, at, editor),
        pointerUp(state, pointer, editor) {
          const { mark, from } = move(state, pointer.at, editor)
          if (mark !== null) return { name: 'idle', pointer }
          return { ...begin({ at: from }), pressed: false }
        },
        display: () => ({ cursor: 'move', overlays: [] }),
      },
      measuring: {
        cancel: () => idle,
        ...(most === null && { complete: finish, isComplete }),
        undo: withoutLastPoint,
        pointerDown(state, { at }, editor) {
          const next: Measuring = { ...state, pointer: at, pressed: true }
          return isApart(next, editor.view) ? withPointer(next, editor) : next
        },
        pointerMove: (state, { at }) => ({ ...state, pointer: at }),
        pointerUp(state, { at }, editor) {
          const next: Measuring = { ...state, pointer: at, pressed: false }
          const dragged = state.pressed && state.path.length === 1 && isApart(next, editor.view)
          if (!dragged) return next
          return most === null ? finish(withPoint(next), editor) : withPointer(next, editor)
        },
        doubleClick: (state, _, editor) => finish(state, editor),
        keyDown: (state, { key }) => (key === 'Backspace' ? withoutLastPoint(state) : null),
        display: ({ path, pointer }, view) => ({
          cursor: 'crosshair',
          overlays: shown([...path, pointer], view),
        }),
      },
      measured: {
        cancel: () => idle,
        pointerDown: (_, pointer) => begin(pointer),
        display: ({ path }, view) => ({ cursor: 'crosshair', overlays: shown(path, view) }),
      },
    },
  })
}

/** An angle is a length until it has its third point. */
function shownAs(kind: Ruler['kind'], points: Path): Ruler {
  return measurementOf(kind === 'angle' && points.length < 3 ? 'length' : kind, points)
}

/** The point of a kept measurement that a press takes; null if there is none within reach. */
function take(aim: Aim, view: View): Moving | null {
  if (view.mode === 'view') return null
  const { measurements } = view.document.imageRecord
  const found = nearestPoint(measurements, aim.at, reachOf(aim, view))
  return found === null ? null : { name: 'moving', ...found, mark: null }
}

function move(state: Moving, at: Point, editor: ToolEditor): Moving {
  const { id, place, from } = state
  const isDrag = distance(from, at) >= inImagePixels(editor.view, dragDistance)
  // A colleague may have moved its other points meanwhile, or deleted it.
  const measurement = editor.view.document.imageRecord.measurements[id]
  const points = pointsOf(measurement?.points ?? [])
  if (measurement === undefined || points.length <= place) return state
  if (state.mark === null && !isDrag) return state
  const mark = state.mark ?? editor.mark('moveMeasurement')
  editor.change(mark, setMeasurement(id, measurementOf(measurement.kind, points.with(place, at))))
  return { ...state, mark }
}

function begin({ at }: Pick<Aim, 'at'>): Measuring {
  return { name: 'measuring', path: [at], pointer: at, pressed: true }
}

function isApart({ path, pointer }: Measuring, view: View): boolean {
  return distance(path.at(-1) ?? path[0], pointer) >= inImagePixels(view, dragDistance)
}

function withPoint(state: Measuring): Measuring {
  return { ...state, path: [...state.path, state.pointer] }
}

function withoutLastPoint(state: Measuring): MeasureState {
  const [first, ...others] = state.path
  return others.length === 0 ? idle : { ...state, path: [first, ...others.slice(0, -1)] }
}
