import type { Point } from '#geometry/point'
import type { GrowingLine } from '#geometry/growing-line'
import { growLine, lineOf, startLine } from '#geometry/growing-line'
import type { Overlay } from '../overlay.ts'
import type { PlanOperation } from '../plan.ts'
import type { ToolAbout } from '../tool-about.ts'
import type { PointerInput, RunningTool } from '../tool.ts'
import { toolOf } from '../tool.ts'
import type { View } from '../view.ts'
import { inImagePixels } from '../view.ts'

interface Idle {
  readonly name: 'idle'
  /** Null until the pointer has come over the image. */
  readonly pointer: PointerInput | null
}

interface Painting {
  readonly name: 'painting'
  readonly line: GrowingLine
  readonly pointer: Point
  readonly radius: number
  readonly operation: PlanOperation
}

type PaintingState = Idle | Painting

/** The differences between the painting tools. */
interface Kind {
  /** In image pixels. */
  radius(this: void, view: View): number
  operationOf(this: void, pointer: PointerInput, view: View): PlanOperation
  /** See `Reshaping.leastPart`. */
  leastPart(this: void, view: View): number
}

/**
 * Maximum deviation of a stroke from the pointer's path, in image pixels, or in screen pixels if
 * those are finer.
 */
const tolerance = 0.25

/**
 * A round brush. Radius and operation are fixed at the press. A stroke is a line until the button
 * is released, and then one change; its number of points is limited, however long it takes. Pen
 * pressure is ignored: the edge of an area must not depend on the device.
 */
export function paintingTool<Id extends string>(about: ToolAbout<Id>, kind: Kind): RunningTool<Id> {
  const idle: Idle = { name: 'idle', pointer: null }
  return toolOf<Id, PaintingState>(about, {
    initial: idle,
    states: {
      idle: {
        cancel: (state) => state,
        pointerMove: (_, pointer) => ({ name: 'idle', pointer }),
        pointerLeave: () => idle,
        pointerDown(state, pointer, editor) {
          if (editor.view.selection === null) return state
          return {
            name: 'painting',
            line: startLine(pointer.at, Math.min(tolerance, inImagePixels(editor.view, tolerance))),
            pointer: pointer.at,
            radius: kind.radius(editor.view),
            operation: kind.operationOf(pointer, editor.view),
          }
        },
        display: ({ pointer }, view) => ({
          cursor: 'crosshair',
          overlays: pointer === null ? [] : [brushAt(pointer, kind, view)],
        }),
      },
      painting: {
        cancel: () => idle,
        pointerMove: (state, { at }) => drawTo(state, at),
        pointerUp(state, pointer, editor) {
          const { line, radius, operation } = drawTo(state, pointer.at)
          editor.reshape({
            operation,
            drawing: { kind: 'stroke', line: lineOf(line), radius },
            asBox: false,
            leastPart: kind.leastPart(editor.view),
            mark: editor.mark(about.id),
          })
          return { name: 'idle', pointer }
        },
        display: ({ line, pointer, radius, operation }) => ({
          cursor: 'crosshair',
          overlays: [
            { kind: 'stroke', line, radius, dark: operation === 'subtract' },
            { kind: 'circle', at: pointer, radius, dashed: operation === 'subtract' },
          ],
        }),
      },
    },
  })
}

function drawTo(state: Painting, at: Point): Painting {
  return { ...state, line: growLine(state.line, at), pointer: at }
}

/** The brush's outline, true to scale. */
function brushAt(pointer: PointerInput, kind: Kind, view: View): Overlay {
  const dashed = kind.operationOf(pointer, view) === 'subtract'
  return { kind: 'circle', at: pointer.at, radius: kind.radius(view), dashed }
}
