import { useSyncExternalStore } from 'react'

import type { Editor } from '#annotation/editor'
import type { EditorState } from '#annotation/editor-state'
import type { SaveLedger } from '#annotation/save'

import type { SaveLoop } from './save-loop.ts'

/** A part of the editor's state; renders when that part is another. */
export function useEditor<T>(editor: Editor, select: (state: EditorState) => T): T {
  return useSyncExternalStore(
    (listener) => editor.subscribe(listener),
    () => select(editor.state),
  )
}

export function useLedger(saving: SaveLoop): SaveLedger {
  return useSyncExternalStore(saving.subscribe, () => saving.ledger)
}
