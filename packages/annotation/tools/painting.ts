import type { Point } from '#geometry/point'
import type { GrowingLine } from '#geometry/growing-line'
import { growLine, lineOf, startLine } from '#geometry/growing-line'
import type { AnnotationId } from '../document.ts'
import type { Overlay } from '../overlay.ts'
import type { PlanOperation } from '../plan.ts'
import type { KeyInput, PointerInput, Tool, ToolEditor } from '../tool.ts'
import type { Preferences, View } from '../view.ts'
import { inImagePixels, withRadiusStepped } from '../view.ts'

interface Idle {
  readonly name: 'idle'
  /** Null until the pointer has come over the image. */
  readonly pointer: PointerInput | null
}

interface Painting {
  readonly name: 'painting'
  readonly annotation: AnnotationId
  readonly line: GrowingLine
  readonly pointer: Point
  readonly radius: number
  readonly operation: PlanOperation
}

export type PaintingState = Idle | Painting

export type PaintingToolId = 'brush' | 'eraser'

interface Kind<Id extends PaintingToolId> {
  readonly id: Id
  operationOf(this: void, pointer: PointerInput): PlanOperation
  /** See `Reshaping.leastPart`. */
  leastPart(this: void, preferences: Preferences): number
}

/** How far a stroke may leave the pointer's path, in image pixels, or screen pixels where finer. */
const tolerance = 0.25
const steps: Readonly<Record<string, number>> = { '[': -1, ']': 1 }

/**
 * A round brush. Radius and operation are those of the press. A stroke is a line until the button is
 * let go, and then one change; however long it takes, it has a limited number of points. The
 * pressure of a pen means nothing: where an area ends must not hang on the device.
 */
export function paintingTool<Id extends PaintingToolId>(kind: Kind<Id>): Tool<Id, PaintingState> {
  const idle: Idle = { name: 'idle', pointer: null }
  return {
    id: kind.id,
    needsAnnotation: true,
    initial: idle,
    states: {
      idle: {
        cancel: (state) => state,
        pointerMove: (_, pointer) => ({ name: 'idle', pointer }),
        pointerLeave: () => idle,
        pointerDown(state, pointer, editor) {
          const { selection, preferences } = editor.view
          if (selection === null) return state
          return {
            name: 'painting',
            annotation: selection,
            line: startLine(pointer.at, Math.min(tolerance, inImagePixels(editor.view, tolerance))),
            pointer: pointer.at,
            radius: preferences[kind.id].radius,
            operation: kind.operationOf(pointer),
          }
        },
        keyDown: (state, key, editor) => changeRadius(kind.id, { state, key, editor }),
        display: ({ pointer }, view) => ({
          cursor: 'crosshair',
          overlays: pointer === null ? [] : [brushAt(pointer, kind, view)],
        }),
      },
      painting: {
        cancel: () => idle,
        pointerMove: (state, { at }) => drawTo(state, at),
        pointerUp(state, pointer, editor) {
          const { annotation, line, radius, operation } = drawTo(state, pointer.at)
          editor.reshape({
            annotation,
            operation,
            drawing: { kind: 'stroke', line: lineOf(line), radius },
            asBox: false,
            leastPart: kind.leastPart(editor.view.preferences),
            mark: editor.mark(kind.id),
          })
          return { name: 'idle', pointer }
        },
        display: ({ line, pointer, radius, operation }) => ({
          cursor: 'crosshair',
          overlays: [
            { kind: 'stroke', line, radius, operation },
            { kind: 'brush', at: pointer, radius, operation },
          ],
        }),
      },
    },
  }
}

function drawTo(state: Painting, at: Point): Painting {
  return { ...state, line: growLine(state.line, at), pointer: at }
}

function changeRadius(
  id: PaintingToolId,
  { state, key, editor }: { state: Idle; key: KeyInput; editor: ToolEditor },
): Idle | null {
  const step = steps[key.key]
  if (step === undefined) return null
  editor.setPreferences(withRadiusStepped(editor.view.preferences, id, step))
  return state
}

function brushAt(pointer: PointerInput, kind: Kind<PaintingToolId>, view: View): Overlay {
  const { radius } = view.preferences[kind.id]
  return { kind: 'brush', at: pointer.at, radius, operation: kind.operationOf(pointer) }
}
