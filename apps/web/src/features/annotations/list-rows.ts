import type { Annotation, AnnotationDocument, AnnotationId, CategoryId } from '#annotation/document'
import type { Category } from '#annotation/document'
import { annotationsIn } from '#annotation/document'

/** One line of the list. */
export type ListRow =
  | {
      readonly kind: 'category'
      readonly key: string
      readonly category: Category
      readonly annotations: readonly Annotation[]
      readonly expanded: boolean
    }
  | {
      readonly kind: 'annotation'
      readonly key: string
      readonly category: Category
      readonly annotation: Annotation
      /** Its place in its category, from 1. */
      readonly number: number
    }

/** The list from top to bottom: each category, and below it its annotations unless collapsed. */
export function listRows(
  document: AnnotationDocument,
  collapsed: ReadonlySet<CategoryId>,
): ListRow[] {
  return [...document.categories.values()].flatMap((category): ListRow[] => {
    const annotations = annotationsIn(document, category.id)
    const expanded = !collapsed.has(category.id)
    const head: ListRow = {
      kind: 'category',
      key: `category-${category.id}`,
      category,
      annotations,
      expanded,
    }
    if (!expanded) return [head]
    const rows = annotations.map((annotation, index): ListRow => {
      const { id } = annotation
      return { kind: 'annotation', key: id, category, annotation, number: index + 1 }
    })
    return [head, ...rows]
  })
}

/** The annotation above (-1) or below (1) another in the list; from none, the first or last. */
export function neighbourInList(
  rows: readonly ListRow[],
  from: AnnotationId | null,
  step: 1 | -1,
): Annotation | null {
  const annotations = rows.flatMap((row) => (row.kind === 'annotation' ? [row.annotation] : []))
  const at = annotations.findIndex(({ id }) => id === from)
  if (at === -1) return annotations.at(step === 1 ? 0 : -1) ?? null
  return annotations[at + step] ?? null
}

/** What people call an annotation: its category and its place there. */
export function placeInCategory(document: AnnotationDocument, annotation: Annotation): number {
  const { id, categoryId } = annotation
  return annotationsIn(document, categoryId).findIndex((other) => other.id === id) + 1
}
