import { beforeEach, expect, test, vi } from 'vitest'

import type { WandSearch } from '#annotation/search'
import type { MultiPolygon } from '#geometry/polygon'

import { type PhotographSource, pickAround } from './wand.ts'

const height = 200
/** Places of the middles of bright squares of 40 pixels' side. */
let spots: readonly number[] = []
/** The widths of the parts that were decoded. */
let decoded: number[] = []

function isBright(x: number, y: number): boolean {
  return isWithin(y, height / 2) && spots.some((spot) => isWithin(x, spot))
}

function isWithin(place: number, middle: number): boolean {
  return place >= middle - 20 && place < middle + 20
}

/** A browser's canvas, on which a picture of the whole photograph is drawn in some size. */
class Canvas {
  readonly width: number
  readonly height: number
  #left = 0
  #scale = 1

  constructor(width: number, rows: number) {
    this.width = width
    this.height = rows
  }

  getContext(): { canvas: Canvas; drawImage: unknown; getImageData: unknown } {
    return {
      canvas: this,
      drawImage: (_: unknown, ...[x, , , rows]: [number, number, number, number]) => {
        this.#left = x
        this.#scale = height / rows
      },
      getImageData: () => ({ data: this.#pixels() }),
    }
  }

  #pixels(): Uint8ClampedArray {
    decoded.push(this.width)
    const data = new Uint8ClampedArray(4 * this.width * this.height)
    for (let i = 0; i < data.length; i += 4) {
      const [column, row] = [(i / 4) % this.width, Math.floor(i / 4 / this.width)]
      const bright = isBright((column - this.#left) * this.#scale, row * this.#scale)
      data.set(bright ? [250, 240, 120, 255] : [200, 90, 40, 255], i)
    }
    return data
  }
}

beforeEach(() => {
  decoded = []
  vi.stubGlobal('OffscreenCanvas', Canvas)
  vi.stubGlobal('createImageBitmap', async () => ({ close: () => undefined }))
  vi.stubGlobal('fetch', async () => new Response('picture'))
})

function photographOf(width: number): PhotographSource {
  const level = (across: number) => ({
    width: across,
    height: (height * across) / width,
    side: across,
    addresses: [`picture of ${across}`],
  })
  return {
    ...level(width),
    levels: [level(width / 4), level(width)],
    vessels: { map: null, kinds: null },
  }
}

function dragThrough(...places: readonly number[]): WandSearch {
  const points = places.map((x) => ({ x: x + 0.5, y: height / 2 + 0.5 }))
  const at = points.at(-1) ?? { x: 0, y: 0 }
  return { kind: 'wand', at, passed: points.slice(0, -1), threshold: 30, blur: 0, most: 30_000 }
}

/** The middles of the areas from left to right. */
function middles(area: MultiPolygon): number[] {
  return area
    .map(({ outer }) => {
      const across = outer.filter((_, i) => i % 2 === 0)
      return Math.round((Math.min(...across) + Math.max(...across)) / 2)
    })
    .toSorted((a, b) => a - b)
}

function inTens(places: readonly number[]): number[] {
  return places.map((place) => 10 * Math.round(place / 10))
}

async function picked(
  photograph: PhotographSource,
  ...places: readonly number[]
): Promise<number[]> {
  const { area } = await pickAround(photograph, dragThrough(...places))
  return middles(area)
}

test('a drag over a large photograph keeps the places where it began', async () => {
  spots = [1200, 2400, 3600, 5000, 7000]
  const photograph = photographOf(8000)
  expect(await picked(photograph, 1200)).toEqual([1200])
  expect(await picked(photograph, 1200, 2400)).toEqual([1200, 2400])
  // Too far apart for one part, so found in the smaller picture.
  expect(inTens(await picked(photograph, ...spots))).toEqual(spots)
  expect(inTens(await picked(photograph, ...spots.toReversed()))).toEqual(spots)
})

test('a drag within one part decodes no more than is needed, and keeps its outline fine', async () => {
  spots = [3000, 3900, 4900]
  const photograph = photographOf(7200)
  expect(await picked(photograph, 3000)).toEqual([3000])
  expect(await picked(photograph, 3000, 3900)).toEqual([3000, 3900])
  expect(await picked(photograph, 3000, 3900, 4900)).toEqual(spots)
  expect(await picked(photograph, 3000, 3900, 4900)).toEqual(spots)
  expect(decoded).toEqual([4096, 4096])
})

test('places at the border of the image need no margin there', async () => {
  spots = [100, 3000]
  const photograph = photographOf(6400)
  expect(await picked(photograph, 100, 3000)).toEqual(spots)
  expect(decoded).toEqual([4096])
})
