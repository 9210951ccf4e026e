import { boxContains } from '#geometry/box'
import { distance } from '#geometry/point'
import { boxOfImage } from '../../document.ts'
import type { Mark } from '../../history.ts'
import type { ClickSearch, PlacedClick } from '../../search.ts'
import type { PointerInput, ReshapeWish, ToolEditor, RunningTool } from '../../tool.ts'
import { isShifted, toolOf } from '../../tool.ts'
import type { View } from '../../view.ts'
import { inImagePixels } from '../../view.ts'
import { clickOverlays, clicksAbout } from './about.ts'

interface Idle {
  readonly name: 'idle'
  /** The step of the last finished object; Escape drops it while the answer is pending. */
  readonly asked: Mark | null
}

interface Refining {
  readonly name: 'refining'
  readonly mark: Mark
  readonly clicks: ClickSearch['clicks']
  /** The previewed change; finishing applies it. */
  readonly wish: ReshapeWish
}

type ClicksState = Idle | Refining

const idle: Idle = { name: 'idle', asked: null }
/** Clicks closer than this, such as a double click, count as one; in pixels of the screen. */
const leastDistance = 4

/**
 * Outlines the clicked object and adds it to the selected annotation. The outline is previewed; further
 * clicks add places to the object and, with shift, exclude them.
 */
export const clicksTool: RunningTool<'clicks'> = toolOf<'clicks', ClicksState>(clicksAbout, {
  initial: idle,
  states: {
    idle: {
      cancel: (state) => state,
      pointerDown(state, pointer, editor) {
        const { selection } = editor.view
        if (selection === null || pointer.shift || !isOnImage(pointer, editor.view)) return state
        return look(editor.mark('clicks'), [clickOf(pointer, editor.view)], editor)
      },
      keyDown({ asked }, { key }, editor) {
        if (key !== 'Escape' || asked === null || !editor.isPending(asked)) return null
        editor.giveUp(asked)
        return idle
      },
      display: () => ({ cursor: 'crosshair', overlays: [] }),
    },
    refining: {
      cancel(_, editor) {
        editor.preview(null)
        return idle
      },
      complete({ wish, mark }, editor) {
        editor.reshape(wish)
        return { name: 'idle', asked: mark }
      },
      resume: previewed,
      undo: withoutLastClick,
      pointerDown(state, pointer, editor) {
        if (!isOnImage(pointer, editor.view) || !isApart(state, pointer, editor.view)) return state
        return look(state.mark, [...state.clicks, clickOf(pointer, editor.view)], editor)
      },
      keyDown: (state, { key }, editor) =>
        key === 'Backspace' ? withoutLastClick(state, editor) : null,
      display: ({ clicks }) => ({ cursor: 'crosshair', overlays: clickOverlays(clicks) }),
    },
  },
})

function clickOf(pointer: PointerInput, view: View): PlacedClick {
  const { x, y } = pointer.at
  return { x, y, inside: !isShifted(pointer, view) }
}

function isOnImage({ at }: PointerInput, { document }: View): boolean {
  return boxContains(boxOfImage(document.image), at)
}

function isApart({ clicks }: Refining, { at }: PointerInput, view: View): boolean {
  const least = inImagePixels(view, leastDistance)
  return clicks.every((click) => distance(click, at) >= least)
}

function look(mark: Mark, clicks: ClickSearch['clicks'], editor: ToolEditor): Refining {
  const drawing = { kind: 'clicks', clicks } as const
  const wish = { operation: 'add', drawing, asBox: false, mark } as const
  return previewed({ name: 'refining', mark, clicks, wish }, editor)
}

function previewed(state: Refining, editor: ToolEditor): Refining {
  editor.preview(state.wish)
  return state
}

function withoutLastClick(state: Refining, editor: ToolEditor): ClicksState {
  const others = state.clicks.slice(0, -1)
  if (others.length > 0) return look(state.mark, others, editor)
  editor.preview(null)
  return idle
}
