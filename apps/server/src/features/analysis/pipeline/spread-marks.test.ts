import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { distance } from '#geometry/point'

import { spreadMarks } from './spread-marks.ts'

const size = { width: 1000, height: 800 }
const room = { apart: 30, margin: 16, size }

test('marks with enough room stay in place', () => {
  const wanted = [
    { x: 100, y: 100 },
    { x: 140, y: 100 },
  ]
  expect(spreadMarks(wanted, room)).toEqual(wanted)
})

test('marks at one place are moved apart, nearby and within the picture', () => {
  const place = fc.record({
    x: fc.integer({ min: 0, max: 1000 }),
    y: fc.integer({ min: 0, max: 800 }),
  })
  fc.assert(
    fc.property(place, (at) => {
      const places = spreadMarks([at, at, { x: at.x + 3, y: at.y - 2 }], room)
      for (const [i, one] of places.entries()) {
        expect(distance(one, at)).toBeLessThan(90)
        expect(one.x).toBeGreaterThanOrEqual(16)
        expect(one.y).toBeLessThanOrEqual(784)
        for (const other of places.slice(i + 1)) expect(distance(one, other)).toBeGreaterThan(28)
      }
    }),
  )
})
