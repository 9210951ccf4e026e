import type { Category, CategoryId } from '#annotation/document'

const storageKey = 'editorCategory'

/** The category last active in this browser, if the image has it; else the first one. */
export function rememberedCategory(categories: readonly Pick<Category, 'id'>[]): CategoryId | null {
  const last = Number(localStorage.getItem(storageKey))
  return (categories.find(({ id }) => id === last) ?? categories[0])?.id ?? null
}

export function rememberCategory(id: CategoryId): void {
  localStorage.setItem(storageKey, String(id))
}
