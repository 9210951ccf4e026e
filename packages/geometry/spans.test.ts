import { describe, expect, test } from 'vitest'

import { growBox } from './box.ts'
import { containsPoint, distanceToOutline, ringContains } from './locate.ts'
import type { MultiPolygon, Ring } from './polygon.ts'
import { pointsOf } from './polygon.ts'
import { coversPoint, distanceWithin, ringNear, ringsTouching } from './spans.ts'

/** A star with many arms around a centre, so that most straight lines cross it often. */
function star(x: number, y: number, radius: number, vertices: number): Ring {
  return Array.from({ length: vertices }, (_, i) => {
    const angle = (2 * Math.PI * i) / vertices
    const away = radius * (0.6 + 0.4 * Math.sin(41 * angle))
    return [x + away * Math.cos(angle), y + away * Math.sin(angle)]
  }).flat()
}

/** Four pixels wide, around a point. */
function square(x: number, y: number): Ring {
  return [x - 2, y - 2, x + 2, y - 2, x + 2, y + 2, x - 2, y + 2]
}

const shape: MultiPolygon = [
  { outer: star(100, 100, 90, 1000), holes: [star(100, 100, 15, 200)] },
  { outer: star(260, 90, 60, 333), holes: [] },
]
const places = Array.from({ length: 800 }, (_, i) => ({ x: (i * 7.31) % 330, y: (i * 3.77) % 200 }))

describe('a shape of many vertices', () => {
  test('contains the same points as by its edges one by one', () => {
    const vertices = pointsOf(shape[0]?.outer ?? [])
    for (const place of [...places, ...vertices]) {
      expect(coversPoint(shape, place)).toBe(containsPoint(shape, place))
    }
  })

  test('is as far away, or out of reach', () => {
    for (const place of places) {
      const away = distanceToOutline(shape, place)
      const found = distanceWithin(shape, place, 10)
      expect(found).toBeCloseTo(away > 10 ? Infinity : away, 9)
    }
  })

  test('has the rings near a box, and no others', () => {
    expect(ringsTouching(shape, { x: 95, y: 95, width: 10, height: 10 })).toEqual([0, 1])
    expect(ringsTouching(shape, { x: 250, y: 80, width: 10, height: 10 })).toEqual([2])
    expect(ringsTouching(shape, { x: 400, y: 80, width: 10, height: 10 })).toEqual([])
    expect(ringsTouching([], { x: 0, y: 0, width: 10, height: 10 })).toEqual([])
  })

  test('has the rings near a box, of hundreds', () => {
    const squares = places.map(({ x, y }) => ({ outer: square(x, y), holes: [] }))
    for (const { x, y } of places.slice(0, 100)) {
      const near = [...places.entries()].flatMap(([number, place]) =>
        Math.abs(place.x - x) <= 7 && Math.abs(place.y - y) <= 7 ? [number] : [],
      )
      expect(ringsTouching(squares, { x: x - 5, y: y - 5, width: 10, height: 10 })).toEqual(near)
    }
  })

  test('has no distance without area', () => {
    expect(distanceWithin([], { x: 0, y: 0 }, 10)).toBe(Infinity)
    expect(coversPoint([], { x: 0, y: 0 })).toBe(false)
  })
})

describe('a ring near a box', () => {
  const ring = shape[0]?.outer ?? []

  test.each([
    { x: 20, y: 30, width: 25, height: 10 },
    { x: 90, y: 90, width: 5, height: 60 },
    { x: 150, y: 0, width: 300, height: 300 },
  ])('encloses the same points of $x, $y with fewer vertices', (box) => {
    const near = ringNear(ring, box) ?? []
    expect(near.length).toBeLessThan(ring.length / 2)
    for (const place of places) {
      const at = { x: box.x + (place.x / 330) * box.width, y: box.y + (place.y / 200) * box.height }
      expect(ringContains(near, at)).toBe(ringContains(ring, at))
    }
  })

  test.each([0, 32, 500, 999])('follows vertex %s to another place', (vertex) => {
    const to = { x: 97, y: 140 }
    const bent = ring.toSpliced(2 * vertex, 2, to.x, to.y)
    const box = { x: 90, y: 90, width: 20, height: 60 }
    const near = ringNear(ring, box, { vertex, to }) ?? []
    expect(near.length).toBeLessThan(ring.length / 2)
    for (const place of places) {
      const at = { x: box.x + (place.x / 330) * box.width, y: box.y + (place.y / 200) * box.height }
      expect(ringContains(near, at)).toBe(ringContains(bent, at))
    }
  })

  test('is complete in a box around it, and none in one beside it', () => {
    expect(ringNear(ring, growBox({ x: 0, y: 0, width: 200, height: 200 }, 1))).toEqual(ring)
    expect(ringNear(ring, { x: 300, y: 300, width: 10, height: 10 })).toBeNull()
  })
})
