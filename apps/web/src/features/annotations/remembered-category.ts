import type { CategoryId } from '#annotation/document'

import type { AnnotatorData } from './api.ts'

const storageKey = 'editorCategory'

/** The category last active in this browser, if the image has it; else the first one of the dataset. */
export function rememberedCategory({
  categories,
  dataset,
}: Pick<AnnotatorData, 'categories' | 'dataset'>): CategoryId | null {
  const last = Number(localStorage.getItem(storageKey))
  const isOfDataset = ({ id }: { id: CategoryId }) => dataset.categories.includes(id)
  const chosen = categories.find(({ id }) => id === last) ?? categories.find(isOfDataset)
  return chosen?.id ?? null
}

export function rememberCategory(id: CategoryId): void {
  localStorage.setItem(storageKey, String(id))
}
