import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { loadPolygonOperations } from './boolean.ts'
import { polygonOfBox } from './box.ts'
import { meetingsOf } from './crossing.ts'
import { snap } from './point.ts'
import type { MultiPolygon, Ring } from './polygon.ts'
import { area, reverseRing } from './polygon.ts'
import { areaByOracle } from './testing/clipper-oracle.ts'
import { partUntouched } from './untouched.ts'

const operations = await loadPolygonOperations()

function square(x: number, y: number, side: number): Ring {
  return polygonOfBox({ x, y, width: side, height: side }).outer
}

/** A square of 1,000 pixels with 100 holes in rows and columns, 40 pixels wide, 100 apart. */
const sieve: MultiPolygon = [
  {
    outer: square(0, 0, 1000),
    holes: Array.from({ length: 100 }, (_, i) =>
      reverseRing(square(30 + 100 * (i % 10), 30 + 100 * Math.floor(i / 10), 40)),
    ),
  },
]

/** For each ring, whether it meets one of its own shape, and the other shape. */
function met(rings: readonly Ring[], others: readonly Ring[] = []): [boolean, boolean][] {
  return meetingsOf(rings, others).map(({ own, other }) => [own, other])
}

describe('rings that meet others', () => {
  test('apart, crossing, touching', () => {
    expect(met([square(0, 0, 9), square(20, 0, 9)])).toEqual([
      [false, false],
      [false, false],
    ])
    expect(met([square(0, 0, 9), square(5, 5, 9)], [square(-5, -5, 9)])).toEqual([
      [true, true],
      [true, false],
    ])
    expect(met([square(0, 0, 9)], [square(9, 9, 9)])).toEqual([[false, true]])
    expect(met([square(0, 0, 9)], [square(2, 9, 2)])).toEqual([[false, true]])
    expect(met([square(0, 0, 9)], [square(2, 2, 2)])).toEqual([[false, false]])
  })

  test('a ring that crosses, touches or retraces itself meets itself', () => {
    expect(met([[0, 0, 9, 9, 9, 0, 0, 9]])).toEqual([[true, false]])
    expect(met([[0, 0, 9, 0, 9, 9, 5, 0, 0, 9]])).toEqual([[true, false]])
    expect(met([[0, 0, 9, 0, 20, 0, 9, 0, 9, 9]])).toEqual([[true, false]])
    expect(met([[0, 0, 5, 0, 9, 0, 9, 9]])).toEqual([[false, false]])
  })

  test('a comparison that would take too long counts as met', () => {
    const comb = Array.from({ length: 400 }, (_, i) => [i / 100, i % 2 === 0 ? 0 : 1e6]).flat()
    expect(met([comb, square(-50, 0, 9)])).toEqual([
      [true, true],
      [true, true],
    ])
  })
})

describe('a stroke in a shape of many holes', () => {
  const stroke = operations.inflateLine([150, 20, 150, 260], 15)

  test('gives the library the outline and the few holes that it crosses', () => {
    const { settled, unsettled, untouched } = partUntouched(sieve, stroke)
    expect(unsettled).toEqual([])
    expect(settled).toHaveLength(1 + 3)
    expect(untouched).toHaveLength(97)
  })

  test('fills the holes that it covers, or takes away all around them', () => {
    const all = [{ outer: square(10, 10, 200), holes: [] }]
    expect(partUntouched(sieve, all).untouched).toHaveLength(96)
    expect(operations.union(sieve, all)[0]?.holes).toHaveLength(96)
    expect(area(operations.difference(sieve, all))).toBe(area(sieve) - 200 ** 2 + 4 * 40 ** 2)
  })

  test('in a hole becomes an island, and one around a hole with another hole leaves a rim', () => {
    const dot = [{ outer: square(40, 40, 9), holes: [] }]
    expect(operations.union(sieve, dot)).toEqual([...sieve, ...dot])
    expect(operations.difference(sieve, dot)).toEqual(sieve)
    const frame = [{ outer: square(25, 25, 50), holes: [reverseRing(square(40, 40, 9))] }]
    expect(area(operations.union(sieve, frame))).toBe(area(sieve) + 40 ** 2 - 9 ** 2)
  })

  test('leaves polygons out of its reach alone, in whichever direction their rings run', () => {
    const islands = [...sieve, { outer: reverseRing(square(2000, 0, 50)), holes: [] }]
    const { untouched } = partUntouched(islands, stroke)
    expect(untouched).toHaveLength(98)
    expect(operations.union(islands, stroke)[1]).toEqual({ outer: square(2000, 0, 50), holes: [] })
  })

  test('recomputes an invalid shape as a whole', () => {
    const [plate] = sieve
    const holes = plate?.holes ?? []
    for (const stray of [square(35, 35, 10), square(50, 50, 40), square(2000, 0, 9)]) {
      const shape = [{ outer: square(0, 0, 1000), holes: [...holes, stray] }]
      expect(partUntouched(shape, stroke)).toEqual({
        settled: [],
        unsettled: shape,
        untouched: [],
      })
    }
  })
})

/** Rings around places of a grid that they cannot leave, some of them missing. */
const hole = fc.tuple(
  fc.boolean(),
  fc.array(fc.integer({ min: 5, max: 45 }), { minLength: 3, maxLength: 12 }),
)
const riddled = fc.array(hole, { minLength: 25, maxLength: 25 }).map((cells): MultiPolygon => {
  const holes = cells.flatMap(([isThere, radii], cell) => {
    const [x, y] = [60 + 100 * (cell % 5), 60 + 100 * Math.floor(cell / 5)]
    const ring = radii.flatMap((radius, i) => {
      const angle = (2 * Math.PI * i) / radii.length
      return [snap(x + radius * Math.cos(angle)), snap(y + radius * Math.sin(angle))]
    })
    return isThere ? [ring] : []
  })
  return [{ outer: square(0, 0, 520), holes }]
})
const drawnLine = fc
  .array(fc.integer({ min: -50, max: 570 }), { minLength: 2, maxLength: 12 })
  .map((flat) => flat.slice(0, 2 * (flat.length >> 1)))

test.each(['union', 'difference'] as const)(
  'the %s of a shape full of holes with a stroke is the one that another library finds',
  (operation) => {
    fc.assert(
      fc.property(riddled, drawnLine, fc.integer({ min: 1, max: 60 }), (shape, line, radius) => {
        const stroke = operations.inflateLine(line, radius)
        const answer = operations[operation](shape, stroke)
        // The other one rounds each crossing to a hundredth; the least hole has 16 square pixels.
        expect(Math.abs(area(answer) - areaByOracle(operation, shape, stroke))).toBeLessThan(4)
        expect(Math.abs(area(operations.union(answer, [])) - area(answer))).toBeLessThan(0.5)
      }),
      { numRuns: 100 },
    )
  },
)
