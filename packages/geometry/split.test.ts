import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { loadPolygonOperations } from './boolean.ts'
import type { MultiPolygon, Ring } from './polygon.ts'
import { area } from './polygon.ts'
import { splitAlong } from './split.ts'

const operations = await loadPolygonOperations()

const square: MultiPolygon = [{ outer: [0, 0, 100, 0, 100, 100, 0, 100], holes: [] }]
const hole: Ring = [40, 40, 40, 60, 60, 60, 60, 40]
const frame: MultiPolygon = [{ outer: [0, 0, 100, 0, 100, 100, 0, 100], holes: [hole] }]

function areasOf(shape: MultiPolygon, line: Ring): number[] {
  const parts = splitAlong(shape, line, operations)
  const [first = [], ...others] = parts
  const united = others.reduce((all, part) => operations.union(all, part), first)
  // Nothing is lost along the line, and no gap stays when the parts are merged again.
  expect(area(united)).toBeCloseTo(area(shape), 2)
  expect(united).toHaveLength(shape.length)
  return parts.map((part) => Math.round(area(part)))
}

describe('a line', () => {
  test('splits a polygon that it crosses; the larger part comes first', () => {
    expect(areasOf(square, [30, -5, 30, 105])).toEqual([7000, 3000])
    expect(areasOf(square, [30.333, 105, 70.777, -5])).toEqual([5056, 4945])
  })

  test('bends within the polygon', () => {
    expect(areasOf(square, [-5, 50, 50, 50, 50, -5])).toEqual([7500, 2500])
    expect(areasOf(square, [20, -5, 20, 40, 60, 40, 60, -5])).toEqual([8400, 1600])
  })

  test('that crosses several times severs several parts', () => {
    expect(areasOf(square, [20, -5, 20, 105, 80, 105, 80, -5])).toEqual([6000, 2000, 2000])
  })

  test('leads through a hole', () => {
    expect(areasOf(frame, [50, -5, 50, 105])).toEqual([4800, 4800])
  })

  test('does not split what it does not cross from side to side', () => {
    expect(splitAlong(square, [50, -5, 50, 50], operations)).toEqual([square])
    expect(splitAlong(square, [20, 20, 80, 80], operations)).toEqual([square])
    expect(splitAlong(square, [-5, -5, -5, 105], operations)).toEqual([square])
  })

  test('splits each polygon of a shape on its own, and leaves the others', () => {
    const two = [...square, { outer: [200, 0, 210, 0, 210, 10, 200, 10], holes: [] }]
    expect(areasOf(two, [-5, 90, 105, 90])).toEqual([9100, 1000])
  })
})

test('the parts of any shape along any line make up the shape, and do not overlap', () => {
  const place = fc.integer({ min: -2000, max: 12_000 }).map((steps) => steps / 100)
  const line = fc.array(fc.tuple(place, place), { minLength: 2, maxLength: 6 })
  const radii = fc.array(fc.integer({ min: 5, max: 50 }), { minLength: 3, maxLength: 12 })
  fc.assert(
    fc.property(radii, line, fc.boolean(), (away, points, isHoled) => {
      const star = away.flatMap((radius, i) => {
        const angle = (2 * Math.PI * i) / away.length
        return [50 + radius * Math.cos(angle), 50 + radius * Math.sin(angle)]
      })
      const shape = operations.difference(
        [{ outer: star, holes: [] }],
        isHoled ? [{ outer: [45, 45, 55, 45, 55, 55, 45, 55], holes: [] }] : [],
      )
      const parts = splitAlong(shape, points.flat(), operations)
      const united = parts.reduce((all, part) => operations.union(all, part), [])
      const sum = parts.reduce((all, part) => all + area(part), 0)
      // The ends of a cut are on hundredths of a pixel, so the outline may turn there a little.
      expect(Math.abs(sum - area(shape))).toBeLessThan(2)
      expect(Math.abs(area(united) - area(shape))).toBeLessThan(2)
    }),
  )
})
