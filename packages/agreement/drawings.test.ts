import { expect, test } from 'vitest'

import { loadPolygonOperations } from '#geometry/boolean'

import { type Drawing, drawingAgreement } from './drawings.ts'

const operations = await loadPolygonOperations()
const nothing: Drawing = { area: [], lines: [], points: [] }
const square = [{ outer: [0, 0, 100, 0, 100, 100, 0, 100], holes: [] }]

/** On an image in which lines up to 3.5 pixels and points up to 20 pixels apart are the same. */
function agreement(a: Partial<Drawing>, b: Partial<Drawing>) {
  return drawingAgreement(
    { ...nothing, ...a },
    { ...nothing, ...b },
    { operations, longestSide: 1000 },
  )
}

test('lines agree as far as they run within the tolerance of each other', () => {
  const line = [[0, 0, 100, 0]]
  const beside = agreement({ lines: line }, { lines: [[0, 3, 50, 3, 100, 3]] })
  expect(beside.dice).toBe(1)
  expect(beside.distance?.mean).toBeCloseTo(3, 5)
  expect(agreement({ lines: line }, { lines: [[0, 10, 100, 10]] }).dice).toBe(0)
  const half = agreement({ lines: line }, { lines: [[0, 0, 50, 0]] })
  expect(half.dice).toBeCloseTo((53.5 + 50) / 150, 2)
})

test('a line that only one reader drew is a difference, and so is one where the other drew an area', () => {
  const lines = [[10, 50, 90, 50]]
  expect(agreement({ lines }, {})).toEqual({ dice: 0, distance: null })
  expect(agreement({ lines }, { area: square }).dice).toBe(0)
  expect(agreement({ area: square, lines }, { area: square }).dice).toBe(0)
})

test('equal areas do not hide lines that differ', () => {
  const both = { area: square, lines: [[0, 200, 100, 200]] }
  expect(agreement(both, both).dice).toBe(1)
  expect(agreement(both, { area: square, lines: [[0, 300, 100, 300]] }).dice).toBe(0)
})

test('points agree with points of the same label nearby', () => {
  const fovea = { x: 500, y: 500, label: 0 }
  const near = agreement({ points: [fovea] }, { points: [{ ...fovea, x: 515 }] })
  expect(near).toEqual({ dice: 1, distance: { mean: 15, most95: 15 } })
  expect(agreement({ points: [fovea] }, { points: [{ ...fovea, x: 530 }] }).dice).toBe(0)
  expect(agreement({ points: [fovea] }, { points: [{ ...fovea, label: 1 }] })).toEqual({
    dice: 0,
    distance: null,
  })
  expect(agreement({ points: [fovea] }, {}).dice).toBe(0)
})

test('two empty drawings agree', () => {
  expect(agreement({}, {})).toEqual({ dice: 1, distance: null })
})
