import { applicablePart, applyDiff, invertDiff } from './diff.ts'
import type { Annotated } from './document.ts'
import type { EditorState } from './editor-state.ts'
import { begin, futureAfter, type Mark, type Travel } from './history.ts'

type Done = Pick<EditorState, 'document' | 'history' | 'pending'>

interface WithoutPress {
  readonly travel: Travel
  readonly pending: EditorState['pending']
}

/**
 * The present state without the drawing of a press. Other steps since then stay, and so do the steps before
 * them. An annotation that a drawing had begun before the press is begun again.
 * @param before the state before the press
 * @param marks those under which the tool has drawn since the press
 */
export function withoutPress(
  before: Done,
  { document, history, pending }: Done,
  marks: ReadonlySet<Mark>,
): WithoutPress {
  const known = new Set([...before.history.past, ...before.pending].map(({ mark }) => mark))
  const isOfPress = ({ mark }: { readonly mark: Mark }) => marks.has(mark) && !known.has(mark)
  const kept = history.past.findLastIndex((step) => !isOfPress(step)) + 1
  const past = history.past.slice(0, kept)
  const future = futureAfter(past, history, before.history)
  const reverted = history.past.slice(kept).reduceRight<Annotated>((annotated, { diff }) => {
    return applyDiff(annotated, applicablePart(invertDiff(diff), annotated).diff)
  }, document)
  const begun = new Map(
    [...before.history.begun].filter(
      ([id]) => before.document.annotations.has(id) && !reverted.annotations.has(id),
    ),
  )
  return {
    travel: {
      history: begin({ ...history, past, future }, begun),
      annotated: applyDiff(reverted, begun),
      step: null,
      skipped: [],
    },
    pending: pending.filter((reshaping) => !isOfPress(reshaping)),
  }
}
