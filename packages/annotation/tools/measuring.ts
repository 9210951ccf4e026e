import type { Point } from '#geometry/point'
import { distance } from '#geometry/point'
import { setMeasurement } from '../commands.ts'
import { dragDistance } from '../handles.ts'
import { overlaysOfMeasurement } from '../measured.ts'
import { type Measurement, measurementOf, newMeasurementId } from '../measurement.ts'
import type { ToolAbout } from '../tool-about.ts'
import type { PointerInput, RunningTool, ToolEditor } from '../tool.ts'
import { toolOf } from '../tool.ts'
import type { View } from '../view.ts'
import { inImagePixels } from '../view.ts'

type Path = readonly [Point, ...Point[]]

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

type MeasureState = { readonly name: 'idle' } | Measuring | Measured

interface Measure {
  readonly kind: Measurement['kind']
  /** The number of points that complete it, and fewer do not; null: two or more, and a drag is one. */
  readonly most: number | null
}

const idle: MeasureState = { name: 'idle' }
const least = 2

/**
 * A tool that measures along clicked points. A complete measurement is kept with the image; those who only
 * view the image see it until the next press, Escape or another tool.
 */
export function measuringTool<Id extends string>(
  about: ToolAbout<Id>,
  { kind, most }: Measure,
): RunningTool<Id> {
  const finish = (state: Measuring, editor: ToolEditor): MeasureState => {
    const { path } = state
    if (path.length < (most ?? least)) return state
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
        pointerDown: (_, pointer) => begin(pointer),
        display: () => ({ cursor: 'crosshair', overlays: [] }),
      },
      measuring: {
        cancel: () => idle,
        complete: finish,
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
function shownAs(kind: Measurement['kind'], points: Path): Measurement {
  return measurementOf(kind === 'angle' && points.length < 3 ? 'length' : kind, points)
}

function begin({ at }: PointerInput): Measuring {
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
