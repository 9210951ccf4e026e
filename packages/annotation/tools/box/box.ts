import type { Box } from '#geometry/box'
import { boxBetween, polygonOfBox } from '#geometry/box'
import type { Point } from '#geometry/point'
import { distance } from '#geometry/point'
import { dragDistance } from '../../handles.ts'
import type { ToolDisplay } from '../../overlay.ts'
import { lineAround } from '../../overlay.ts'
import type { PointerInput, ToolEditor, RunningTool } from '../../tool.ts'
import { isShifted, operationOf, toolOf } from '../../tool.ts'
import type { View } from '../../view.ts'
import { inImagePixels } from '../../view.ts'
import { boxAbout } from './about.ts'

interface Stretching {
  readonly corner: Point
  readonly pointer: Point
  /** Whether Shift was held last. */
  readonly shift: boolean
}

type BoxState =
  | { readonly name: 'idle' }
  /** The button has been down since the first corner; releasing it elsewhere completes the box. */
  | ({ readonly name: 'pressed' } & Stretching)
  /** The first corner was clicked; the next press completes the box. */
  | ({ readonly name: 'placed' } & Stretching)

const idle: BoxState = { name: 'idle' }

/** Draws upright rectangles, by two clicks or by dragging; with shift they are taken away. */
export const boxTool: RunningTool<'box'> = toolOf<'box', BoxState>(boxAbout, {
  initial: idle,
  states: {
    idle: {
      cancel: () => idle,
      pointerDown(_, pointer, editor) {
        if (editor.view.selection === null) return idle
        const { at, shift } = pointer
        return { name: 'pressed', corner: at, pointer: at, shift }
      },
      display: () => ({ cursor: 'crosshair', overlays: [] }),
    },
    pressed: {
      cancel: () => idle,
      pointerMove: follow,
      pointerUp(state, pointer, editor) {
        const stretched = follow(state, pointer)
        const threshold = inImagePixels(editor.view, dragDistance)
        return distance(stretched.corner, stretched.pointer) < threshold
          ? { ...stretched, name: 'placed' }
          : finish(stretched, editor)
      },
      display,
    },
    placed: {
      cancel: () => idle,
      pointerMove: follow,
      pointerDown: (state, pointer, editor) => finish(follow(state, pointer), editor),
      display,
    },
  },
})

function follow<State extends Stretching>(state: State, pointer: PointerInput): State {
  return { ...state, pointer: pointer.at, shift: pointer.shift }
}

function boxOfState({ corner, pointer }: Stretching): Box {
  return boxBetween(corner, pointer)
}

function display(state: Stretching, view: View): ToolDisplay {
  const line = lineAround(boxOfState(state))
  return {
    cursor: 'crosshair',
    overlays: [{ kind: 'line', line, dashed: isShifted(state, view) }],
  }
}

/** A box without area is not drawn: the second corner is still to come. */
function finish(state: Stretching, editor: ToolEditor): BoxState {
  const box = boxOfState(state)
  if (box.width === 0 || box.height === 0) return { ...state, name: 'placed' }
  editor.reshape({
    operation: operationOf(state, editor.view),
    drawing: { kind: 'area', area: [polygonOfBox(box)] },
    asBox: true,
    mark: editor.mark('box'),
  })
  return idle
}
