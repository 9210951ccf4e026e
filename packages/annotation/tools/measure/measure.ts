import type { Point } from '#geometry/point'
import { distance } from '#geometry/point'
import type { Ring } from '#geometry/polygon'
import { lengthOfLine, ringOf } from '#geometry/polygon'
import { dragDistance } from '../../handles.ts'
import type { Overlay } from '../../overlay.ts'
import { lengthText, scaleOf, unitsOf } from '../../scale.ts'
import type { PointerInput, RunningTool } from '../../tool.ts'
import { toolOf } from '../../tool.ts'
import type { View } from '../../view.ts'
import { inImagePixels } from '../../view.ts'
import { measureAbout } from './about.ts'

type Path = readonly [Point, ...Point[]]

interface Measuring {
  readonly name: 'measuring'
  readonly path: Path
  readonly pointer: Point
  readonly pressed: boolean
}

interface Measured {
  readonly name: 'measured'
  readonly path: Path
}

type MeasureState = { readonly name: 'idle' } | Measuring | Measured

const idle: MeasureState = { name: 'idle' }
/** Apart from those of annotations. */
const rulerColour = '#ffd166'

/**
 * A ruler. Dragging measures a distance; clicking measures a path, which a double click or Enter
 * ends. The result stays visible until the next press, Escape or another tool, and is never saved.
 */
export const measureTool: RunningTool<'measure'> = toolOf<'measure', MeasureState>(measureAbout, {
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
        return isApart(next, editor.view) ? withPoint(next) : next
      },
      pointerMove: (state, { at }) => ({ ...state, pointer: at }),
      pointerUp(state, { at }, editor) {
        const next: Measuring = { ...state, pointer: at, pressed: false }
        const dragged = state.pressed && state.path.length === 1 && isApart(next, editor.view)
        return dragged ? finish(withPoint(next)) : next
      },
      doubleClick: finish,
      keyDown: (state, { key }) => (key === 'Backspace' ? withoutLastPoint(state) : null),
      display: ({ path, pointer }, view) => ({
        cursor: 'crosshair',
        overlays: rulerAlong([...path, pointer], view),
      }),
    },
    measured: {
      cancel: () => idle,
      pointerDown: (_, pointer) => begin(pointer),
      display: ({ path }, view) => ({ cursor: 'crosshair', overlays: rulerAlong(path, view) }),
    },
  },
})

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

function finish(state: Measuring): MeasureState {
  return state.path.length < 2 ? state : { name: 'measured', path: state.path }
}

/** The measured path, with its length in each available unit beside the last point. */
function rulerAlong(points: Path, view: View): Overlay[] {
  const line: Ring = ringOf(points)
  const scale = scaleOf(view.document)
  const length = lengthOfLine(line)
  const lines = unitsOf(scale).map((unit) => lengthText(length, unit, scale))
  return [
    { kind: 'line', line, dashed: false, ticks: true, colour: rulerColour },
    { kind: 'text', at: points.at(-1) ?? points[0], lines },
  ]
}
