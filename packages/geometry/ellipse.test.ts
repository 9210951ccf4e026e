import { describe, expect, test } from 'vitest'

import { loadPolygonOperations } from './boolean.ts'
import { boxOf } from './box.ts'
import { decodeShape, encodeShape } from './encoding.ts'
import type { Ellipse } from './ellipse.ts'
import { ellipseIn, pointOnEllipse, polygonOfEllipse } from './ellipse.ts'
import { nearestEdge } from './locate.ts'
import { area, reverseRing, translate } from './polygon.ts'
import { sanitise } from './sanitise.ts'

const image = { x: 0, y: 0, width: 4000, height: 3000 }
const operations = await loadPolygonOperations()

const ellipses: readonly Ellipse[] = [
  { centre: { x: 1000, y: 900 }, radii: [180, 220], angle: 0 },
  { centre: { x: 1234.56, y: 777.77 }, radii: [90, 81.5], angle: 0.4 },
  { centre: { x: 1000, y: 900 }, radii: [640, 700], angle: -0.7 },
  { centre: { x: 60, y: 60 }, radii: [12, 12], angle: 0 },
  { centre: { x: 20, y: 20 }, radii: [3, 2], angle: 0.2 },
]

describe.each(ellipses)('an ellipse with the radii $radii turned by $angle', (ellipse) => {
  const drawn = [polygonOfEllipse(ellipse)]

  test('is recognised from its polygon, however that was kept', () => {
    const outer = drawn[0]?.outer ?? []
    const kept = [
      drawn,
      sanitise(drawn, image),
      operations.union(operations.clipToBox(drawn, image), []),
      decodeShape(encodeShape(drawn)),
      [{ outer: reverseRing(outer), holes: [] }],
      [{ outer: [...outer.slice(10), ...outer.slice(0, 10)], holes: [] }],
    ]
    for (const shape of kept) {
      const found = ellipseIn(shape)
      expect(found?.centre.x).toBeCloseTo(ellipse.centre.x, 2)
      expect(found?.centre.y).toBeCloseTo(ellipse.centre.y, 2)
      expect(found?.radii[0]).toBeCloseTo(ellipse.radii[0], 1)
      expect(found?.radii[1]).toBeCloseTo(ellipse.radii[1], 1)
      expect(found?.angle).toBeCloseTo(ellipse.angle, 1)
    }
  })

  test('lies close to its polygon, which has the same extent if it stands upright', () => {
    const away = Array.from({ length: 1000 }, (_, i) => {
      const at = pointOnEllipse(ellipse, (2 * Math.PI * i) / 1000)
      return nearestEdge(drawn, at)?.distance ?? Infinity
    })
    expect(Math.max(...away)).toBeLessThan(0.22)
    expect(area(drawn) / (Math.PI * ellipse.radii[0] * ellipse.radii[1])).toBeGreaterThan(0.97)
    if (ellipse.angle !== 0) return
    expect(boxOf(drawn)?.width).toBeCloseTo(2 * ellipse.radii[0], 2)
    expect(boxOf(drawn)?.height).toBeCloseTo(2 * ellipse.radii[1], 2)
  })
})

describe('no ellipse', () => {
  const first: Ellipse = { centre: { x: 1000, y: 900 }, radii: [180, 220], angle: 0 }
  const { outer } = polygonOfEllipse(first)

  test.each([
    ['one corner dragged by a tenth of a pixel', [[(outer[0] ?? 0) + 0.1, ...outer.slice(1)]]],
    ['one corner taken away', [outer.slice(2)]],
    ['a hexagon', [[20, 10, 15, 18.66, 5, 18.66, 0, 10, 5, 1.34, 15, 1.34]]],
    ['one with a hole', [outer, [1000, 900, 1000, 910, 1010, 910]]],
  ])('%s', (_, [ring = [], ...holes]) => {
    expect(ellipseIn([{ outer: ring, holes }])).toBeNull()
  })

  test('two of them, and one that the border cuts', () => {
    const one = [polygonOfEllipse(first)]
    expect(ellipseIn([...one, ...translate(one, 1000, 0)])).toBeNull()
    expect(ellipseIn(sanitise(translate(one, -900, 0), image))).toBeNull()
  })
})
