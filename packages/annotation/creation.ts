import { extentOf } from './commands.ts'
import type { AnnotationDocument, AnnotationId, CategoryId } from './document.ts'
import type { EditorState } from './editor-state.ts'
import type { Mark } from './history.ts'
import type { Reshaping } from './tool.ts'

/** The category in which a drawing is to make an annotation of its own; null if it is not. */
export function categoryOfNext(
  { document, pending, preferences, activeCategory }: EditorState,
  { annotation, operation }: Reshaping,
): CategoryId | null {
  const target = document.annotations.get(annotation)
  if (!preferences.newAfterStroke || operation !== 'add' || target === undefined) return null
  const isFilled = extentOf(target) !== null
  const isBeingFilled = pending.some((other) => other.annotation === annotation)
  const isOfAnother = target.categoryId !== activeCategory
  return isFilled || isBeingFilled || isOfAnother ? activeCategory : null
}

/**
 * The active category after those of the dataset have changed: nothing is drawn in one that is gone, and the
 * first of a dataset that had none is active at once.
 */
export function activeAmong(
  categories: AnnotationDocument['categories'],
  { document, activeCategory }: Pick<EditorState, 'document' | 'activeCategory'>,
): CategoryId | null {
  if (activeCategory !== null) return categories.has(activeCategory) ? activeCategory : null
  const [first = null] = document.categories.size === 0 ? categories.keys() : []
  return first
}

/** The latest step, if it created this annotation, which is still empty; otherwise null. */
export function creationOf({ history, document }: EditorState, id: AnnotationId): Mark | null {
  const latest = history.past.at(-1)
  const [before, after] = latest?.diff.get(id) ?? []
  if (latest === undefined || before !== undefined || after === undefined) return null
  const annotation = document.annotations.get(id)
  return annotation !== undefined && extentOf(annotation) === null ? latest.mark : null
}

/** The annotations begun by drawings that have ended, or have not got under way at all. */
export function endedIn(before: EditorState, state: EditorState): ReadonlySet<AnnotationId> {
  const { begun } = before.history
  const ended = [...state.history.begun.keys()].filter((id) => {
    const wasUnderWay = isUnderWay(before, id) || !begun.has(id)
    return wasUnderWay && !isUnderWay(state, id)
  })
  return new Set(ended)
}

/** Whether a drawing in an annotation is in hand, set aside, worked out, or waits for a decision. */
function isUnderWay(
  { tool, selection, drafts, pending, refused }: EditorState,
  id: AnnotationId,
): boolean {
  if (!tool.resting && selection === id) return true
  const isOf = ({ annotation }: { readonly annotation: AnnotationId | null }) => annotation === id
  return drafts.some(isOf) || pending.some(isOf) || refused?.annotation === id
}
