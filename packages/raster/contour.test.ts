import { describe, expect, test } from 'vitest'

import { area, signedArea } from '#geometry/polygon'

import { traceContours } from './contour.ts'
import { countPixels } from './image.ts'
import { bitmapOf } from './testing/pictures.ts'

describe('traceContours', () => {
  test('a single pixel is a square around it', () => {
    expect(traceContours(bitmapOf('...', '.#.', '...'))).toEqual([
      { outer: [2, 1, 2, 2, 1, 2, 1, 1], holes: [] },
    ])
  })

  test('an empty bitmap has no polygons', () => {
    expect(traceContours(bitmapOf('...', '...'))).toEqual([])
  })

  test('a ring keeps its hole, which turns the other way', () => {
    const [ring, ...others] = traceContours(bitmapOf('####', '#..#', '#..#', '####'))
    expect(others).toEqual([])
    expect(signedArea(ring?.outer ?? [])).toBe(16)
    expect(ring?.holes.map(signedArea)).toEqual([-4])
  })

  test('an island in a hole is a separate polygon', () => {
    const shape = traceContours(bitmapOf('#####', '#...#', '#.#.#', '#...#', '#####'))
    expect(shape.map(({ holes }) => holes.length)).toEqual([1, 0])
    expect(area(shape)).toBe(17)
  })

  test('pixels that touch at a corner are two polygons', () => {
    expect(traceContours(bitmapOf('#.', '.#'))).toHaveLength(2)
  })

  test('a ring that closes at a corner only has a hole that touches its outline there', () => {
    const [shape, ...others] = traceContours(bitmapOf('.###', '#..#', '##.#', '.###'))
    expect(others).toEqual([])
    expect(shape?.holes).toHaveLength(1)
  })

  test.each([1, 2, 3])(
    'of random pixels no ring touches itself and the area stays (%i)',
    (seed) => {
      const [width, height] = [61, 47]
      const data = Uint8Array.from(
        { length: width * height },
        (_, i) => Math.imul(i + 77 * seed, 0x9e3779b1) >>> 31,
      )
      const shape = traceContours({ width, height, data })
      expect(area(shape)).toBe(countPixels({ width, height, data }))
      for (const { outer, holes } of shape) {
        expect(signedArea(outer)).toBeGreaterThan(0)
        for (const ring of [outer, ...holes]) {
          const corners = ring.flatMap((x, i) => (i % 2 === 0 ? [`${x},${ring[i + 1]}`] : []))
          expect(new Set(corners).size).toBe(corners.length)
        }
        for (const hole of holes) expect(signedArea(hole)).toBeLessThan(0)
      }
    },
  )
})
