import { expect, test } from 'vitest'
import {
  boxBetween,
  boxContains,
  boxesIntersect,
  boxHolds,
  boxOf,
  boxOfRing,
  growBox,
  isUprightRectangle,
  nearestInBox,
  polygonOfBox,
  unionOfBoxes,
} from './box.ts'

const box = { x: 10, y: 20, width: 30, height: 40 }

test('a box lies between any two opposite corners', () => {
  expect(boxBetween({ x: 40, y: 20 }, { x: 10, y: 60 })).toEqual(box)
})

test('the box of a shape is that of its outer rings', () => {
  expect(boxOfRing([])).toBeNull()
  expect(boxOf([])).toBeNull()
  expect(
    boxOf([
      { outer: [10, 20, 15, 20, 15, 60], holes: [] },
      { outer: [40, 30, 40, 35, 35, 30], holes: [[0, 0, 1, 0, 1, 1]] },
    ]),
  ).toEqual(box)
})

test('boxes meet if they share a point', () => {
  expect(boxesIntersect(box, { x: 40, y: 60, width: 5, height: 5 })).toBe(true)
  expect(boxesIntersect(box, { x: 40.01, y: 60, width: 5, height: 5 })).toBe(false)
  expect(boxContains(box, { x: 10, y: 60 })).toBe(true)
  expect(boxContains(box, { x: 9.99, y: 60 })).toBe(false)
  expect(boxHolds(box, box)).toBe(true)
  expect(boxHolds(box, growBox(box, 0.01))).toBe(false)
  expect(unionOfBoxes(box, { x: 0, y: 50, width: 1, height: 20 })).toEqual({
    x: 0,
    y: 20,
    width: 40,
    height: 50,
  })
  expect(nearestInBox(box, { x: 0, y: 30 })).toEqual({ x: 10, y: 30 })
})

test('only four corners of an upright rectangle are one', () => {
  const { outer } = polygonOfBox(box)
  expect(isUprightRectangle([{ outer, holes: [] }])).toBe(true)
  expect(
    isUprightRectangle([{ outer: [...outer.slice(2), ...outer.slice(0, 2)], holes: [] }]),
  ).toBe(true)
  expect(isUprightRectangle([])).toBe(false)
  expect(isUprightRectangle([{ outer: [10, 20, 40, 60, 40, 20, 10, 60], holes: [] }])).toBe(false)
  expect(isUprightRectangle([{ outer: [10, 20, 40, 20, 41, 60, 10, 60], holes: [] }])).toBe(false)
  expect(isUprightRectangle([{ outer, holes: [[11, 21, 12, 21, 12, 22]] }])).toBe(false)
  expect(isUprightRectangle([polygonOfBox({ ...box, width: 0 })])).toBe(false)
})
