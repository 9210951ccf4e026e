import { extentOf } from './commands.ts'
import type { AnnotationId, CategoryId } from './document.ts'
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

/** The latest step, if it created this annotation, which is still empty; otherwise null. */
export function creationOf({ history, document }: EditorState, id: AnnotationId): Mark | null {
  const latest = history.past.at(-1)
  const [before, after] = latest?.diff.get(id) ?? []
  if (latest === undefined || before !== undefined || after === undefined) return null
  const annotation = document.annotations.get(id)
  return annotation !== undefined && extentOf(annotation) === null ? latest.mark : null
}

/**
 * The step of a drawing: that of its annotation's creation if the drawing began it.
 * @param begun the step that created the last annotation begun by a drawing
 */
export function stepOf(
  { history }: EditorState,
  { annotation, mark }: Reshaping,
  begun: Mark | null,
): Mark {
  const latest = history.past.at(-1)
  if (latest === undefined || latest.mark !== begun) return mark
  return latest.diff.has(annotation) ? latest.mark : mark
}
