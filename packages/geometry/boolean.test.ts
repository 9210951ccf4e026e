import { fileURLToPath } from 'node:url'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { loadPolygonOperations, PolygonOperationError } from './boolean.ts'
import { snap } from './point.ts'
import type { MultiPolygon } from './polygon.ts'
import { area, sameShape, signedArea, translate } from './polygon.ts'
import { sanitise } from './sanitise.ts'
import { areaByOracle } from './testing/clipper-oracle.ts'
import { areaByRaster } from './testing/raster-area.ts'

const operations = await loadPolygonOperations()

function square(x: number, y: number, side: number): MultiPolygon {
  return [{ outer: [x, y, x + side, y, x + side, y + side, x, y + side], holes: [] }]
}

describe('sets of areas', () => {
  test('union, difference and intersection', () => {
    const [a, b] = [square(0, 0, 10), square(5, 5, 10)]
    expect(operations.union(a, b)).toEqual([
      { outer: [0, 0, 10, 0, 10, 5, 15, 5, 15, 15, 5, 15, 5, 10, 0, 10], holes: [] },
    ])
    expect(operations.intersection(a, b)).toEqual(square(5, 5, 5))
    expect(area(operations.difference(a, b))).toBe(75)
    expect(operations.difference(a, a)).toEqual([])
    expect(operations.union([], [])).toEqual([])
  })

  test('holes, and islands in holes, are kept apart', () => {
    const ring = operations.difference(square(0, 0, 100), square(20, 20, 60))
    expect(ring).toEqual([
      { outer: square(0, 0, 100)[0]?.outer, holes: [[20, 20, 20, 80, 80, 80, 80, 20]] },
    ])
    const withIsland = operations.union(ring, square(40, 40, 20))
    expect(withIsland).toEqual([...ring, ...square(40, 40, 20)])
    expect(area(operations.difference(withIsland, square(0, 0, 50)))).toBe(
      area(withIsland) - (2500 - 900 + 100),
    )
  })

  test('vertices in the middle of an edge are kept', () => {
    const shape = [{ outer: [0, 0, 5, 0, 10, 0, 10, 10, 0, 10], holes: [] }]
    expect(operations.union(shape, [])).toEqual(shape)
  })

  test('rings of any direction and crossing themselves are understood', () => {
    const eight = [{ outer: [0, 0, 40, 40, 40, 0, 0, 40], holes: [] }]
    expect(area(operations.union(eight, []))).toBe(800)
    const over = [...eight, ...square(0, 0, 10)]
    expect(area(operations.union(over, []))).toBe(800 + 50)
    const holed = [{ outer: [0, 0, 0, 9, 9, 9, 9, 0], holes: [[2, 2, 4, 2, 4, 4, 2, 4]] }]
    expect(area(operations.union(holed, []))).toBe(81 - 4)
  })

  test('answers are disjoint, sanitised and read the same when asked again', () => {
    const bounds = { x: 0, y: 0, width: 200, height: 200 }
    const shape = operations.difference(square(10, 10, 100), translate(square(0, 0, 30), 40.123, 9))
    expect(sanitise(shape, bounds)).toEqual(shape)
    expect(operations.union(shape, [])).toEqual(shape)
  })

  test('clipping keeps shapes inside the box, and splits those that leave it', () => {
    const box = { x: 0, y: 0, width: 50, height: 50 }
    const inside = square(0, 0, 50)
    expect(operations.clipToBox(inside, box)).toBe(inside)
    const fork = [
      { outer: [10, 10, 10, -10, 40, -10, 40, 10, 30, 10, 30, -5, 20, -5, 20, 10], holes: [] },
    ]
    expect(operations.clipToBox(fork, box)).toEqual([
      { outer: [10, 0, 20, 0, 20, 10, 10, 10], holes: [] },
      { outer: [30, 0, 40, 0, 40, 10, 30, 10], holes: [] },
    ])
    expect(operations.clipToBox(square(60, 60, 5), box)).toEqual([])
  })

  test('a stroke is as wide as its brush, with round ends; a dot is a disc', () => {
    const stroke = area(operations.inflateLine([20, 20, 80, 20], 10))
    expect(Math.abs(stroke / (1200 + Math.PI * 100) - 1)).toBeLessThan(0.01)
    expect(Math.abs(area(operations.inflateLine([20, 20], 10)) / (Math.PI * 100) - 1)).toBeLessThan(
      0.02,
    )
    expect(operations.inflateLine([], 10)).toEqual([])
    expect(operations.inflateLine([20, 20, 80, 20], 0)).toEqual([])
  })

  test('a stroke of thousands of crossings is still one clean area', () => {
    const scribble = Array.from({ length: 3000 }, (_, i) => {
      const radius = 30 + (i % 2) / 5
      return [50 + radius * Math.cos(i / 9), 50 + radius * Math.sin(i / 9)]
    }).flat()
    const [ring, ...others] = operations.inflateLine(scribble, 4)
    expect(others).toEqual([])
    expect(ring?.holes).toHaveLength(1)
    const whole = Math.PI * (34.2 ** 2 - 26 ** 2)
    expect(Math.abs(area(ring === undefined ? [] : [ring]) / whole - 1)).toBeLessThan(0.02)
  })

  test('coordinates beyond reason are refused with an error of our own', () => {
    const absurd = [{ outer: [1e300, 0, 1, 1, 2, 5], holes: [] }]
    expect(() => operations.union(absurd, square(0, 0, 5))).toThrow(PolygonOperationError)
    expect(() => operations.inflateLine([0, Number.NaN], 5)).toThrow(PolygonOperationError)
    expect(() => operations.inflateLine([0, 0], Infinity)).toThrow(PolygonOperationError)
    expect(operations.union(square(0, 0, 5), [])).toEqual(square(0, 0, 5))
  })
})

const size = 60
const coordinate = fc.integer({ min: 0, max: size * 100 }).map((steps) => steps / 100)
const gridded = fc.integer({ min: 0, max: 6 }).map((n) => n * 10)

/** Rings as a hand draws them: they wind once around a middle, at 4 to 40 corners. */
const drawn = fc
  .tuple(
    coordinate,
    coordinate,
    fc.array(fc.integer({ min: 200, max: 1500 }), { minLength: 4, maxLength: 40 }),
  )
  .map(([x, y, radii]) =>
    radii.flatMap((radius, i) => {
      const angle = (2 * Math.PI * i) / radii.length
      return [
        snap(x + (radius / 100) * Math.cos(angle)),
        snap(y + (radius / 100) * Math.sin(angle)),
      ]
    }),
  )
const drawnShape = fc
  .tuple(fc.array(drawn, { minLength: 1, maxLength: 3 }), fc.array(drawn, { maxLength: 2 }))
  .map(([added, taken]) =>
    taken.reduce(
      (shape, outer) => operations.difference(shape, [{ outer, holes: [] }]),
      operations.union(
        added.map((outer) => ({ outer, holes: [] })),
        [],
      ),
    ),
  )

/** Random rings that cross themselves or run along one another. */
const wildRing = fc
  .oneof(
    fc.array(coordinate, { minLength: 6, maxLength: 24 }),
    fc.array(gridded, { minLength: 6, maxLength: 24 }),
  )
  .map((flat) => flat.slice(0, 2 * (flat.length >> 1)))
const wildShape = fc.array(
  fc.record({ outer: wildRing, holes: fc.array(wildRing, { maxLength: 2 }) }),
  {
    minLength: 1,
    maxLength: 3,
  },
)

const rules = {
  union: (a: boolean, b: boolean) => a || b,
  difference: (a: boolean, b: boolean) => a && !b,
  intersection: (a: boolean, b: boolean) => a && b,
} as const

describe.each(['union', 'difference', 'intersection'] as const)('%s', (operation) => {
  test('of drawn shapes has the area that another library finds, and is clean', () => {
    fc.assert(
      fc.property(drawnShape, drawnShape, (a, b) => {
        const answer = operations[operation](a, b)
        expect(Math.abs(area(answer) - areaByOracle(operation, a, b))).toBeLessThan(0.5)
        expect(Math.abs(area(operations.union(answer, [])) - area(answer))).toBeLessThan(0.5)
        for (const { outer, holes } of answer) {
          expect(signedArea(outer)).toBeGreaterThan(0)
          for (const hole of holes) expect(signedArea(hole)).toBeLessThan(0)
        }
      }),
      { numRuns: 150 },
    )
  })

  test('has the area that counting on a raster finds', () => {
    fc.assert(
      fc.property(drawnShape, drawnShape, (a, b) => {
        const found = area(operations[operation](a, b))
        const counted = areaByRaster(
          100,
          2,
          rules[operation],
          [a, b].map((shape) => translate(shape, 20, 20)),
        )
        expect(Math.abs(found - counted)).toBeLessThan(0.005 * 100 ** 2)
      }),
      { numRuns: 15 },
    )
  })

  test('of the wildest shapes is right in 99 %, and nearly right in the rest', () => {
    const pairs = fc.sample(fc.tuple(wildShape, wildShape), { numRuns: 300, seed: 7 })
    const errors = pairs.map(([a, b]) =>
      Math.abs(area(operations[operation](a, b)) - areaByOracle(operation, a, b)),
    )
    expect(errors.filter((error) => error > 0.6).length).toBeLessThanOrEqual(3)
    expect(Math.max(...errors)).toBeLessThan(0.02 * size ** 2)
  })
})

test('memory does not grow with use', () => {
  const circle = Array.from({ length: 2000 }, (_, i) => {
    const angle = (2 * Math.PI * (i >> 1)) / 1000
    return 500 + 400 * (i % 2 === 0 ? Math.cos(angle) : Math.sin(angle))
  })
  const large = [{ outer: circle, holes: [] }]
  const once = () => operations.difference(large, square(450, 450, 100))
  const first = once()
  const before = process.memoryUsage().arrayBuffers
  for (let i = 0; i < 1500; i++) once()
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(4e6)
  expect(sameShape(once(), first)).toBe(true)
})

test('the library is found where the options say', async () => {
  const asked: string[] = []
  const locateFile = (file: string) => {
    asked.push(file)
    return fileURLToPath(import.meta.resolve(`clipper2-wasm/dist/es/${file}`))
  }
  const located = await loadPolygonOperations({ locateFile })
  expect(asked).toContain('clipper2z.wasm')
  expect(located.union(square(0, 0, 5), [])).toEqual(square(0, 0, 5))
})
