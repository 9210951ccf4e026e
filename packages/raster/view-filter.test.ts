import { describe, expect, test } from 'vitest'

import type { RgbaImage } from './image.ts'
import { contrastMaps, everywhere } from './local-contrast.ts'
import { type Tone, toneCurve } from './tone-curve.ts'
import {
  applyViewFilter,
  asItIs as original,
  isAsItIs,
  type ViewFilter,
  viewFilter,
} from './view-filter.ts'

type Colour = readonly [number, number, number]

function imageOf(width: number, height: number, draw: (x: number, y: number) => Colour): RgbaImage {
  const data = new Uint8Array(4 * width * height)
  for (let i = 0; i < width * height; i++) {
    data.set([...draw(i % width, Math.floor(i / width)), 255], 4 * i)
  }
  return { width, height, data }
}

const plain: Tone = { brightness: 0, contrast: 1, gamma: 1, invert: false }
const asItIs: ViewFilter = { redFree: false, contrast: null, tone: toneCurve(plain) }

/** The colour of one pixel under a filter. */
function shown(colour: Colour, filter: ViewFilter): number[] {
  const pixel = imageOf(1, 1, () => colour)
  applyViewFilter(pixel, everywhere, filter)
  return [...pixel.data]
}

function toned(tone: Partial<Tone>): ViewFilter {
  return { ...asItIs, tone: toneCurve({ ...plain, ...tone }) }
}

describe('tone', () => {
  test('nothing asked for leaves every value', () => {
    expect(toneCurve(plain)).toEqual(Uint8Array.from({ length: 256 }, (_, value) => value))
  })

  test.each<[string, Partial<Tone>, Colour, Colour]>([
    ['brightness adds', { brightness: 0.2 }, [10, 100, 230], [61, 151, 255]],
    ['negative brightness takes away', { brightness: -0.2 }, [10, 100, 230], [0, 49, 179]],
    ['contrast turns about the middle', { contrast: 2 }, [40, 100, 200], [0, 73, 255]],
    ['no contrast is grey', { contrast: 0 }, [0, 100, 255], [128, 128, 128]],
    ['gamma lights the middle and keeps the ends', { gamma: 2 }, [0, 64, 255], [0, 128, 255]],
    ['gamma below 1 darkens', { gamma: 0.5 }, [0, 128, 255], [0, 64, 255]],
    ['invert is the negative', { invert: true }, [0, 100, 255], [255, 155, 0]],
  ])('%s', (_, tone, from, to) => expect(shown(from, toned(tone))).toEqual([...to, 255]))

  test('the curve never falls, and never rises if it is inverted', () => {
    const tone = { brightness: 0.1, contrast: 1.7, gamma: 0.8 }
    const rising = [...toneCurve({ ...tone, invert: false })]
    const falling = [...toneCurve({ ...tone, invert: true })]
    expect(rising).toEqual(rising.toSorted((a, b) => a - b))
    expect(falling).toEqual(falling.toSorted((a, b) => b - a))
  })
})

test('red-free shows green alone, as grey', () => {
  expect(shown([200, 90, 20], { ...asItIs, redFree: true })).toEqual([90, 90, 90, 255])
  const negative = toned({ invert: true })
  expect(shown([200, 90, 20], { ...negative, redFree: true })).toEqual([165, 165, 165, 255])
})

/** A faint checkerboard on a slope, as vessels on an unevenly lit fundus. */
function faint(width: number, height: number): RgbaImage {
  return imageOf(width, height, (x, y) => {
    const cell = (Math.floor((16 * x) / width) + Math.floor((16 * y) / height)) % 2
    const value = Math.round(60 + (100 * x) / width + 6 * cell)
    return [value, value, value]
  })
}

/** The mean difference of light and dark cells at their middles. */
function cellContrast({ width, height, data }: RgbaImage): number {
  let sum = 0
  for (let row = 0; row < 16; row++) {
    for (let column = 0; column < 16; column += 2) {
      const at = (c: number) =>
        data[
          4 *
            (Math.floor(((row + 0.5) * height) / 16) * width + Math.floor(((c + 0.5) * width) / 16))
        ] ?? 0
      const [even, odd] = [at(column), at(column + 1)]
      sum += row % 2 === 0 ? odd - even : even - odd
    }
  }
  // The slope adds to one half of the pairs as much as it subtracts from the other.
  return sum / (16 * 8)
}

function enhanced(clipLimit: number, image: RgbaImage): RgbaImage {
  const contrast = contrastMaps(image, { channel: 'brightness', clipLimit })
  const copy = { ...image, data: image.data.slice() }
  applyViewFilter(copy, everywhere, { ...asItIs, contrast })
  return copy
}

function colourAt({ width, data }: RgbaImage, x: number, y: number): Colour {
  const i = 4 * (y * width + x)
  return [data[i] ?? 0, data[i + 1] ?? 0, data[i + 2] ?? 0]
}

describe('local contrast (CLAHE)', () => {
  test('faint differences grow, and more with a higher limit', () => {
    const image = faint(256, 256)
    const [before, mild, strong] = [image, enhanced(2, image), enhanced(5, image)].map(cellContrast)
    expect(before).toBeCloseTo(6, 0)
    expect(mild).toBeGreaterThan(1.4 * (before ?? 0))
    expect(strong).toBeGreaterThan(1.4 * (mild ?? 0))
  })

  test('an even area stays even', () => {
    const { data } = enhanced(
      4,
      imageOf(64, 64, () => [120, 120, 120]),
    )
    expect(new Set(data.filter((_, i) => i % 4 !== 3)).size).toBe(1)
  })

  test('colours keep their hue: all three gain the same', () => {
    const image = imageOf(64, 64, (x) => [120 + (x % 8), 70 + (x % 8), 40 + (x % 8)])
    const { data } = enhanced(3, image)
    for (let i = 0; i < data.length; i += 4) {
      expect((data[i] ?? 0) - (data[i + 1] ?? 0)).toBe(50)
      expect((data[i + 1] ?? 0) - (data[i + 2] ?? 0)).toBe(30)
    }
  })

  test('a red-free view depends on green alone', () => {
    const plainRed = imageOf(64, 64, (x) => [200, 80 + (x % 16), 10])
    const otherRed = imageOf(64, 64, (x, y) => [(x * y) % 256, 80 + (x % 16), y])
    const views = [plainRed, otherRed].map((image) => {
      const contrast = contrastMaps(image, { channel: 'green', clipLimit: 3 })
      applyViewFilter(image, everywhere, { ...asItIs, redFree: true, contrast })
      return image.data
    })
    expect(views[0]).toEqual(views[1])
  })

  test('pieces cut from the image look as within it', () => {
    const image = faint(200, 120)
    const contrast = contrastMaps(image, { channel: 'brightness', clipLimit: 4 })
    const filter = { ...asItIs, contrast }
    const whole = { ...image, data: image.data.slice() }
    applyViewFilter(whole, everywhere, filter)
    const [left, top, width, height] = [50, 30, 70, 45]
    const piece = imageOf(width, height, (x, y) => colourAt(image, left + x, top + y))
    const place = { x: left / 200, y: top / 120, width: width / 200, height: height / 120 }
    applyViewFilter(piece, place, filter)
    const expected = imageOf(width, height, (x, y) => colourAt(whole, left + x, top + y))
    expect(piece.data).toEqual(expected.data)
  })

  test('maps of a small copy serve the image in its full size', () => {
    const large = faint(512, 512)
    const ofLarge = enhanced(4, large)
    const ofSmall = { ...large, data: large.data.slice() }
    const contrast = contrastMaps(faint(128, 128), { channel: 'brightness', clipLimit: 4 })
    applyViewFilter(ofSmall, everywhere, { ...asItIs, contrast })
    const differences = ofLarge.data.map((value, i) => Math.abs(value - (ofSmall.data[i] ?? 0)))
    expect(Math.max(...differences.subarray(0, 100_000))).toBeLessThanOrEqual(6)
  })

  test('an image smaller than the grid has one part a pixel', () => {
    const maps = contrastMaps(
      imageOf(3, 2, () => [9, 9, 9]),
      { channel: 'green', clipLimit: 2 },
    )
    expect(maps).toMatchObject({ columns: 3, rows: 2 })
    expect(maps.curves).toHaveLength(6 * 256)
  })
})

test('settings determine the filter, with local contrast only if requested', () => {
  const preview = faint(64, 64)
  expect(viewFilter(original, preview)).toEqual(asItIs)
  const made = viewFilter({ ...original, redFree: true, clipLimit: 2, invert: true }, preview)
  expect(made).toMatchObject({ redFree: true, contrast: { channel: 'green' } })
  expect([made.tone[0], made.tone[255]]).toEqual([255, 0])
})

test('settings without an effect are recognised', () => {
  expect(isAsItIs({ ...original })).toBe(true)
  expect(isAsItIs({ ...original, gamma: 1.05 })).toBe(false)
  expect(isAsItIs({ ...original, clipLimit: 2 })).toBe(false)
})
