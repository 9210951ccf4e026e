import { expect, test } from 'vitest'
import { area, lengthOfLine, perimeter } from './polygon.ts'

const square = [0, 0, 30, 0, 30, 30, 0, 30]
const hole = [10, 10, 10, 20, 20, 20, 20, 10]

test('an open line is as long as its parts; a point has no length', () => {
  expect(lengthOfLine([0, 0, 3, 4, 3, 14])).toBe(15)
  expect(lengthOfLine([7, 7])).toBe(0)
  expect(lengthOfLine([])).toBe(0)
})

test('a ring has the perimeter of both its outlines and the area between them', () => {
  const ring = [{ outer: square, holes: [hole] }]
  expect(perimeter(ring)).toBe(120 + 40)
  expect(area(ring)).toBe(900 - 100)
})

test('a fine circle has the area and the perimeter of a circle', () => {
  const circle = Array.from({ length: 2000 }, (_, i) => {
    const angle = (Math.PI * i) / 1000
    return [500 + 100 * Math.cos(angle), 500 + 100 * Math.sin(angle)]
  }).flat()
  const shape = [{ outer: circle, holes: [] }]
  expect(perimeter(shape)).toBeCloseTo(200 * Math.PI, 2)
  expect(area(shape) / (10_000 * Math.PI)).toBeCloseTo(1, 5)
})
