import type { AnnotationId } from './document.ts'
import type { EditorStore } from './editor-store.ts'
import { annotationAt } from './hit.ts'
import type { ReshapingQueue } from './reshaping.ts'
import type { Reshaping, ReshapeWish, ToolEditor } from './tool.ts'

/** Names the annotation of a tool's wish. */
type RequestOf = (wish: ReshapeWish, annotation: AnnotationId) => Reshaping

/** An editor as its tools see it. */
export function toolEditorOf(
  store: EditorStore,
  queue: ReshapingQueue,
  requestOf: RequestOf,
  actions: Pick<
    ToolEditor,
    'change' | 'create' | 'createAside' | 'bail' | 'giveUp' | 'reshape' | 'rework'
  >,
): ToolEditor {
  return {
    ...actions,
    get view() {
      return store.state
    },
    annotationAt: (aim) => annotationAt(store.state, aim),
    select(selected) {
      if (!sameIds(selected, store.state.selected)) store.set({ selected })
    },
    setHover: (hover) => store.set({ hover }),
    setCurrentKeypoint: (currentKeypoint) => store.set({ currentKeypoint }),
    setGrid: (grid) => store.set({ grid }),
    mark: (label) => ({ label }),
    isPending: (mark) => store.state.pending.some((reshaping) => reshaping.mark === mark),
    preview(wish) {
      const { selection } = store.state
      queue.preview(wish === null || selection === null ? null : requestOf(wish, selection))
    },
  }
}

/** Wishes as requests; one that a tool repeats, as after its preview, is the same request. */
export function requests(): RequestOf {
  const known = new WeakMap<ReshapeWish, Reshaping>()
  return (wish, annotation) => {
    const earlier = known.get(wish)
    if (earlier?.annotation === annotation) return earlier
    const request = { ...wish, annotation }
    known.set(wish, request)
    return request
  }
}

export function sameIds(a: readonly AnnotationId[], b: readonly AnnotationId[]): boolean {
  return a.length === b.length && a.every((id, i) => id === b[i])
}
