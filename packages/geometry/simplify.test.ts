import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { distance, nearestOnSegment } from './point.ts'
import { pointOf, pointsOf } from './polygon.ts'
import { simplify, simplifyLine, simplifyRing } from './simplify.ts'

test('drops points within the tolerance of the line, and keeps both ends', () => {
  expect(simplifyLine([0, 0, 5, 0.9, 10, 0], 1)).toEqual([0, 0, 10, 0])
  expect(simplifyLine([0, 0, 5, 1.1, 10, 0], 1)).toEqual([0, 0, 5, 1.1, 10, 0])
  expect(simplifyLine([0, 0, 5, 0, 10, 0], 0)).toEqual([0, 0, 5, 0, 10, 0])
  expect(simplifyLine([3, 4], 1)).toEqual([3, 4])
})

test('a line that comes back to its start keeps its far end', () => {
  expect(simplifyLine([0, 0, 50, 0, 0, 0], 1)).toEqual([0, 0, 50, 0, 0, 0])
})

test('rings lose needless points, but never too many', () => {
  expect(simplifyRing([0, 0, 5, 0, 10, 0, 10, 10, 0, 10], 0.5)).toEqual([
    0, 0, 10, 0, 10, 10, 0, 10,
  ])
  expect(simplifyRing([0, 0, 1, 0, 1, 1, 0, 1], 5)).toEqual([0, 0, 1, 0, 1, 1, 0, 1])
  expect(simplifyRing([0, 0, 9, 0, 9, 9], 50)).toEqual([0, 0, 9, 0, 9, 9])
  const holed = [{ outer: [0, 0, 9, 0, 18, 0, 18, 9], holes: [[9, 2, 10, 2, 11, 2, 11, 3]] }]
  expect(simplify(holed, 0.1)[0]?.holes).toEqual([[9, 2, 11, 2, 11, 3]])
})

test('no point ends up farther than the tolerance from the simplified line', () => {
  const line = fc.array(fc.double({ min: 0, max: 100, noNaN: true }), {
    minLength: 4,
    maxLength: 80,
  })
  fc.assert(
    fc.property(line, fc.double({ min: 0.1, max: 20, noNaN: true }), (flat, tolerance) => {
      const full = flat.slice(0, 2 * (flat.length >> 1))
      const simple = simplifyLine(full, tolerance)
      const segments = simple.length / 2 - 1
      for (const point of pointsOf(full)) {
        const away = Array.from({ length: segments }, (_, i) =>
          distance(point, nearestOnSegment(point, pointOf(simple, i), pointOf(simple, i + 1))),
        )
        expect(Math.min(...away)).toBeLessThanOrEqual(tolerance + 1e-9)
      }
    }),
    { numRuns: 100 },
  )
})

test('ten thousand points of the worst kind need no deep stack', () => {
  const comb = Array.from({ length: 10_000 }, (_, i) => [i / 10, i % 2 === 0 ? 0 : i / 100]).flat()
  expect(simplifyLine(comb, 0.5).length).toBeGreaterThan(15_000)
})
