import { expect, test } from 'vitest'

import { abridge, unabridge } from './shared-rings.ts'

const outer = [0, 0, 90, 0, 90, 90]
const hole = [60, 20, 70, 30, 60, 30]
const known = [{ outer, holes: [hole, [60, 20, 72, 30, 60, 30]] }]

test('rings with the same points become those of the known shape, others stay as they are', () => {
  const shape = [
    { outer: [...outer], holes: [[1, 2, 3, 4, 5, 7], [...hole]] },
    { outer: [100, 0, 110, 0, 110, 10], holes: [] },
  ]
  const abridged = abridge(shape, known)
  expect(abridged).toEqual([
    { outer: 0, holes: [[1, 2, 3, 4, 5, 7], 1] },
    { outer: [100, 0, 110, 0, 110, 10], holes: [] },
  ])
  const again = unabridge(abridged, known)
  expect(again).toEqual(shape)
  expect(again[0]?.outer).toBe(outer)
  expect(again[0]?.holes[1]).toBe(hole)
})

test('a shape without area, or beside one without, stays as it is', () => {
  expect(unabridge(abridge([], known), known)).toEqual([])
  expect(unabridge(abridge(known, []), [])).toEqual(known)
})
