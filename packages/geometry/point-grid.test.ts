import { expect, test } from 'vitest'

import { PointGrid } from './point-grid.ts'
import { pointsOf, type Ring } from './polygon.ts'

/** Points that are crowded in one place, and rare in another. */
const scattered: Ring = Array.from({ length: 700 }, (_, i) => {
  const away = (i % 97) ** 1.6 / 8
  return [200 + away * Math.cos(i), 90 + away * Math.sin(i)]
}).flat()
const places = Array.from({ length: 500 }, (_, i) => ({ x: (i * 7.31) % 400, y: (i * 3.77) % 200 }))

const arrangements: readonly [name: string, points: Ring][] = [
  ['scattered', scattered],
  ['on one line', pointsOf(scattered).flatMap(({ x }) => [x, 40])],
  ['at one place', Array.from({ length: 200 }, (_, i) => (i % 2 === 0 ? 50 : 60))],
  ['a few', scattered.slice(0, 20)],
  ['no', []],
]

test.each(arrangements)('of %s points those in a box are found in their order', (_, points) => {
  const grid = new PointGrid(points)
  for (const { x, y } of places) {
    const expected = pointsOf(points).flatMap((at, i) =>
      at.x >= x && at.x <= x + 60 && at.y >= y && at.y <= y + 45 ? [i] : [],
    )
    expect(grid.in({ x, y, width: 60, height: 45 })).toEqual(expected)
  }
})
