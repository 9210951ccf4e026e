import { expect, test } from 'vitest'

import { outlinePath, pointsPath } from './outline-path.ts'

test('areas are closed, and lines stay open, beside an area or alone', () => {
  const segmentation = [[10, 10, 20, 10, 20, 20]]
  const lines = [[1.04, 2, 3, 4, 5, 6]]
  expect(outlinePath({ segmentation, lines: [] })).toBe('M10 10 20 10 20 20Z')
  expect(outlinePath({ segmentation: [], lines })).toBe('M1 2 3 4 5 6')
  expect(outlinePath({ segmentation, lines })).toBe('M10 10 20 10 20 20ZM1 2 3 4 5 6')
})

test('labelled keypoints are dots, and others are not shown', () => {
  expect(pointsPath({ keypoints: [7, 8, 2, 0, 0, 0, 9, 9, 1] })).toBe('M7 8h0.01M9 9h0.01')
  expect(pointsPath({ keypoints: [] })).toBe('')
})
