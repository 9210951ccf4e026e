import type { AnnotationId } from './document.ts'
import type { EditorStore } from './editor-store.ts'
import { annotationAt } from './hit.ts'
import { withShown } from './looks.ts'
import type { ToolEditor } from './tool.ts'

/** An editor as its tools see it. */
export function toolEditorOf(
  store: EditorStore,
  actions: Pick<
    ToolEditor,
    'change' | 'create' | 'createAside' | 'bail' | 'giveUp' | 'reshape' | 'preview' | 'rework'
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
    show: (annotation) => store.set(withShown(store.state, annotation)),
    setCurrentKeypoint: (currentKeypoint) => store.set({ currentKeypoint }),
    setGrid: (grid) => store.set({ grid }),
    mark: (label) => ({ label }),
    isPending: (mark) => store.state.pending.some((reshaping) => reshaping.mark === mark),
  }
}

export function sameIds(a: readonly AnnotationId[], b: readonly AnnotationId[]): boolean {
  return a.length === b.length && a.every((id, i) => id === b[i])
}
