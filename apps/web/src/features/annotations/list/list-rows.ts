import type {
  Annotation,
  AnnotationDocument,
  AnnotationId,
  Category,
  CategoryId,
} from '#annotation/document'
import { annotationsIn } from '#annotation/document'
import { type Keypoint, keypointPlaces, keypointsOf } from '#annotation/keypoints'

/** A row of the list. */
export type ListRow =
  | {
      readonly kind: 'category'
      readonly key: string
      readonly category: Category
      /** Place in the list, from 1. */
      readonly number: number
      /** All annotations, including those that a search hides. */
      readonly annotations: readonly Annotation[]
      readonly expanded: boolean
    }
  | {
      readonly kind: 'annotation'
      readonly key: string
      readonly category: Category
      readonly annotation: Annotation
      /** Number within its category, from 1. */
      readonly number: number
    }
  | {
      readonly kind: 'keypoint'
      readonly key: string
      readonly annotation: Annotation
      readonly label: string
      /** Index among the labels, from 0. */
      readonly place: number
      readonly visibility: Keypoint['visibility'] | 0
    }

export type RowOf<Kind extends ListRow['kind']> = Extract<ListRow, { kind: Kind }>

interface ListView {
  readonly collapsed: ReadonlySet<CategoryId>
  /** Words that must occur in an annotation's category, number or creator; '' for all annotations. */
  readonly search: string
  /** The annotation whose keypoints are listed. */
  readonly opened: AnnotationId | null
}

/**
 * The rows of the list from top to bottom: each category, followed by its annotations unless collapsed. A
 * search also shows its matches in collapsed categories.
 */
export function listRows(document: AnnotationDocument, view: ListView): ListRow[] {
  const words = wordsOf(view.search)
  const inOrder = [...document.annotations.values()].toSorted((a, b) => a.position - b.position)
  const byCategory = Map.groupBy(inOrder, ({ categoryId }) => categoryId)
  return [...document.categories.values()].flatMap((category, place): ListRow[] => {
    const annotations = byCategory.get(category.id) ?? []
    const all = annotations.map((annotation, index): RowOf<'annotation'> => {
      const { id } = annotation
      return { kind: 'annotation', key: id, category, annotation, number: index + 1 }
    })
    const found = all.filter((row) => words.every((word) => hasWord(row, word)))
    if (words.length > 0 && found.length === 0 && !words.every((word) => isNamed(category, word))) {
      return []
    }
    const expanded = words.length > 0 || !view.collapsed.has(category.id)
    const key = `category-${category.id}`
    const head: ListRow = {
      kind: 'category',
      key,
      category,
      number: place + 1,
      annotations,
      expanded,
    }
    return expanded ? [head, ...found.flatMap((row) => withKeypoints(document, row, view))] : [head]
  })
}

function wordsOf(search: string): string[] {
  return search
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
}

function isNamed({ name }: Category, word: string): boolean {
  return name.toLowerCase().includes(word)
}

function hasWord({ category, annotation, number }: RowOf<'annotation'>, word: string): boolean {
  const creator = annotation.creator?.toLowerCase() ?? ''
  // A word of digits matches only the number of an annotation, or a creator's whole name.
  const byCreator = creator === word || (!/^\d+$/u.test(word) && creator.includes(word))
  return isNamed(category, word) || byCreator || String(number) === word
}

function withKeypoints(
  document: AnnotationDocument,
  row: RowOf<'annotation'>,
  { opened }: ListView,
): ListRow[] {
  const { annotation, category } = row
  if (annotation.id !== opened) return [row]
  const placed = new Map(keypointsOf(annotation).map((keypoint) => [keypoint.place, keypoint]))
  const places = Array.from(
    { length: keypointPlaces(document, annotation) },
    (_, place): ListRow => {
      const label = category.keypointLabels[place] ?? String(place + 1)
      const visibility = placed.get(place)?.visibility ?? 0
      const key = keypointKey(annotation.id, place)
      return { kind: 'keypoint', key, annotation, label, place, visibility }
    },
  )
  return [row, ...places]
}

/** The key of a keypoint's row. */
export function keypointKey(annotation: AnnotationId, place: number): string {
  return `${annotation} keypoint ${place}`
}

/** The annotation above (-1) or below (1) another in the list. From null, the last or the first one. */
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

/** The display number of an annotation: its category and its number there. */
export function placeInCategory(document: AnnotationDocument, annotation: Annotation): number {
  const { id, categoryId } = annotation
  return annotationsIn(document, categoryId).findIndex((other) => other.id === id) + 1
}
