import type { Annotation, AnnotationId, CategoryId } from './document.ts'

/** How a user sees the annotations of a category, or a single one. */
export interface Look {
  /** In percent of the usual opacity. */
  readonly opacity: number
  /** Whether nothing may change it, and clicks go through it. */
  readonly isLocked: boolean
}

export interface CategoryLook extends Look {
  /** Whether annotations of the category are hidden when an image opens. */
  readonly isHidden: boolean
}

/** What differs from the usual look. Part of the view: neither saved with the image nor undone. */
export interface Looks {
  readonly categories: ReadonlyMap<CategoryId, CategoryLook>
  readonly annotations: ReadonlyMap<AnnotationId, Look>
}

export const usualLooks: Looks = { categories: new Map(), annotations: new Map() }

export const usualLook: CategoryLook = { opacity: 100, isLocked: false, isHidden: false }

type Known = Pick<Annotation, 'id' | 'categoryId'>

/** The annotation's own look, and its category's where that says more. */
export function lookOf({ categories, annotations }: Looks, { id, categoryId }: Known): Look {
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

export function withCategoryLook(
  looks: Looks,
  id: CategoryId,
  change: Partial<CategoryLook>,
): Looks {
  return { ...looks, categories: changed(looks.categories, id, change) }
}

export function withAnnotationLook(looks: Looks, id: AnnotationId, change: Partial<Look>): Looks {
  return { ...looks, annotations: changed(looks.annotations, id, change) }
}

/** The looks with no category hidden. */
export function withoutHidden(looks: Looks): Looks {
  const ids = [...looks.categories].flatMap(([id, { isHidden: hidden }]) => (hidden ? [id] : []))
  return ids.reduce((all, id) => withCategoryLook(all, id, { isHidden: false }), looks)
}

/** Usual looks are not kept. */
function changed<Id, L extends Look>(
  map: ReadonlyMap<Id, L>,
  id: Id,
  change: Partial<L>,
): ReadonlyMap<Id, L> {
  const next = new Map(map)
  // A look of any kind is a part of the usual look of a category.
  const look = { ...(usualLook as unknown as L), ...map.get(id), ...change }
  const isUsual = look.opacity === 100 && !look.isLocked && !isHidden(look)
  if (isUsual) next.delete(id)
  else next.set(id, look)
  return next
}

function isHidden(look: Look | CategoryLook): boolean {
  return 'isHidden' in look && look.isHidden
}

/** Parses stored looks of categories; what is bad or missing is usual. */
export function looksFrom(stored: unknown): Looks['categories'] {
  const kept: Readonly<Record<string, unknown>> =
    typeof stored === 'object' && stored !== null ? { ...stored } : {}
  const looks = Object.entries(kept).flatMap(([key, value]): [CategoryId, CategoryLook][] => {
    const id = Number(key)
    return Number.isInteger(id) ? [[id, lookFrom(value)]] : []
  })
  return new Map(looks)
}

function lookFrom(stored: unknown): CategoryLook {
  const {
    opacity,
    isLocked: locked,
    isHidden: hidden,
  }: Partial<Record<string, unknown>> = typeof stored === 'object' && stored !== null
    ? { ...stored }
    : {}
  const isOpacity = typeof opacity === 'number' && opacity >= 0 && opacity <= 100
  return {
    opacity: isOpacity ? opacity : usualLook.opacity,
    isLocked: locked === true,
    isHidden: hidden === true,
  }
}

/** The stored form of the looks of categories. */
export function storedLooks(looks: Looks['categories']): Readonly<Record<string, CategoryLook>> {
  return Object.fromEntries(looks)
}
