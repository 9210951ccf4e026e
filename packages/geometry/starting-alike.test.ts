import { expect, test } from 'vitest'

import { changedPart } from './changed-part.ts'
import type { MultiPolygon, Ring } from './polygon.ts'
import { startingAlike } from './starting-alike.ts'

const outer: Ring = [0, 0, 50, 0, 100, 0, 100, 100, 0, 100]
const hole: Ring = [20, 20, 20, 40, 40.25, 40]
const before: MultiPolygon = [{ outer, holes: [hole] }]

test('rings that start elsewhere start where they did before', () => {
  const turned: MultiPolygon = [
    { outer: [100, 100, 0, 100, 0, 0, 50, 0, 100, 0], holes: [[40.25, 40, 20, 20, 20, 40]] },
  ]
  expect(startingAlike(turned, before)).toEqual(before)
})

test('a ring whose first point is gone starts at the next that is left', () => {
  const cut: Ring = [100, 100, 0, 100, 0, 10, 10, 0, 50, 0, 100, 0]
  const [polygon] = startingAlike([{ outer: cut, holes: [] }], before)
  expect(polygon?.outer).toEqual([50, 0, 100, 0, 100, 100, 0, 100, 0, 10, 10, 0])
})

test('a ring of other points stays as it is', () => {
  const apart: MultiPolygon = [{ outer: [200, 0, 210, 0, 210, 10], holes: [] }]
  expect(startingAlike(apart, before)).toEqual(apart)
  expect(startingAlike(apart, [])).toEqual(apart)
  expect(startingAlike([], before)).toEqual([])
})

test('of two rings that became one, it starts like the first', () => {
  const two: MultiPolygon = [
    { outer: [0, 0, 10, 0, 10, 10], holes: [] },
    { outer: [30, 0, 40, 0, 40, 10], holes: [] },
  ]
  const joined: Ring = [40, 0, 40, 10, 10, 10, 0, 0]
  const [polygon] = startingAlike([{ outer: joined, holes: [] }], two)
  expect(polygon?.outer).toEqual([0, 0, 40, 0, 40, 10, 10, 10])
  expect(changedPart(two, [{ outer: polygon?.outer ?? [], holes: [] }])).not.toBeNull()
})
