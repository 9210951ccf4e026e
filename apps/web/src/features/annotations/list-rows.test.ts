import { expect, test } from 'vitest'

import { documentOf, emptyAnnotation } from '#annotation/document'
import { aCategory } from '#annotation/testing/driver'

import { listRows, neighbourInList, placeInCategory } from './list-rows.ts'

const image = { id: 1, width: 10, height: 10 }
const empty = documentOf(image, [], [])
const annotation = (id: string, categoryId: number, position: number) => ({
  ...emptyAnnotation(empty, { id, categoryId }),
  position,
})
const late = annotation('late', 1, 9)
const early = annotation('early', 1, 2)
const drusen = annotation('drusen', 2, 5)
const document = documentOf(
  image,
  [aCategory(1, 'haemorrhage'), aCategory(2, 'drusen'), aCategory(3, 'cup')],
  [late, drusen, early],
)

const keys = (...collapsed: number[]) =>
  listRows(document, new Set(collapsed)).map(({ key }) => key)

test('annotations stand below their category in the order of making', () => {
  expect(keys()).toEqual(['category-1', 'early', 'late', 'category-2', 'drusen', 'category-3'])
})

test('a collapsed category shows none, and still knows how many it has', () => {
  expect(keys(1)).toEqual(['category-1', 'category-2', 'drusen', 'category-3'])
  expect(listRows(document, new Set([1]))[0]).toMatchObject({ annotations: [early, late] })
})

test('moving goes from category to category, past collapsed ones, and ends at the ends', () => {
  const rows = listRows(document, new Set())
  expect(neighbourInList(rows, null, 1)).toBe(early)
  expect(neighbourInList(rows, 'late', 1)).toBe(drusen)
  expect(neighbourInList(rows, 'drusen', 1)).toBeNull()
  expect(neighbourInList(rows, null, -1)).toBe(drusen)
  expect(neighbourInList(listRows(document, new Set([1])), 'drusen', -1)).toBeNull()
})

test('an annotation is counted within its category', () => {
  expect(placeInCategory(document, late)).toBe(2)
  expect(placeInCategory(document, drusen)).toBe(1)
})
