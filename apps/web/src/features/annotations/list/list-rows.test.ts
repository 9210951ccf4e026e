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
const early = { ...annotation('early', 1, 2), creator: 'grader-2' }
const drusen = { ...annotation('drusen', 2, 5), creator: 'Kim Jin' }
const document = documentOf(
  image,
  [aCategory(1, 'haemorrhage'), aCategory(2, 'drusen'), aCategory(3, 'cup')],
  [late, drusen, early],
)

const rowsWith = (collapsed: readonly number[] = [], search = '') =>
  listRows(document, { collapsed: new Set(collapsed), search, opened: null })
const keys = (...collapsed: number[]) => rowsWith(collapsed).map(({ key }) => key)
const found = (search: string) => rowsWith([1, 2], search).map(({ key }) => key)

test('annotations are listed below their category in order of creation', () => {
  expect(keys()).toEqual(['category-1', 'early', 'late', 'category-2', 'drusen', 'category-3'])
})

test('a collapsed category shows none, but still their number', () => {
  expect(keys(1)).toEqual(['category-1', 'category-2', 'drusen', 'category-3'])
  expect(rowsWith([1])[0]).toMatchObject({ annotations: [early, late] })
})

test('moving passes from category to category, skips collapsed ones, and stops at the ends', () => {
  const rows = rowsWith()
  expect(neighbourInList(rows, null, 1)).toBe(early)
  expect(neighbourInList(rows, 'late', 1)).toBe(drusen)
  expect(neighbourInList(rows, 'drusen', 1)).toBeNull()
  expect(neighbourInList(rows, null, -1)).toBe(drusen)
  expect(neighbourInList(rowsWith([1]), 'drusen', -1)).toBeNull()
})

test('an annotation is numbered within its category', () => {
  expect(placeInCategory(document, late)).toBe(2)
  expect(placeInCategory(document, drusen)).toBe(1)
})

test('a search finds category, number or creator, even in collapsed categories', () => {
  expect(found('HAEM')).toEqual(['category-1', 'early', 'late'])
  expect(found('haem 2')).toEqual(['category-1', 'late'])
  expect(found('jin')).toEqual(['category-2', 'drusen'])
  expect(found('grader-2')).toEqual(['category-1', 'early'])
  expect(found('cup')).toEqual(['category-3'])
  expect(found('nothing of this kind')).toEqual([])
})

test('the keypoints of the open annotation are listed below it, placed or not', () => {
  const category = { ...aCategory(1, 'disc'), keypointLabels: ['temporal', 'nasal'] }
  const placed = { ...early, keypoints: [0, 0, 0, 4, 5, 1] }
  const rows = listRows(documentOf(image, [category], [placed, late]), {
    collapsed: new Set(),
    search: '',
    opened: 'early',
  })
  expect(rows.slice(2)).toMatchObject([
    { kind: 'keypoint', label: 'temporal', place: 0, visibility: 0 },
    { kind: 'keypoint', label: 'nasal', place: 1, visibility: 1 },
    { kind: 'annotation', key: 'late' },
  ])
})
