import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { area, signedArea } from './polygon.ts'
import { sanitise } from './sanitise.ts'

const bounds = { x: 0, y: 0, width: 100, height: 80 }

function outerOf(...ring: number[]) {
  return sanitise([{ outer: ring, holes: [] }], bounds)[0]?.outer
}

test('a clean shape is unchanged', () => {
  const shape = [{ outer: [0, 0, 100, 0, 100, 80, 0, 80], holes: [[5, 5, 5, 9, 9, 9]] }]
  expect(sanitise(shape, bounds)).toEqual(shape)
})

test('rings of a clean shape stay the same objects, and the others are cleaned', () => {
  const hole = [5, 5, 5, 9, 9, 9]
  const clean = [{ outer: [0, 0, 100, 0, 100, 80, 0, 80], holes: [hole] }]
  const changed = [{ outer: [0, 0, 90.004, 0, 100, 80, 0, 80], holes: [hole] }]
  const [polygon] = sanitise(changed, bounds, clean)
  expect(polygon?.outer).toEqual([0, 0, 90, 0, 100, 80, 0, 80])
  expect(polygon?.holes[0]).toBe(hole)
})

test('coordinates come to hundredths of a pixel', () => {
  expect(outerOf(1.234, 1.239, 9.9999, 1, 5, 5.005)).toEqual([1.23, 1.24, 10, 1, 5, 5.01])
})

test('non-finite, repeated, closing and incomplete points are dropped', () => {
  expect(outerOf(1, 1, Number.NaN, 4, 9, 1, 9, 1, 9, Infinity, 5, 5, 1, 1, 7)).toEqual([
    1, 1, 9, 1, 5, 5,
  ])
})

test('spikes are cut off, those at the seam and those that grow out of spikes too', () => {
  const triangle = [0, 0, 10, 0, 10, 10]
  expect(outerOf(0, 0, 10, 0, 50, 0, 10, 0, 10, 10)).toEqual(triangle)
  expect(outerOf(0, 0, 10, 0, 50, 0, 60, 0, 10, 0, 10, 10)).toEqual(triangle)
  expect(outerOf(0, 0, 10, 0, 10, 30, 10, 10)).toEqual(triangle)
  expect(outerOf(0, 30, 0, 0, 10, 0, 10, 10, 0, 0)).toEqual(triangle)
  expect(outerOf(0, 0, 10, 0, 10, 10, 0, 0, 0, 30)).toEqual(triangle)
})

test('rings without area vanish, holes with their polygon', () => {
  expect(outerOf(1, 1, 9, 1)).toBeUndefined()
  expect(outerOf(0, 0, 10, 0, 20, 0)).toBeUndefined()
  expect(outerOf(0, 0, 0.001, 0, 0, 0.001)).toBeUndefined()
  expect(outerOf()).toBeUndefined()
  const holed = { outer: [0, 0, 9, 0], holes: [[1, 1, 2, 1, 2, 2]] }
  expect(sanitise([holed], bounds)).toEqual([])
  expect(
    sanitise([{ outer: [0, 0, 9, 0, 9, 9], holes: [[1, 1, 2, 2]] }], bounds)[0]?.holes,
  ).toEqual([])
})

test('rings turn the way they should', () => {
  const [polygon] = sanitise([{ outer: [0, 0, 0, 9, 9, 9], holes: [[1, 3, 2, 3, 2, 7]] }], bounds)
  expect(signedArea(polygon?.outer ?? [])).toBeGreaterThan(0)
  expect(signedArea(polygon?.holes[0] ?? [])).toBeLessThan(0)
})

test('parts outside the image are clipped', () => {
  expect(outerOf(-10, -10, 50, -10, 50, 50, -10, 50)).toEqual([0, 0, 50, 0, 50, 50, 0, 50])
  expect(outerOf(90, 70, 200, 70, 200, 200, 90, 200)).toEqual([90, 80, 90, 70, 100, 70, 100, 80])
  expect(outerOf(-10, -10, -5, -10, -5, -5)).toBeUndefined()
  expect(outerOf(50, -20, 120, 40, 50, 100, -20, 40)?.length).toBe(16)
})

test('for any input the result is valid, and sanitising it again changes nothing', () => {
  const number = fc.oneof(
    fc.double(),
    fc.integer({ min: -20, max: 120 }),
    fc.constantFrom(0, 80, 100),
  )
  const ring = fc.array(number, { maxLength: 30 })
  fc.assert(
    fc.property(
      fc.array(fc.record({ outer: ring, holes: fc.array(ring) }), { maxLength: 3 }),
      (shape) => {
        const clean = sanitise(shape, bounds)
        expect(sanitise(clean, bounds)).toEqual(clean)
        for (const { outer, holes } of clean) {
          for (const value of [outer, ...holes].flat()) {
            expect(value).toBe(Math.round(value * 100) / 100)
            expect(value >= 0 && value <= 100).toBe(true)
          }
        }
        expect(area(clean)).not.toBeNaN()
      },
    ),
    { numRuns: 300 },
  )
})
