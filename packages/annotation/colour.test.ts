import { expect, test } from 'vitest'

import { colourOf } from './colour.ts'
import { documentOf } from './document.ts'
import type { Preferences } from './view.ts'

const category = {
  id: 1,
  name: 'Drusen',
  supercategory: '',
  color: '#ff8800',
  keypointLabels: [],
  keypointEdges: [],
  keypointColors: [],
  role: null,
}
const document = documentOf({ id: 1, width: 100, height: 100 }, [category], [])
const colour = (
  colourBy: Preferences['colourBy'],
  about: { color?: string; position?: number } = {},
) =>
  colourOf(
    { document, preferences: { colourBy } },
    { categoryId: 1, color: about.color ?? null, position: about.position ?? 1 },
  )

test('an own colour takes precedence over all others', () => {
  expect(colour('category', { color: '#123456' })).toBe('#123456')
  expect(colour('annotation', { color: '#123456' })).toBe('#123456')
})

test('annotations of a category share a colour, or each has its own', () => {
  expect(colour('category', { position: 1 })).toBe('#ff8800')
  expect(colour('category', { position: 2 })).toBe('#ff8800')
  const all = Array.from({ length: 100 }, (_, position) => colour('annotation', { position }))
  expect(new Set(all).size).toBe(100)
  expect(all.every((each) => /^#[\da-f]{6}$/.test(each))).toBe(true)
})

test('an unknown category is white', () => {
  expect(
    colourOf(
      { document, preferences: { colourBy: 'category' } },
      { categoryId: 9, color: null, position: 1 },
    ),
  ).toBe('#ffffff')
})
