import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { MultiPolygon, Ring } from '#geometry/polygon'
import { multiPolygonToRle, RingError, ringToRle } from './polygon-to-rle.ts'
import { compressRle } from './rle-string.ts'
import { decodeToBitmap, rleArea, rleBoundingBox, type RleSize } from './rle.ts'
import { askPycocotools, havePycocotools } from './testing/pycocotools.ts'

const box = (x: number, y: number, width: number, height: number): Ring => [
  x,
  y,
  x + width,
  y,
  x + width,
  y + height,
  x,
  y + height,
]

describe('a ring becomes the mask that pycocotools 2.0.11 made of it', () => {
  test.each([
    ['a square', box(0, 0, 10, 10), '0:200000000000000000h0', 100],
    ['a triangle', [1.3, 2.2, 8.9, 3.1, 5.5, 9.7], 'j02:2O1N2NN2N2NS1', 27],
    ['a triangle with a repeated point', [2, 2, 2, 2, 7, 2, 7, 7], 'V11;1O1O1i1', 10],
  ])('%s', (_, ring, counts, area) => {
    const rle = ringToRle(ring, [12, 12])
    expect(compressRle(rle)).toEqual({ size: [12, 12], counts })
    expect(rleArea(rle)).toBe(area)
  })
})

describe('an area with holes', () => {
  const size: RleSize = [40, 60]

  test('is its outer ring less its holes', () => {
    const shape: MultiPolygon = [
      { outer: box(5, 5, 30, 20), holes: [box(10, 10, 5, 5), box(20, 10, 4, 6)] },
    ]
    const rle = multiPolygonToRle(shape, size)
    expect(rleArea(rle)).toBe(600 - 25 - 24)
    expect(decodeToBitmap(rle, 'row-major')[12 * 60 + 12]).toBe(0)
  })

  test('keeps an island that lies within a hole, in whichever order they come', () => {
    const ring = { outer: box(5, 5, 30, 30), holes: [box(10, 10, 20, 20)] }
    const island = { outer: box(15, 15, 5, 5), holes: [] }
    expect(rleArea(multiPolygonToRle([ring, island], size))).toBe(900 - 400 + 25)
    expect(multiPolygonToRle([island, ring], size)).toEqual(multiPolygonToRle([ring, island], size))
  })

  test('and a shape that fills the hole leave no pixel between them and share none', () => {
    fc.assert(
      fc.property(ringWithin(size, 3, 12), (hole) => {
        const rest = rleArea(multiPolygonToRle([{ outer: box(0, 0, 60, 40), holes: [hole] }], size))
        expect(rest + rleArea(ringToRle(hole, size))).toBe(60 * 40)
      }),
    )
  })

  test('without polygons is an empty mask', () => {
    expect(multiPolygonToRle([], size)).toEqual({ size, counts: [2400] })
  })
})

test.each([
  ['half a point', [1, 1, 5, 1, 5]],
  ['no number', [1, 1, NaN, 1, 5, 5]],
  ['an infinite number', [1, 1, Infinity, 1, 5, 5]],
  ['a number far outside', [1, 1, 1e12, 1, 5, 5]],
  ['a boundary without end', Array.from({ length: 400 }, (_, index) => (index % 4) * 1e6)],
])('a ring with %s is refused', (_, ring) => {
  expect(() => ringToRle(ring, [10, 10])).toThrow(RingError)
})

describe.skipIf(!havePycocotools())('beside pycocotools', () => {
  const size: RleSize = [37, 53]

  test('2,000 rings, crossing themselves and the edge, give the same mask, area and box', () => {
    const rings = [
      ...fc.sample(ringWithin(size, 3, 9), { numRuns: 1000, seed: 1 }),
      ...fc.sample(ringAround(size), { numRuns: 1000, seed: 2 }),
    ]
    const peer = askPycocotools(
      `
answer = []
for ring in question['rings']:
    rle = mask.frPyObjects([ring], *question['size'])[0]
    answer.append({'counts': rle['counts'].decode(), 'area': int(mask.area(rle)),
                   'bbox': mask.toBbox(rle).tolist()})`,
      { rings, size },
    ) as { counts: string; area: number; bbox: number[] }[]
    for (const [index, ring] of rings.entries()) {
      const rle = ringToRle(ring, size)
      const found = rleBoundingBox(rle)
      expect({ ring, counts: compressRle(rle).counts }).toEqual({
        ring,
        counts: peer[index]?.counts,
      })
      expect(rleArea(rle)).toBe(peer[index]?.area)
      if (found === undefined) continue
      expect([found.x, found.y, found.width, found.height]).toEqual(peer[index]?.bbox)
    }
  })

  test('shapes of several polygons give the same union', () => {
    const shapes = fc.sample(fc.array(ringWithin(size, 3, 6), { minLength: 2, maxLength: 5 }), {
      numRuns: 200,
      seed: 3,
    })
    const areas = askPycocotools(
      `
answer = [int(mask.area(mask.merge(mask.frPyObjects(rings, *question['size']))))
          for rings in question['shapes']]`,
      { shapes, size },
    )
    const polygons = shapes.map((rings) => rings.map((outer) => ({ outer, holes: [] })))
    expect(polygons.map((shape) => rleArea(multiPolygonToRle(shape, size)))).toEqual(areas)
  })

  test('an outline of 4,000 points on a large image gives the same mask', () => {
    const large: RleSize = [2848, 4288]
    const ring = Array.from({ length: 4000 }, (_, index) => (index / 4000) * 2 * Math.PI).flatMap(
      (angle) => {
        const radius = 1200 + 90 * Math.sin(37 * angle) + 40 * Math.cos(211 * angle)
        return [2144 + radius * Math.cos(angle), 1424 + radius * Math.sin(angle)]
      },
    )
    const counts = askPycocotools(
      `answer = mask.frPyObjects([question['ring']], 2848, 4288)[0]['counts'].decode()`,
      { ring },
    )
    expect(compressRle(ringToRle(ring, large)).counts).toBe(counts)
  })
})

/** Rings of points on the hundredth-pixel grid of an image. */
function ringWithin([height, width]: RleSize, least: number, most: number): fc.Arbitrary<number[]> {
  return ringsOf(
    fc.integer({ min: 0, max: width * 100 }),
    fc.integer({ min: 0, max: height * 100 }),
    [least, most],
  )
}

/** Rings that also leave the image on every side. */
function ringAround([height, width]: RleSize): fc.Arbitrary<number[]> {
  const [x, y] = [width * 100, height * 100]
  return ringsOf(fc.integer({ min: -x, max: 2 * x }), fc.integer({ min: -y, max: 2 * y }), [3, 9])
}

function ringsOf(
  x: fc.Arbitrary<number>,
  y: fc.Arbitrary<number>,
  [minLength, maxLength]: readonly [number, number],
): fc.Arbitrary<number[]> {
  return fc
    .array(fc.tuple(x, y), { minLength, maxLength })
    .map((points) => points.flatMap(([left, top]) => [left / 100, top / 100]))
}
