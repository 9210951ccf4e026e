import { boxContains } from '#geometry/box'
import { distance } from '#geometry/point'
import type { AnnotationId } from '../../document.ts'
import { boxOfImage } from '../../document.ts'
import type { Mark } from '../../history.ts'
import type { PlacedClick } from '../../search.ts'
import type { PointerInput, Reshaping, ToolEditor, RunningTool } from '../../tool.ts'
import { toolOf } from '../../tool.ts'
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
  readonly annotation: AnnotationId
  readonly mark: Mark
  readonly clicks: readonly [PlacedClick, ...PlacedClick[]]
  /** The previewed change; finishing applies it. */
  readonly reshaping: Reshaping
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
        const annotation = editor.view.selection
        if (annotation === null || pointer.shift || !isOnImage(pointer, editor.view)) return state
        const clicks = [clickOf(pointer)] as const
        return look({ annotation, mark: editor.mark('clicks'), clicks }, editor)
      },
      keyDown({ asked }, { key }, editor) {
        if (key !== 'Escape' || asked === null || !editor.isPending(asked)) return null
        editor.bail(asked)
        return idle
      },
      display: () => ({ cursor: 'crosshair', overlays: [] }),
    },
    refining: {
      cancel(_, editor) {
        editor.preview(null)
        return idle
      },
      complete({ reshaping, mark }, editor) {
        editor.reshape(reshaping)
        return { name: 'idle', asked: mark }
      },
      undo: withoutLastClick,
      pointerDown(state, pointer, editor) {
        if (!isOnImage(pointer, editor.view) || !isApart(state, pointer, editor.view)) return state
        return look({ ...state, clicks: [...state.clicks, clickOf(pointer)] }, editor)
      },
      keyDown: (state, { key }, editor) =>
        key === 'Backspace' ? withoutLastClick(state, editor) : null,
      display: ({ clicks }) => ({ cursor: 'crosshair', overlays: clickOverlays(clicks) }),
    },
  },
})

function clickOf({ at: { x, y }, shift }: PointerInput): PlacedClick {
  return { x, y, inside: !shift }
}

function isOnImage({ at }: PointerInput, { document }: View): boolean {
  return boxContains(boxOfImage(document.image), at)
}

function isApart({ clicks }: Refining, { at }: PointerInput, view: View): boolean {
  const least = inImagePixels(view, leastDistance)
  return clicks.every((click) => distance(click, at) >= least)
}

function look(
  { annotation, mark, clicks }: Pick<Refining, 'annotation' | 'mark' | 'clicks'>,
  editor: ToolEditor,
): Refining {
  const drawing = { kind: 'clicks', clicks } as const
  const reshaping = { annotation, operation: 'add', drawing, asBox: false, mark } as const
  editor.preview(reshaping)
  return { name: 'refining', annotation, mark, clicks, reshaping }
}

function withoutLastClick(state: Refining, editor: ToolEditor): ClicksState {
  const [first, ...others] = state.clicks
  if (others.length > 0) return look({ ...state, clicks: [first, ...others.slice(0, -1)] }, editor)
  editor.preview(null)
  return idle
}
