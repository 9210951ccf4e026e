import { describe, expect, test } from 'vitest'

import {
  addressOnLine,
  centroidOfLines,
  cleanLines,
  insertLinePoint,
  lengthOfLines,
  linesInside,
  linesOutside,
  moveLinePoint,
  nearestOnLines,
  removeLinePoint,
} from './line.ts'
import { polygonOfBox } from './box.ts'

const across = [0, 5, 20, 5, 40, 5]
const square = [polygonOfBox({ x: 10, y: 0, width: 20, height: 10 })]

describe('lines and areas', () => {
  test('are cut at the outline; a bend on the way stays', () => {
    expect(linesInside([across], square)).toEqual([[10, 5, 20, 5, 30, 5]])
    expect(linesOutside([across], square)).toEqual([
      [0, 5, 10, 5],
      [30, 5, 40, 5],
    ])
  })

  test('a hole is outside, and parts make up the whole length', () => {
    const ring = [{ outer: [10, 0, 30, 0, 30, 10, 10, 10], holes: [[15, 2, 15, 8, 25, 8, 25, 2]] }]
    const slanting = [[0, 0.5, 40, 9.3]]
    const parts = [...linesInside(slanting, ring), ...linesOutside(slanting, ring)]
    expect(parts.length).toBe(5)
    expect(lengthOfLines(parts)).toBeCloseTo(lengthOfLines(slanting), 1)
  })

  test('lines that an area does not touch are the same', () => {
    const lines = [across]
    expect(linesOutside(lines, [polygonOfBox({ x: 0, y: 20, width: 9, height: 9 })])).toBe(lines)
  })
})

describe('cleanLines', () => {
  test('cuts at the bounds, drops repeated points and lines without length', () => {
    const bounds = { x: 0, y: 0, width: 30, height: 10 }
    const dirty = [
      [-10, 5, 10, 5, 10, 5, 50.004, 5],
      [3, 3, 3, 3],
      [2, 2],
      [5, 20, 9, 20],
    ]
    expect(cleanLines(dirty, bounds)).toEqual([[0, 5, 10, 5, 30, 5]])
  })
})

describe('points of lines', () => {
  test('move, come and go; a line of two points goes altogether', () => {
    const lines = [across, [1, 1, 2, 2]]
    expect(moveLinePoint(lines, addressOnLine(0, 1), { x: 20, y: 9 })[0]).toEqual([
      0, 5, 20, 9, 40, 5,
    ])
    expect(insertLinePoint(lines, addressOnLine(1, 0), { x: 1, y: 2 })[1]).toEqual([
      1, 1, 1, 2, 2, 2,
    ])
    expect(removeLinePoint(lines, addressOnLine(1, 0))).toEqual([across])
  })

  test('the nearest place is on a segment, not beyond the ends', () => {
    expect(nearestOnLines([across], { x: 43, y: 9 })).toEqual({
      address: addressOnLine(0, 1),
      at: { x: 40, y: 5 },
      distance: 5,
    })
    expect(nearestOnLines([], { x: 0, y: 0 })).toBeNull()
  })
})

test('the centre of gravity of lines counts each by its length', () => {
  expect(centroidOfLines([])).toBeNull()
  expect(
    centroidOfLines([
      [0, 0, 30, 0],
      [0, 40, 10, 40],
    ]),
  ).toEqual({ x: 12.5, y: 10 })
})
