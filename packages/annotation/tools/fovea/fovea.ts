import type { Annotation } from '../../document.ts'
import { categoryWithRole } from '../../document.ts'
import { keypointPlacedAt, putKeypoint } from '../../keypoints.ts'
import type { Overlay } from '../../overlay.ts'
import type { Aim } from '../../reach.ts'
import type { RunningTool, ToolEditor } from '../../tool.ts'
import { toolOf } from '../../tool.ts'
import type { View } from '../../view.ts'
import { foveaAbout } from './about.ts'

type FoveaState =
  | { readonly name: 'idle'; readonly pointer: Aim | null }
  /** The button is down; letting go sets the fovea. */
  | { readonly name: 'placing'; readonly pointer: Aim }

const idle: FoveaState = { name: 'idle', pointer: null }
/** The place of the fovea among the keypoints of its category. */
const foveaPlace = 0

/**
 * Sets the fovea by a click, or moves it if it is set: an eye has one. Selection and active category
 * stay as they are, so that the next drawing is what it would have been.
 */
export const foveaTool: RunningTool<'fovea'> = toolOf<'fovea', FoveaState>(foveaAbout, {
  initial: idle,
  states: {
    idle: {
      cancel: () => idle,
      pointerMove: (_, pointer) => ({ name: 'idle', pointer }),
      pointerLeave: () => idle,
      pointerDown: (state, pointer, { view }) =>
        keypointPlacedAt(view, pointer) === null ? state : { name: 'placing', pointer },
      display: ({ pointer }, view) => ({ cursor: 'crosshair', overlays: nextAt(pointer, view) }),
    },
    placing: {
      cancel: () => idle,
      pointerMove: (_, pointer) => ({ name: 'placing', pointer }),
      pointerUp(_, pointer, editor) {
        place(pointer, editor)
        return { name: 'idle', pointer }
      },
      display: ({ pointer }, view) => ({ cursor: 'crosshair', overlays: nextAt(pointer, view) }),
    },
  },
})

function place(aim: Aim, editor: ToolEditor): void {
  const { view } = editor
  const to = keypointPlacedAt(view, aim)
  const category = categoryWithRole(view.document, 'fovea')
  if (to === null || category === null) return
  const known = foveaIn(view)
  const id = known?.id ?? editor.createAside(category.id)
  if (id === null) return
  editor.change('fovea', putKeypoint(id, foveaPlace, to))
  if (known !== null && view.hidden.has(known.id)) editor.show(known)
}

/** The annotation of the fovea that was made first; a hidden one only if none is visible. */
function foveaIn({ document, hidden }: View): Annotation | null {
  const category = categoryWithRole(document, 'fovea')
  const [first] = [...document.annotations.values()]
    .filter(({ categoryId }) => categoryId === category?.id)
    .toSorted(
      (a, b) => Number(hidden.has(a.id)) - Number(hidden.has(b.id)) || a.position - b.position,
    )
  return first ?? null
}

function nextAt(pointer: Aim | null, view: View): Overlay[] {
  const at = pointer === null ? null : keypointPlacedAt(view, pointer)
  const category = categoryWithRole(view.document, 'fovea')
  if (at === null || category === null) return []
  const [label = ''] = category.keypointLabels
  const color = category.keypointColors[foveaPlace] ?? category.color
  return [{ kind: 'keypoint', label, color, at, look: 'next', active: false }]
}
