import { expect, test } from 'vitest'

import { distance, type Point } from '#geometry/point'

import type { QuadraticMap } from './quadratic-map.ts'
import { enlargeMap, fitMap, mapPlace, placeMappedTo, slopeAt } from './quadratic-map.ts'

const frame = { centre: { x: 400, y: 300 }, unit: 400 }
const map: QuadraticMap = {
  ...frame,
  x: [420, 390, -40, 6, -9, 4],
  y: [310, 45, 385, -5, 3, 8],
}
const places = [0, 200, 400, 600, 800].flatMap((x) => [0, 300, 600].map((y) => ({ x, y })))

function missOf(found: Point | undefined, meant: Point): number {
  return found === undefined ? Infinity : distance(found, meant)
}

test('pairs of places give back the map that moved them', () => {
  const ties = places.map((from) => ({ from, to: mapPlace(map, from), weight: 1000 }))
  const fitted = fitMap(ties, frame, 'quadratic')
  if (fitted === undefined) throw new Error('Nothing was fitted.')
  for (const from of places) {
    expect(missOf(mapPlace(fitted, from), mapPlace(map, from))).toBeLessThan(0.01)
  }
})

test('three places give an affine map exactly, places on one line none', () => {
  const corners = [
    { from: { x: 0, y: 0 }, to: { x: 10, y: 20 } },
    { from: { x: 100, y: 0 }, to: { x: 120, y: 10 } },
    { from: { x: 0, y: 100 }, to: { x: 20, y: 125 } },
  ].map((tie) => ({ ...tie, weight: 1 }))
  const fitted = fitMap(corners, frame, 'affine')
  if (fitted === undefined) throw new Error('Nothing was fitted.')
  for (const { from, to } of corners) expect(missOf(mapPlace(fitted, from), to)).toBeLessThan(1e-6)
  const onLine = [0, 50, 100].map((x) => ({ from: { x, y: x }, to: { x, y: x }, weight: 1 }))
  expect(fitMap(onLine, frame, 'affine')).toBeUndefined()
})

test('a mapped place leads back to where it was', () => {
  for (const place of places) {
    expect(missOf(placeMappedTo(map, mapPlace(map, place)), place)).toBeLessThan(1e-6)
  }
})

test('the slope tells how far a small step leads', () => {
  const place = { x: 650, y: 150 }
  const [at, right] = [mapPlace(map, place), mapPlace(map, { x: 650.01, y: 150 })]
  expect(slopeAt(map, place).xx).toBeCloseTo((right.x - at.x) / 0.01, 3)
  expect(slopeAt(map, place).yx).toBeCloseTo((right.y - at.y) / 0.01, 3)
})

test('photographs of another size have the same map', () => {
  const enlarged = enlargeMap(map, { from: { x: 2, y: 2.1 }, to: { x: 3, y: 2.9 } })
  for (const { x, y } of places) {
    const to = mapPlace(map, { x, y })
    const found = mapPlace(enlarged, { x: 2 * x, y: 2.1 * y })
    expect(missOf(found, { x: 3 * to.x, y: 2.9 * to.y })).toBeLessThan(1e-6)
  }
})
