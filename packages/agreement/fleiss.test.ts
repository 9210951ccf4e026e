import { expect, test } from 'vitest'

import { fleissKappa } from './fleiss.ts'

test('is that of the diagnoses of Fleiss 1971', () => {
  const table = [
    [0, 0, 0, 0, 14],
    [0, 2, 6, 4, 2],
    [0, 0, 3, 5, 6],
    [0, 3, 9, 2, 0],
    [2, 2, 8, 1, 1],
    [7, 7, 0, 0, 0],
    [3, 2, 6, 3, 0],
    [2, 5, 3, 2, 2],
    [6, 5, 2, 1, 0],
    [0, 2, 2, 3, 7],
  ]
  expect(fleissKappa(table, 'nominal')?.value).toBeCloseTo(0.20993, 5)
})

/** The ratings of four readers in the R package irrCAC, as counts; some did not read all subjects. */
const ratings = [
  [3, 0, 0, 0, 0],
  [0, 3, 1, 0, 0],
  [0, 0, 4, 0, 0],
  [0, 0, 4, 0, 0],
  [0, 4, 0, 0, 0],
  [1, 1, 1, 1, 0],
  [0, 0, 0, 4, 0],
  [3, 1, 0, 0, 0],
  [0, 4, 0, 0, 0],
  [0, 0, 0, 0, 3],
  [2, 0, 0, 0, 0],
  [0, 0, 1, 0, 0],
]

test('has the interval of irrCAC, also if some readers did not read all', () => {
  const { value = NaN, low = NaN, high = NaN } = fleissKappa(ratings, 'nominal') ?? {}
  expect(value).toBeCloseTo(0.76117, 5)
  expect(low).toBeCloseTo(0.76117 - 2.200985 * 0.15302, 4)
  expect(high).toBe(1)
})

test('near choices of an ordered scale count as partly the same', () => {
  const near = fleissKappa(
    [
      [1, 1, 0],
      [0, 1, 1],
      [0, 0, 2],
      [2, 0, 0],
    ],
    'ordered',
  )
  const nominal = fleissKappa(
    [
      [1, 1, 0],
      [0, 1, 1],
      [0, 0, 2],
      [2, 0, 0],
    ],
    'nominal',
  )
  expect(near?.value).toBeGreaterThan(nominal?.value ?? 1)
})

test('is not determined if all chose the same, or one subject alone is shared', () => {
  expect(
    fleissKappa(
      [
        [2, 0],
        [2, 0],
      ],
      'nominal',
    ),
  ).toBeNull()
  expect(
    fleissKappa(
      [
        [1, 1],
        [1, 0],
      ],
      'nominal',
    ),
  ).toBeNull()
})
