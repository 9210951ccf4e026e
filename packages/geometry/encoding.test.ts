import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeShape, encodeShape, GeometryEncodingError } from './encoding.ts'

const coordinate = fc.integer({ min: -5_000_000, max: 5_000_000 }).map((steps) => steps / 100)
const ring = fc
  .array(fc.tuple(coordinate, coordinate), { minLength: 3, maxLength: 30 })
  .map((points) => points.flat())
const shape = fc.array(fc.record({ outer: ring, holes: fc.array(ring, { maxLength: 3 }) }), {
  maxLength: 4,
})

test('an encoded shape is decoded unchanged, including holes', () => {
  fc.assert(
    fc.property(shape, (original) => {
      expect(decodeShape(encodeShape(original))).toEqual(original)
    }),
  )
})

test('the format is stable: version, counts, zigzag differences', () => {
  const triangle = [{ outer: [0, 0, 1, 0, 0.01, -0.02], holes: [] }]
  expect([...encodeShape(triangle)]).toEqual([1, 1, 1, 3, 0, 0, 200, 1, 0, 197, 1, 3])
  expect([...encodeShape([])]).toEqual([1, 0])
})

test('neighbouring points cost about two bytes each coordinate', () => {
  const circle = Array.from({ length: 2000 }, (_, i) => {
    const angle = (2 * Math.PI * (i >> 1)) / 1000
    return 2000 + 500 * (i % 2 === 0 ? Math.cos(angle) : Math.sin(angle))
  })
  expect(encodeShape([{ outer: circle, holes: [] }]).length).toBeLessThan(4100)
})

test('coordinates are rounded to a hundredth of a pixel, and never to minus zero', () => {
  const [polygon] = decodeShape(
    encodeShape([{ outer: [-0.001, 0.004, 5.016, 0, 5, 5], holes: [] }]),
  )
  expect(polygon?.outer).toEqual([0, 0, 5.02, 0, 5, 5])
})

describe('refused', () => {
  test.each([
    ['a ring of two points', [1, 2, 3, 4]],
    ['half a point', [1, 2, 3, 4, 5, 6, 7]],
    ['no number', [1, 2, 3, 4, 5, Number.NaN]],
    ['infinity', [1, 2, 3, 4, 5, Infinity]],
    ['a coordinate beyond the format', [1, 2, 3, 4, 5, 6e6]],
  ])('to be encoded: %s', (_, outer) => {
    expect(() => encodeShape([{ outer, holes: [] }])).toThrow(GeometryEncodingError)
  })

  const triangle = [1, 1, 1, 3, 0, 0, 200, 1, 0, 197, 1, 3]
  test.each([
    ['nothing', []],
    ['another version', [2, ...triangle.slice(1)]],
    ['an end inside', triangle.slice(0, -1)],
    ['an end inside a number', [1, 1, 1, 3, 128]],
    ['more bytes than the shape', [...triangle, 0]],
    ['a polygon without rings', [1, 1, 0, 0, 0, 0, 0, 0, 0, 0]],
    ['a ring of two points', [1, 1, 1, 2, 0, 0, 0, 0, 0, 0]],
    ['more polygons than there are bytes', [1, 255, 255, 255, 255, 15]],
    ['a number that is too long', [1, 255, 255, 255, 255, 255, 1]],
    ['a number beyond 32 bits', [1, 255, 255, 255, 255, 31]],
    ['a number written longer than needed', [1, 129, 0, ...triangle.slice(2)]],
    [
      'a coordinate beyond the format',
      [
        1,
        1,
        1,
        3,
        ...Array<number>(6)
          .fill(0)
          .flatMap(() => [254, 255, 255, 255, 7]),
      ],
    ],
  ])('to be decoded: %s', (_, bytes) => {
    expect(() => decodeShape(Uint8Array.from(bytes))).toThrow(GeometryEncodingError)
  })

  test('to be decoded: noise, unless it equals an encoding', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (noise) => {
        const bytes = Uint8Array.from([1, ...noise])
        const decoded = decodedOr(GeometryEncodingError, bytes)
        expect(decoded === null || Buffer.from(bytes).equals(encodeShape(decoded))).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })
})

/** Null if decoding throws the expected error; any other error is rethrown. */
function decodedOr(expected: typeof GeometryEncodingError, bytes: Uint8Array) {
  try {
    return decodeShape(bytes)
  } catch (error) {
    if (error instanceof expected) return null
    throw error
  }
}
