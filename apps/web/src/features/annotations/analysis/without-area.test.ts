import { expect, test } from 'vitest'

import { documentOf } from '#annotation/document'
import { aCategory, anAnnotation, aSquare } from '#annotation/testing/driver'

import { countWithoutArea } from './without-area.ts'

test('lines and keypoints alone have no area to measure, and what is empty is not drawn', () => {
  const line = { lines: [[0, 0, 9, 9]] }
  const document = documentOf(
    { id: 1, width: 100, height: 100 },
    [aCategory(1, 'Arteriole'), aCategory(2, 'Venule')],
    [
      anAnnotation({ id: 'line', ...line }),
      anAnnotation({ id: 'both', geometry: aSquare(0, 0, 9), ...line }),
      anAnnotation({ id: 'point', keypoints: [5, 5, 2] }),
      anAnnotation({ id: 'empty', keypoints: [0, 0, 0] }),
      anAnnotation({ id: 'other', categoryId: 2, ...line }),
    ],
  )
  expect(countWithoutArea(document, [1, null])).toBe(2)
  expect(countWithoutArea(document, [1, 2])).toBe(3)
  expect(countWithoutArea(document, [null])).toBe(0)
})
