import { expect, test } from 'vitest'

import { passThrough } from './pass-through.ts'

const line = Array.from({ length: 101 }, (_, x) => ({ x, y: 50, width: 8 }))
const exact = (x: number, y: number) => ({ x, y, error: 0.01 })

test('leads through exact clicks on either side, and back to the middle between them', () => {
  const moved = passThrough(line, [exact(0, 52), exact(50, 48)])
  expect(moved[0]?.y).toBeCloseTo(51.6, 0)
  expect(moved[50]?.y).toBeCloseTo(48.4, 0)
  expect(moved[100]?.y).toBeCloseTo(50, 0)
  expect(moved.map(({ width }) => width)).toEqual(line.map(({ width }) => width))
})

test('is moved by a click only as far as it can be trusted', () => {
  const [exactly, roughly, hardly] = [0.1, 2.5, 20].map(
    (error) => passThrough(line, [{ x: 50, y: 53, error }])[50]?.y,
  )
  expect(exactly).toBeGreaterThan(52)
  expect(roughly).toBeLessThan(51.5)
  expect(hardly).toBeLessThan(50.1)
})

test('is moved no farther by two clicks on one place than to that place', () => {
  const [once, twice] = [1, 2].map(
    (times) =>
      passThrough(
        line,
        Array.from({ length: times }, () => exact(50, 53)),
      )[50]?.y ?? 0,
  )
  expect(once).toBeLessThanOrEqual(twice ?? 0)
  expect(twice).toBeLessThanOrEqual(53)
})

test.each([
  ['beside the vessel', exact(50, 60)],
  ['of which nobody knows how exact it is', { x: 50, y: 52 }],
])('is not moved by a click %s', (_, click) => {
  expect(passThrough(line, [click])).toBe(line)
})
