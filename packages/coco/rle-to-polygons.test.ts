import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { area, type MultiPolygon } from '#geometry/polygon'
import { multiPolygonToRle } from './polygon-to-rle.ts'
import { compressRle } from './rle-string.ts'
import { encodeBitmap, RleError, rleArea, rleOfCounts } from './rle.ts'
import { rleToPolygons } from './rle-to-polygons.ts'
import { askPycocotools, havePycocotools } from './testing/pycocotools.ts'

const bitmaps = fc
  .tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 12 }))
  .chain(([height, width]) =>
    fc
      .array(fc.boolean(), { minLength: height * width, maxLength: height * width })
      .map((pixels) => ({ size: [height, width] as const, data: Uint8Array.from(pixels, Number) })),
  )

describe('the outlines of a mask', () => {
  test('of a square with a hole are two rings on the edges of its pixels', () => {
    const pixels = '000000 011110 010010 010010 011110 000000'.replaceAll(' ', '')
    const rle = encodeBitmap(Uint8Array.from(pixels, Number), [6, 6], 'row-major')
    expect(rleToPolygons(rle)).toEqual([
      { outer: [5, 1, 5, 5, 1, 5, 1, 1], holes: [[4, 4, 4, 2, 2, 2, 2, 4]] },
    ])
  })

  test('make the very mask again, islands, holes and touching corners included', () => {
    fc.assert(
      fc.property(bitmaps, ({ size, data }) => {
        const rle = encodeBitmap(data, size, 'row-major')
        const shape = rleToPolygons(rle)
        expect(multiPolygonToRle(shape, size)).toEqual(rle)
        expect(area(shape)).toBe(rleArea(rle))
      }),
      { numRuns: 500 },
    )
  })

  test('of nothing are none', () => {
    expect(rleToPolygons(rleOfCounts([4, 4], [16]))).toEqual([])
  })

  test('of noise over a whole photograph are refused', () => {
    const counts = Array.from({ length: 1000 * 1000 }, () => 1)
    expect(() => rleToPolygons(rleOfCounts([1000, 1000], counts))).toThrow(RleError)
  })

  test.skipIf(!havePycocotools())('without holes have their mask in pycocotools', () => {
    const solid = fc
      .sample(bitmaps, { numRuns: 300, seed: 5 })
      .map(({ size, data }) => encodeBitmap(data, size, 'row-major'))
      .map((rle) => ({ rle, shape: rleToPolygons(rle) }))
      .filter(({ shape }) => shape.length > 0 && shape.every(({ holes }) => holes.length === 0))
    const peer = askPycocotools(
      `
answer = [mask.merge(mask.frPyObjects(rings, *size))['counts'].decode()
          for rings, size in question]`,
      solid.map(({ rle, shape }) => [outersOf(shape), rle.size]),
    )
    expect(solid.length).toBeGreaterThan(50)
    expect(peer).toEqual(solid.map(({ rle }) => compressRle(rle).counts))
  })
})

function outersOf(shape: MultiPolygon): (readonly number[])[] {
  return shape.map(({ outer }) => outer)
}
