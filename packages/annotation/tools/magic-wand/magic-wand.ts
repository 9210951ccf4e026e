import { boxContains } from '#geometry/box'
import type { Point } from '#geometry/point'
import { distance } from '#geometry/point'
import { boxOfImage } from '../../document.ts'
import type { Overlay } from '../../overlay.ts'
import type { PointerInput, ReshapeWish, ToolEditor, RunningTool } from '../../tool.ts'
import { operationOf, toolOf } from '../../tool.ts'
import type { View } from '../../view.ts'
import { inImagePixels } from '../../view.ts'
import { magicWandAbout, magicWandSettings, wandSearch } from './about.ts'

interface Picking {
  readonly name: 'picking'
  readonly wish: ReshapeWish
}

type MagicWandState = { readonly name: 'idle' } | Picking

const idle: MagicWandState = { name: 'idle' }

/** Distance in screen pixels between places of a drag that count. */
const stride = 4
/** Maximum number of places that count; of more, every other goes. */
const mostPlaces = 32

/**
 * Adds the area of like colour around a pixel to the selected annotation, or takes it away with
 * shift. While it is dragged, the areas around the pixels that it passes are added, and all are shown.
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
          return pick({ mark: editor.mark('magic wand'), passed: [] }, pointer, editor)
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
          editor.reshape(follow(state, pointer, editor).wish)
          return idle
        },
        display: ({ wish }) => ({ cursor: 'crosshair', overlays: crossAt(wish) }),
      },
    },
  },
)

function crossAt({ drawing, operation }: ReshapeWish): readonly Overlay[] {
  if (drawing.kind !== 'wand') return []
  return wandSearch.overlays(drawing, operation === 'subtract')
}

function isOnImage(point: Point, { document }: View): boolean {
  return boxContains(boxOfImage(document.image), point)
}

interface Begun extends Pick<ReshapeWish, 'mark'> {
  readonly passed: readonly Point[]
}

function pick({ mark, passed }: Begun, pointer: PointerInput, editor: ToolEditor): Picking {
  const { document, preferences } = editor.view
  const { width, height } = document.image
  const { threshold, blur, largest } = magicWandSettings.valuesIn(preferences)
  const at = centreOfPixel(pointer.at, document.image)
  const wish: ReshapeWish = {
    operation: operationOf(pointer, editor.view),
    drawing: {
      kind: 'wand',
      at,
      ...(passed.length > 0 && { passed }),
      threshold,
      blur,
      most: Math.round((width * height * largest) / 100),
    },
    asBox: false,
    mark,
  }
  editor.preview(wish)
  return { name: 'picking', wish }
}

/** Within a few pixels nothing changes, and nothing need be worked out again. */
function follow(state: Picking, pointer: PointerInput, editor: ToolEditor): Picking {
  const { drawing, operation } = state.wish
  if (drawing.kind !== 'wand' || !isOnImage(pointer.at, editor.view)) return state
  const to = centreOfPixel(pointer.at, editor.view.document.image)
  const isNear = distance(to, drawing.at) < Math.max(1, inImagePixels(editor.view, stride))
  if (isNear && operation === operationOf(pointer, editor.view)) return state
  const passed = thinned([...(drawing.passed ?? []), drawing.at])
  return pick({ mark: state.wish.mark, passed }, pointer, editor)
}

/** The first place stays. */
function thinned(places: readonly Point[]): readonly Point[] {
  return places.length < mostPlaces ? places : places.filter((_, i) => i % 2 === 0)
}

/** The right and lower border belong to the last pixels. */
function centreOfPixel({ x, y }: Point, size: { width: number; height: number }): Point {
  return {
    x: Math.min(Math.floor(x), size.width - 1) + 0.5,
    y: Math.min(Math.floor(y), size.height - 1) + 0.5,
  }
}
