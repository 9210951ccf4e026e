import { expect, test } from 'vitest'
import {
  area,
  perimeter,
  reverseRing,
  sameShape,
  signedArea,
  translate,
  vertexCount,
} from './polygon.ts'

const frame = [
  { outer: [0, 0, 10, 0, 10, 10, 0, 10], holes: [[2, 2, 2, 4, 5, 4, 5, 2]] },
  { outer: [20, 0, 23, 0, 20, 4], holes: [] },
]

test('the area is that of the outer rings less the holes, in whichever direction they run', () => {
  expect(area(frame)).toBe(100 - 6 + 6)
  expect(area([{ outer: reverseRing(frame[0]?.outer ?? []), holes: [] }])).toBe(100)
  expect(signedArea([0, 0, 10, 0, 10, 10])).toBe(50)
  expect(signedArea([0, 0, 10, 10, 10, 0])).toBe(-50)
  expect(area([])).toBe(0)
})

test('the perimeter is the length of all outlines', () => {
  expect(perimeter(frame)).toBe(40 + 10 + 12)
  expect(vertexCount(frame)).toBe(11)
})

test('moving keeps hundredths of a pixel', () => {
  expect(translate([{ outer: [0.1, 0, 10, 0, 10, 10], holes: [] }], 0.2, -1)).toEqual([
    { outer: [0.3, -1, 10.2, -1, 10.2, 9], holes: [] },
  ])
})

test('a reversed ring starts at the same point', () => {
  expect(reverseRing([1, 2, 3, 4, 5, 6])).toEqual([1, 2, 5, 6, 3, 4])
  expect(reverseRing([])).toEqual([])
})

test('shapes are the same by their points', () => {
  expect(sameShape(frame, structuredClone(frame))).toBe(true)
  expect(sameShape(frame, translate(frame, 0.01, 0))).toBe(false)
  expect(sameShape(frame, frame.slice(0, 1))).toBe(false)
  expect(
    sameShape(
      frame,
      frame.map(({ outer }) => ({ outer, holes: [] })),
    ),
  ).toBe(false)
})
