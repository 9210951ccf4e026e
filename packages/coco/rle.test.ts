import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compressRle, decompressRle, parseRle } from './rle-string.ts'
import {
  decodeToBitmap,
  encodeBitmap,
  intersectionOfRles,
  rleArea,
  rleBoundingBox,
  RleError,
  rleIou,
  rleOfCounts,
  subtractRle,
  unionOfRles,
  type RleSize,
} from './rle.ts'

interface Mask {
  readonly size: RleSize
  readonly bitmap: Uint8Array
}

const side = fc.integer({ min: 1, max: 12 })
const bitmapOf = (size: RleSize): fc.Arbitrary<Uint8Array> =>
  fc.uint8Array({ minLength: size[0] * size[1], maxLength: size[0] * size[1], max: 1 })
const mask: fc.Arbitrary<Mask> = fc
  .tuple(side, side)
  .chain((size) => bitmapOf(size).map((bitmap) => ({ size, bitmap })))
const twoMasks = fc
  .tuple(side, side)
  .chain((size) => fc.tuple(fc.constant(size), bitmapOf(size), bitmapOf(size)))

const counted = (bitmap: Uint8Array): number => bitmap.reduce((sum, pixel) => sum + pixel, 0)

describe('a bitmap in run lengths', () => {
  test('comes back pixel by pixel, in either order', () => {
    fc.assert(
      fc.property(mask, ({ size, bitmap }) => {
        for (const order of ['row-major', 'column-major'] as const) {
          const rle = encodeBitmap(bitmap, size, order)
          expect(decodeToBitmap(rle, order)).toEqual(bitmap)
          expect(rleArea(rle)).toBe(counted(bitmap))
        }
      }),
    )
  })

  test('runs down the columns and starts with background', () => {
    const rows = Uint8Array.from([0, 0, 1, 1, 0, 1])
    expect(encodeBitmap(rows, [2, 3], 'row-major')).toEqual({ size: [2, 3], counts: [1, 1, 2, 2] })
    expect(encodeBitmap(Uint8Array.of(1, 1), [2, 1], 'row-major').counts).toEqual([0, 2])
  })

  test('has the bounding box of its foreground', () => {
    fc.assert(
      fc.property(mask, ({ size, bitmap }) => {
        const [, width] = size
        const places = [...bitmap.keys()].filter((index) => bitmap[index] === 1)
        const xs = places.map((place) => place % width)
        const ys = places.map((place) => Math.floor(place / width))
        const [x, y] = [Math.min(...xs), Math.min(...ys)]
        const box = { x, y, width: Math.max(...xs) - x + 1, height: Math.max(...ys) - y + 1 }
        const rle = encodeBitmap(bitmap, size, 'row-major')
        expect(rleBoundingBox(rle)).toEqual(places.length === 0 ? undefined : box)
      }),
    )
  })

  test('is refused if its length differs from the size', () => {
    expect(() => encodeBitmap(new Uint8Array(5), [2, 3], 'row-major')).toThrow(RangeError)
  })
})

describe('two masks', () => {
  test('merge as their bitmaps do', () => {
    fc.assert(
      fc.property(twoMasks, ([size, first, second]) => {
        const [a, b] = [
          encodeBitmap(first, size, 'column-major'),
          encodeBitmap(second, size, 'column-major'),
        ]
        const or = first.map((pixel, index) => pixel | (second[index] ?? 0))
        const and = first.map((pixel, index) => pixel & (second[index] ?? 0))
        const not = first.map((pixel, index) => pixel & ~(second[index] ?? 0))
        expect(unionOfRles([a, b])).toEqual(encodeBitmap(or, size, 'column-major'))
        expect(intersectionOfRles([a, b])).toEqual(encodeBitmap(and, size, 'column-major'))
        expect(subtractRle(a, b)).toEqual(encodeBitmap(not, size, 'column-major'))
        expect(rleIou(a, b)).toBeCloseTo(counted(or) === 0 ? 0 : counted(and) / counted(or))
      }),
    )
  })

  test('merge though they hold empty runs', () => {
    const withEmptyRuns = rleOfCounts([2, 3], [1, 0, 0, 2, 0, 0, 3])
    expect(unionOfRles([withEmptyRuns, rleOfCounts([2, 3], [5, 1])]).counts).toEqual([1, 2, 2, 1])
    expect(rleBoundingBox(withEmptyRuns)).toEqual({ x: 0, y: 0, width: 2, height: 2 })
  })

  test('are scored against a crowd by the detection alone', () => {
    const detection = rleOfCounts([2, 3], [0, 2, 4])
    const crowd = rleOfCounts([2, 3], [0, 4, 2])
    expect(rleIou(detection, crowd)).toBe(0.5)
    expect(rleIou(detection, crowd, true)).toBe(1)
  })

  test('of different sizes, or none at all, do not merge', () => {
    const [wide, tall] = [rleOfCounts([2, 3], [6]), rleOfCounts([3, 2], [6])]
    expect(() => unionOfRles([wide, tall])).toThrow(RangeError)
    expect(() => intersectionOfRles([])).toThrow(RangeError)
  })
})

describe('the compressed form', () => {
  test('is the one that COCO tools know', () => {
    const counts = [0, 20, 40, 10, 72, 6]
    expect(compressRle(rleOfCounts([4, 37], counts)).counts).toBe('0d0X1FP1L')
    expect(compressRle(rleOfCounts([5, 5], [6, 3, 2, 3, 2, 3, 6])).counts).toBe('6320004')
  })

  test('comes back run by run', () => {
    fc.assert(
      fc.property(mask, ({ size, bitmap }) => {
        const rle = encodeBitmap(bitmap, size, 'row-major')
        expect(decompressRle(compressRle(rle))).toEqual(rle)
      }),
    )
  })

  test('holds runs as long as the largest mask', () => {
    const rle = rleOfCounts([16_384, 32_768], [1, 1, 1, 1, 2 ** 29 - 4])
    expect(decompressRle(compressRle(rle))).toEqual(rle)
  })

  test.each([
    ['a character outside the code', '6 3'],
    ['a string that stops within a run', 'o'],
    ['a run without an end', 'oooooooooo0'],
    ['a negative run', 'O'],
    ['runs that cover too little', '63'],
    ['runs that cover too much', '6320300ooo0'],
  ])('is refused with %s', (_, counts) => {
    expect(() => decompressRle({ size: [5, 5], counts })).toThrow(RleError)
  })

  test('is refused for any text, with no other error', () => {
    fc.assert(
      fc.property(fc.string(), fc.tuple(fc.integer(), fc.integer()), (counts, size) => {
        expect(refusal(() => parseRle({ size, counts }))).toBeOneOf([undefined, RleError])
      }),
    )
  })
})

test.each([
  ['a negative run', [2, 3], [7, -1]],
  ['half a pixel', [2, 3], [5.5, 0.5]],
  ['runs that cover too little', [2, 3], [5]],
  ['a side of 0', [0, 3], []],
  ['a size beyond all images', [2 ** 20, 2 ** 20], [2 ** 40]],
] as const)('plain run lengths are refused with %s', (_, size, counts) => {
  expect(() => parseRle({ size, counts })).toThrow(RleError)
})

function refusal(act: () => unknown): unknown {
  try {
    act()
    return undefined
  } catch (error) {
    return error instanceof Error ? error.constructor : error
  }
}
