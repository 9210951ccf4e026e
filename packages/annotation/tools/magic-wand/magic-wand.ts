import { boxContains } from '#geometry/box'
import type { Point } from '#geometry/point'
import type { AnnotationId } from '../../document.ts'
import { boxOfImage } from '../../document.ts'
import type { Mark } from '../../history.ts'
import type { Overlay } from '../../overlay.ts'
import type { PlanOperation } from '../../plan.ts'
import type { PointerInput, Reshaping, ToolEditor, RunningTool } from '../../tool.ts'
import { toolOf } from '../../tool.ts'
import type { View } from '../../view.ts'
import { magicWandAbout, magicWandSettings, wandSearch } from './about.ts'

interface Picking {
  readonly name: 'picking'
  readonly reshaping: Reshaping
}

type MagicWandState = { readonly name: 'idle' } | Picking

const idle: MagicWandState = { name: 'idle' }

/**
 * Adds the area of like colour around a pixel to the selected annotation, or takes it away with
 * shift. While the button is down, the pixel under the pointer counts and its area is shown; outside
 * the image the last one inside does.
 */
export const magicWandTool: RunningTool<'magicWand'> = toolOf<'magicWand', MagicWandState>(
  magicWandAbout,
  {
    initial: idle,
    states: {
      idle: {
        cancel: () => idle,
        pointerDown(_, pointer, editor) {
          const { selection } = editor.view
          if (selection === null || !isOnImage(pointer.at, editor.view)) return idle
          return pick(pointer, { annotation: selection, mark: editor.mark('magic wand') }, editor)
        },
        display: () => ({ cursor: 'crosshair', overlays: [] }),
      },
      picking: {
        cancel(_, editor) {
          editor.preview(null)
          return idle
        },
        pointerMove: follow,
        pointerUp(state, pointer, editor) {
          editor.reshape(follow(state, pointer, editor).reshaping)
          return idle
        },
        display: ({ reshaping }) => ({ cursor: 'crosshair', overlays: crossAt(reshaping) }),
      },
    },
  },
)

function crossAt({ drawing, operation }: Reshaping): readonly Overlay[] {
  if (drawing.kind !== 'wand') return []
  return wandSearch.overlays(drawing, operation === 'subtract')
}

function operationOf({ shift }: PointerInput): PlanOperation {
  return shift ? 'subtract' : 'add'
}

function isOnImage(point: Point, { document }: View): boolean {
  return boxContains(boxOfImage(document.image), point)
}

function pick(
  pointer: PointerInput,
  { annotation, mark }: { annotation: AnnotationId; mark: Mark },
  editor: ToolEditor,
): Picking {
  const { document, preferences } = editor.view
  const at = centreOfPixel(pointer.at, document.image)
  const reshaping: Reshaping = {
    annotation,
    operation: operationOf(pointer),
    drawing: { kind: 'wand', at, ...magicWandSettings.valuesIn(preferences) },
    asBox: false,
    mark,
  }
  editor.preview(reshaping)
  return { name: 'picking', reshaping }
}

/** Within one pixel nothing changes, and nothing need be worked out again. */
function follow(state: Picking, pointer: PointerInput, editor: ToolEditor): Picking {
  const { drawing, operation } = state.reshaping
  if (drawing.kind !== 'wand' || !isOnImage(pointer.at, editor.view)) return state
  const { x, y } = centreOfPixel(pointer.at, editor.view.document.image)
  const isSame = x === drawing.at.x && y === drawing.at.y && operation === operationOf(pointer)
  return isSame ? state : pick(pointer, state.reshaping, editor)
}

/** The right and lower border belong to the last pixels. */
function centreOfPixel({ x, y }: Point, size: { width: number; height: number }): Point {
  return {
    x: Math.min(Math.floor(x), size.width - 1) + 0.5,
    y: Math.min(Math.floor(y), size.height - 1) + 0.5,
  }
}
