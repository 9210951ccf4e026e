import type { RecordDiff } from './diff.ts'
import {
  type Annotation,
  type AnnotationDocument,
  type AnnotationId,
  type CategoryId,
  isAnnotation,
} from './document.ts'

/** How a user sees the annotations of a category, or a single one. */
export interface Look {
  /** In percent of the usual opacity. */
  readonly opacity: number
  /** Whether nothing may change it, and clicks go through it. */
  readonly isLocked: boolean
  /** Whether it is hidden when an image opens. */
  readonly isHidden: boolean
}

/** What differs from the usual look. Part of the view: neither saved with the image nor undone. */
export interface Looks {
  readonly categories: ReadonlyMap<CategoryId, Look>
  readonly annotations: ReadonlyMap<AnnotationId, Look>
}

export const usualLooks: Looks = { categories: new Map(), annotations: new Map() }

export const usualLook: Look = { opacity: 100, isLocked: false, isHidden: false }

type Known = Pick<Annotation, 'id' | 'categoryId'>

/** The annotation's own look, and its category's where that says more. */
export function lookOf(
  { categories, annotations }: Looks,
  { id, categoryId }: Known,
): Omit<Look, 'isHidden'> {
  const own = annotations.get(id) ?? usualLook
  const shared = categories.get(categoryId) ?? usualLook
  return {
    opacity: (own.opacity * shared.opacity) / 100,
    isLocked: own.isLocked || shared.isLocked,
  }
}

export function isLocked(looks: Looks, annotation: Known): boolean {
  return lookOf(looks, annotation).isLocked
}

/** Whether nothing may be created in a category. */
export function isCategoryLocked({ categories }: Looks, id: CategoryId): boolean {
  return categories.get(id)?.isLocked === true
}

/** The annotations that are hidden when an image opens, alone or with their category. */
export function hiddenBy(looks: Looks, document: AnnotationDocument): ReadonlySet<AnnotationId> {
  return idsOf([...document.annotations.values()].filter((each) => isHiddenBy(looks, each)))
}

function isHiddenBy({ categories, annotations }: Looks, { id, categoryId }: Known): boolean {
  return annotations.get(id)?.isHidden === true || categories.get(categoryId)?.isHidden === true
}

/** The annotations hidden now, and the looks. */
interface Visibility {
  readonly document: AnnotationDocument
  readonly hidden: ReadonlySet<AnnotationId>
  readonly looks: Looks
}

/** The hidden annotations after other looks were taken on; those hidden for the moment stay hidden. */
export function hiddenWith(
  { document, hidden, looks }: Visibility,
  next: Looks,
): ReadonlySet<AnnotationId> {
  const [before, after] = [hiddenBy(looks, document), hiddenBy(next, document)]
  const isShown = (id: AnnotationId) => before.has(id) && !after.has(id)
  const appeared = [...after].filter((id) => !before.has(id))
  return new Set([...[...hidden].filter((id) => !isShown(id)), ...appeared])
}

/**
 * Visibility after a change of the document: annotations that others put into a hidden category are hidden,
 * and a hidden category into which the user puts a visible annotation is shown, because that would vanish
 * when the image opens again.
 * @param local the part of the change made here
 * @param remote the part made by others
 */
export function visibilityAfter(
  visibility: Visibility,
  local: RecordDiff,
  remote: RecordDiff,
): Pick<Visibility, 'hidden' | 'looks'> {
  const { document, hidden, looks } = afterOwn(visibility, local)
  const arrived = idsOf(enteringIn(remote).filter((each) => isHiddenBy(looks, each)))
  // One that the server has removed is visible if the user brings it back.
  const isGone = (id: AnnotationId) => remote.has(id) && !document.annotations.has(id)
  const next = new Set([...[...hidden].filter((id) => !isGone(id)), ...arrived])
  const isSame = next.size === hidden.size && [...next].every((id) => hidden.has(id))
  return { hidden: isSame ? hidden : next, looks }
}

function afterOwn(visibility: Visibility, local: RecordDiff): Visibility {
  const { document, hidden, looks } = visibility
  const shownIds = enteringIn(local)
    .filter(({ id, categoryId }) => !hidden.has(id) && isCategoryHidden(looks, categoryId))
    .map(({ categoryId }) => categoryId)
  if (shownIds.length === 0) return visibility
  const next = { ...looks, categories: changed(looks.categories, shownIds, { isHidden: false }) }
  return { document, hidden: hiddenWith(visibility, next), looks: next }
}

/** Visibility with an annotation shown, and its category if that is hidden. */
export function withShown(
  visibility: Visibility,
  { id, categoryId }: Known,
): Pick<Visibility, 'hidden' | 'looks'> {
  const inCategory = withCategoryLook(visibility.looks, categoryId, { isHidden: false })
  const looks = withAnnotationLooks(inCategory, [id], { isHidden: false })
  const others = [...hiddenWith(visibility, looks)].filter((other) => other !== id)
  return { hidden: new Set(others), looks }
}

function isCategoryHidden({ categories }: Looks, id: CategoryId): boolean {
  return categories.get(id)?.isHidden === true
}

/** The annotations that are new, or in another category than before. */
function enteringIn(diff: RecordDiff): Annotation[] {
  return [...diff.values()].flatMap(([before, after]) => {
    if (after === undefined || !isAnnotation(after)) return []
    const isIn = before !== undefined && isAnnotation(before)
    return isIn && before.categoryId === after.categoryId ? [] : [after]
  })
}

function idsOf(annotations: readonly Annotation[]): ReadonlySet<AnnotationId> {
  return new Set(annotations.map(({ id }) => id))
}

export function withCategoryLook(looks: Looks, id: CategoryId, change: Partial<Look>): Looks {
  return { ...looks, categories: changed(looks.categories, [id], change) }
}

export function withAnnotationLooks(
  looks: Looks,
  ids: readonly AnnotationId[],
  change: Partial<Look>,
): Looks {
  return { ...looks, annotations: changed(looks.annotations, ids, change) }
}

/** The looks with each annotation's own opacity changed by a number of percent, from 0 to 100. */
export function withOpacityBy(looks: Looks, ids: readonly AnnotationId[], percent: number): Looks {
  const changes = ids.map((id) => {
    const { opacity } = looks.annotations.get(id) ?? usualLook
    return [id, { opacity: Math.min(100, Math.max(0, opacity + percent)) }] as const
  })
  return { ...looks, annotations: withChanges(looks.annotations, new Map(changes)) }
}

/** The looks with no category and no annotation hidden. */
export function withoutHidden({ categories, annotations }: Looks): Looks {
  return { categories: shown(categories), annotations: shown(annotations) }
}

function shown<Id extends CategoryId | AnnotationId>(
  map: ReadonlyMap<Id, Look>,
): ReadonlyMap<Id, Look> {
  return changed(map, [...map.keys()], { isHidden: false })
}

function changed<Id extends CategoryId | AnnotationId>(
  map: ReadonlyMap<Id, Look>,
  ids: readonly Id[],
  change: Partial<Look>,
): ReadonlyMap<Id, Look> {
  return withChanges(map, new Map(ids.map((id) => [id, change])))
}

/** Parses stored looks of categories; what is bad or missing is usual. */
export function looksFrom(stored: unknown): Looks['categories'] {
  const looks = Object.entries(recordOf(stored)).flatMap(([key, value]): [CategoryId, Look][] => {
    const id = Number(key)
    return Number.isInteger(id) ? [[id, lookFrom(value)]] : []
  })
  return withChanges<CategoryId>(new Map(), new Map(looks))
}

/** Parses stored looks of annotations; what is bad or missing is usual. */
export function annotationLooksFrom(stored: unknown): Looks['annotations'] {
  const looks = Object.entries(recordOf(stored))
  const read = new Map(looks.map(([id, value]) => [id, lookFrom(value)]))
  return withChanges<AnnotationId>(new Map(), read)
}

function recordOf(stored: unknown): Readonly<Record<string, unknown>> {
  return typeof stored === 'object' && stored !== null ? { ...stored } : {}
}

function lookFrom(stored: unknown): Look {
  const { opacity, isLocked: locked, isHidden } = recordOf(stored)
  const isOpacity = typeof opacity === 'number' && opacity >= 0 && opacity <= 100
  return {
    opacity: isOpacity ? opacity : usualLook.opacity,
    isLocked: locked === true,
    isHidden: isHidden === true,
  }
}

/** Changed parts of the looks of categories, or of annotations. */
export type LookChanges<Id extends CategoryId | AnnotationId> = ReadonlyMap<Id, Partial<Look>>

/** The changes from some looks to later ones. */
export function changesBetween<Id extends CategoryId | AnnotationId>(
  before: ReadonlyMap<Id, Look>,
  after: ReadonlyMap<Id, Look>,
): LookChanges<Id> {
  const ids = new Set([...before.keys(), ...after.keys()])
  const changes = [...ids].map(
    (id) => [id, differenceOf(before.get(id) ?? usualLook, after.get(id) ?? usualLook)] as const,
  )
  return new Map(changes.filter(([, change]) => Object.keys(change).length > 0))
}

function differenceOf(before: Look, { opacity, isLocked: locked, isHidden }: Look): Partial<Look> {
  return {
    ...(opacity !== before.opacity && { opacity }),
    ...(locked !== before.isLocked && { isLocked: locked }),
    ...(isHidden !== before.isHidden && { isHidden }),
  }
}

/** Looks with changes made to them; usual looks are not kept. */
export function withChanges<Id extends CategoryId | AnnotationId>(
  looks: ReadonlyMap<Id, Look>,
  changes: LookChanges<Id>,
): ReadonlyMap<Id, Look> {
  const next = new Map(looks)
  for (const [id, change] of changes) {
    const look = { ...usualLook, ...looks.get(id), ...change }
    const isUsual = look.opacity === 100 && !look.isLocked && !look.isHidden
    if (isUsual) next.delete(id)
    else next.set(id, look)
  }
  return next
}

/** The stored form of changes, as a merge patch: null removes a value, which is then the usual one. */
export function storedChanges(
  changes: ReadonlyMap<CategoryId | AnnotationId, Partial<Look>>,
): Readonly<Record<string, Readonly<Record<string, unknown>>>> {
  return Object.fromEntries(Array.from(changes, ([id, change]) => [id, storedChange(change)]))
}

function storedChange(change: Partial<Look>): Readonly<Record<string, unknown>> {
  const values = Object.entries(change).map(([name, value]) => {
    const isUsual = value === usualLook[name as keyof Look]
    return [name, isUsual ? null : value]
  })
  return Object.fromEntries(values)
}
