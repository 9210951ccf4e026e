import { applyDiff } from './diff.ts'
import type { EditorState } from './editor-state.ts'
import { begin, type History, type Mark } from './history.ts'

type Done = Pick<EditorState, 'history' | 'pending'>

/** What has been drawn since an earlier state: drawings that still wait, and the first step of undo. */
export function drawnSince(
  before: Done,
  { history, pending }: Done,
): { readonly waiting: readonly Mark[]; readonly step: Mark | null } {
  const known = new Set([...before.history.past, ...before.pending].map(({ mark }) => mark))
  const first = history.past.findLastIndex(({ mark }) => known.has(mark)) + 1
  return {
    waiting: pending.map(({ mark }) => mark).filter((mark) => !known.has(mark)),
    step: history.past[first]?.mark ?? null,
  }
}

/** Brings back annotations that a drawing in hand had begun, and that went with the step that ended it. */
export function begunAgain(
  before: History,
  { history, document }: Pick<EditorState, 'history' | 'document'>,
): Pick<EditorState, 'history' | 'document'> {
  const gone = new Map([...before.begun].filter(([id]) => !history.begun.has(id)))
  return {
    history: begin(history, gone),
    document: { ...document, ...applyDiff(document, gone) },
  }
}
