import { expect, test } from 'vitest'

import { packLists, unpackLists } from './packed-lists.ts'

const outlines = Array.from({ length: 300 }, (_, i) =>
  Array.from({ length: 2 * i + 6 }, (__, k) => (i * k) / 7),
)

test('what was packed and copied is read as it was, number by number', () => {
  const body = {
    segmentation: outlines,
    measurements: { area: 3.5, places: [1, 2, 3] },
    also: { lines: [[0.1, -0.2, 5, 5]], none: null, text: '눈' },
    list: [{ segmentation: [[1, 2, 3, 4, 5, 6]] }, { segmentation: [] }],
  }
  expect(unpackLists(structuredClone(packLists(body)))).toEqual(body)
})

test('all outlines are in one block of memory', () => {
  const { data, numbers, lengths } = packLists({ segmentation: outlines, more: [[7, 8]] })
  expect(data).toEqual({ segmentation: Uint32Array.of(0, 300), more: Uint32Array.of(300, 301) })
  expect(lengths).toHaveLength(301)
  expect([...numbers]).toEqual([...outlines.flat(), 7, 8])
})

test.each([
  [
    'a list with an entry that is no number',
    [
      [1, 2],
      [3, null],
    ],
  ],
  ['an empty outline', [[], [1, 2]]],
  ['a list of numbers', [1, 2, 3]],
  ['a text', '[[1, 2]]'],
])('%s remains as it is', (_, data) => {
  expect(packLists(data)).toMatchObject({ data, numbers: new Float64Array() })
})
