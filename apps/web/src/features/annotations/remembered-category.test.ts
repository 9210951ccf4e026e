import { afterEach, expect, test, vi } from 'vitest'

import type { AnnotatorData } from './api.ts'
import { rememberedCategory } from './remembered-category.ts'

afterEach(() => void vi.unstubAllGlobals())

function chosenOf(stored: string | null) {
  vi.stubGlobal('localStorage', { getItem: () => stored })
  // The first one was taken out of the dataset, and the image still has annotations of it.
  const categories = [7, 8, 9].map((id) => ({ id }))
  const data = { categories, dataset: { categories: [8, 9] } } as unknown as AnnotatorData
  return rememberedCategory(data)
}

test('the category last active stays; else the first that the dataset still has is active', () => {
  expect(chosenOf('9')).toBe(9)
  expect(chosenOf('7')).toBe(7)
  expect(chosenOf('5')).toBe(8)
  expect(chosenOf(null)).toBe(8)
})
