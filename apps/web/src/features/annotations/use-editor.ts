import { useDeferredValue, useSyncExternalStore } from 'react'

import type { Editor } from '#annotation/editor'
import type { EditorState } from '#annotation/editor-state'
import type { SaveLedger } from '#annotation/save'

import type { SaveLoop } from './saving/save-loop.ts'

/** A part of the editor's state; renders when that part changes. */
export function useEditor<T>(editor: Editor, select: (state: EditorState) => T): T {
  return useSyncExternalStore(editor.subscribe, () => select(editor.state))
}

/**
 * Like `useEditor`, for parts that may update a moment later, such as a list: renders between frames, so
 * that the canvas does not wait.
 */
export function useEditorLater<T>(editor: Editor, select: (state: EditorState) => T): T {
  return useDeferredValue(useEditor(editor, select))
}

export function useLedger(saving: SaveLoop): SaveLedger {
  return useSyncExternalStore(saving.subscribe, () => saving.ledger)
}
