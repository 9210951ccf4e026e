import { expect, test } from 'vitest'

import { distanceToOutline } from '#geometry/locate'
import type { MultiPolygon } from '#geometry/polygon'
import { pointsOf, vertexCount } from '#geometry/polygon'

import { detailFor, thinnedOut, toleranceOf } from './detail.ts'

const circle: MultiPolygon = [
  {
    outer: Array.from({ length: 300 }, (_, i) => (2 * Math.PI * i) / 300).flatMap((angle) => [
      100 + 60 * Math.cos(angle),
      100 + 60 * Math.sin(angle),
    ]),
    holes: [],
  },
]

test('every vertex is painted when enlarged', () => {
  expect(detailFor(1.5)).toBeNull()
  expect(thinnedOut(circle, detailFor(8))).toBe(circle)
})

test.each([1, 0.5, 0.2, 0.05, 0.01])(
  'at %s display pixels per image pixel an outline is off by less than one of them',
  (scale) => {
    const level = detailFor(scale)
    expect(toleranceOf(level) * scale).toBeLessThanOrEqual(0.5)
    const thin = thinnedOut(circle, level)
    for (const point of pointsOf(circle[0]?.outer ?? [])) {
      expect(distanceToOutline(thin, point) * scale).toBeLessThan(1)
    }
  },
)

test('zoomed out, few vertices remain, but at least three', () => {
  expect(vertexCount(thinnedOut(circle, detailFor(0.1)))).toBeLessThan(100)
  expect(vertexCount(thinnedOut(circle, 8))).toBe(3)
})

test('every corner of a rectangle is kept at every level of detail', () => {
  const outer = [100, 100, 1500, 100, 1500, 1100, 100, 1100]
  for (const zoom of [0.01, 0.1, 0.5, 1]) {
    const level = detailFor(zoom)
    if (level === null) continue
    expect(thinnedOut([{ outer, holes: [] }], level)).toEqual([{ outer, holes: [] }])
  }
})
