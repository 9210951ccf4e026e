import type { Point } from '#geometry/point'
import { distance } from '#geometry/point'
import type { Annotation, AnnotationId } from '../../document.ts'
import { dragDistance } from '../../handles.ts'
import {
  keypointAt,
  keypointPlacedAt,
  keypointsOf,
  nextPlace,
  putKeypoint,
  removeKeypoint,
  skeletonOf,
  toggleKeypoint,
} from '../../keypoints.ts'
import type { Cursor, Overlay } from '../../overlay.ts'
import type { Aim } from '../../reach.ts'
import type { KeyInput, PointerInput, ToolEditor, RunningTool } from '../../tool.ts'
import { toolOf } from '../../tool.ts'
import type { View } from '../../view.ts'
import { inImagePixels, selectedIn } from '../../view.ts'
import { keypointsAbout } from './about.ts'

interface Idle {
  readonly name: 'idle'
  readonly pointer: Aim | null
}

interface Dragging {
  readonly name: 'dragging'
  readonly annotation: AnnotationId
  readonly place: number
  /** Whether it is about to be labelled; else it is being moved. */
  readonly isNew: boolean
  /** The positions of the pointer and of the keypoint at the press. */
  readonly from: Point
  readonly origin: Point
  /** The target; null until the pointer has moved far enough to count as a drag. */
  readonly to: Point | null
}

type KeypointsState = Idle | Dragging

const idle: Idle = { name: 'idle', pointer: null }

/**
 * Labels keypoints: a click places the next label of the category, a drag moves a keypoint, alt and a
 * click say that it is hidden, or visible again, and Backspace removes the current one.
 */
export const keypointsTool: RunningTool<'keypoints'> = toolOf<'keypoints', KeypointsState>(
  keypointsAbout,
  {
    initial: idle,
    states: {
      idle: {
        cancel: (state) => state,
        pointerMove: (_, pointer) => ({ name: 'idle', pointer }),
        pointerLeave: () => idle,
        pointerDown: press,
        keyDown: pressKey,
        display: (state, view) => ({
          cursor: cursorOf(state, view),
          overlays: [...overlaysOf(shown(view), view), ...nextOverlays(state, view)],
        }),
      },
      dragging: {
        cancel: () => idle,
        pointerMove: drag,
        pointerUp(state, pointer, editor) {
          const { annotation, place, isNew, to } = drag(state, pointer, editor)
          if (to !== null) {
            const label = isNew ? 'place keypoint' : 'move keypoint'
            editor.change(label, putKeypoint(annotation, place, to))
            editor.setCurrentKeypoint(place)
          }
          return { name: 'idle', pointer }
        },
        display: (state, view) => ({ cursor: 'move', overlays: draggedOverlays(state, view) }),
      },
    },
  },
)

function shown(view: View): Annotation | null {
  const selected = selectedIn(view)
  return selected === null || view.hidden.has(selected.id) ? null : selected
}

function press(_: Idle, pointer: PointerInput, editor: ToolEditor): KeypointsState {
  const { at, alt } = pointer
  const resting: Idle = { name: 'idle', pointer }
  const annotation = shown(editor.view)
  if (annotation === null) return resting
  const keypoint = keypointAt(annotation, editor.view, pointer)
  if (keypoint === null) return alt ? resting : placeNext(annotation, pointer, editor)
  const { place, at: origin } = keypoint
  editor.setCurrentKeypoint(place)
  if (!alt) return dragged(annotation, { place, isNew: false, from: at, origin, to: null })
  editor.change('keypoint visibility', toggleKeypoint(annotation.id, place))
  return resting
}

function placeNext(annotation: Annotation, pointer: Aim, { view }: ToolEditor): KeypointsState {
  const place = nextPlace(annotation, view)
  const to = keypointPlacedAt(view, pointer)
  if (place === -1 || to === null) return { name: 'idle', pointer }
  const { at } = pointer
  return dragged(annotation, { place, isNew: true, from: at, origin: at, to })
}

function dragged({ id }: Annotation, about: Omit<Dragging, 'name' | 'annotation'>): Dragging {
  return { name: 'dragging', annotation: id, ...about }
}

function drag(state: Dragging, { at }: PointerInput, { view }: ToolEditor): Dragging {
  const { from, origin } = state
  const isMeant = state.to !== null || distance(from, at) >= inImagePixels(view, dragDistance)
  if (!isMeant) return state
  return { ...state, to: { x: origin.x + at.x - from.x, y: origin.y + at.y - from.y } }
}

/** A current keypoint keeps Backspace from the annotation even when it is no longer labelled. */
function pressKey(state: Idle, { key }: KeyInput, editor: ToolEditor): Idle | null {
  const { currentKeypoint } = editor.view
  const annotation = shown(editor.view)
  if (annotation === null || currentKeypoint === -1) return null
  if (key === 'Escape') {
    editor.setCurrentKeypoint(-1)
    return state
  }
  if (key !== 'Backspace' && key !== 'Delete') return null
  editor.change('delete keypoint', removeKeypoint(annotation.id, currentKeypoint))
  return state
}

function cursorOf({ pointer }: Idle, view: View): Cursor {
  const annotation = shown(view)
  if (annotation === null) return 'no-drop'
  if (pointer !== null && keypointAt(annotation, view, pointer) !== null) return 'move'
  return nextPlace(annotation, view) === -1 ? 'no-drop' : 'crosshair'
}

function overlaysOf(annotation: Annotation | null, view: View): Overlay[] {
  if (annotation === null) return []
  const category = view.document.categories.get(annotation.categoryId)
  const keypoints = keypointsOf(annotation).map(({ place, at, visibility }): Overlay => {
    const look = visibility === 2 ? 'visible' : 'hidden'
    return { ...named(place, annotation, view), at, look, active: place === view.currentKeypoint }
  })
  const lines = skeletonOf(annotation, category).map((line): Overlay => {
    return { kind: 'line', line, dashed: false }
  })
  return [...lines, ...keypoints]
}

function named(
  place: number,
  { categoryId }: Annotation,
  { document }: View,
): { kind: 'keypoint'; label: string; color: string | null } {
  const category = document.categories.get(categoryId)
  return {
    kind: 'keypoint',
    label: category?.keypointLabels[place] ?? '',
    color: category?.keypointColors[place] ?? null,
  }
}

/** Which label a click would place, at the pointer. */
function nextOverlays({ pointer }: Idle, view: View): Overlay[] {
  const annotation = shown(view)
  if (annotation === null || pointer === null) return []
  const place = nextPlace(annotation, view)
  const at = keypointPlacedAt(view, pointer)
  if (place === -1 || at === null || keypointAt(annotation, view, pointer) !== null) return []
  return [{ ...named(place, annotation, view), at, look: 'next', active: false }]
}

function draggedOverlays({ annotation: id, place, to }: Dragging, view: View): Overlay[] {
  const changed = to === null ? view.document : putKeypoint(id, place, to)(view.document)
  const annotation = changed.annotations.get(id)
  if (annotation === undefined) return []
  const { geometry, lines, keypoints } = annotation
  const overlays = overlaysOf(annotation, { ...view, currentKeypoint: place })
  return [{ kind: 'instead', id, geometry, lines, keypoints }, ...overlays]
}
