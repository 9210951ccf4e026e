import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { FloodFill } from './flood-fill.ts'
import type { RgbaImage } from './image.ts'
import { ImageSizeError } from './image.ts'
import { drawingOf } from './testing/pictures.ts'

/** Pixels of one grey each, from digits: 0 is black, 9 is 90. */
function greys(...rows: readonly string[]): RgbaImage {
  const data = Array.from(rows.join('')).flatMap((digit) => [...Array(3).fill(10 * +digit), 255])
  return { width: rows[0]?.length ?? 0, height: rows.length, data: Uint8Array.from(data) }
}

/** The same by the definition, pixel by pixel; 1 for filled pixels of the whole image. */
function filledSlowly(image: RgbaImage, start: number, threshold: number): Uint8Array {
  const { width, height, data } = image
  const isAlike = (pixel: number) =>
    [0, 1, 2].every(
      (channel) =>
        Math.abs((data[4 * pixel + channel] ?? 0) - (data[4 * start + channel] ?? 0)) <= threshold,
    )
  const filled = new Uint8Array(width * height)
  const waiting = [start]
  for (let pixel = waiting.pop(); pixel !== undefined; pixel = waiting.pop()) {
    if (filled[pixel] === 1 || !isAlike(pixel)) continue
    filled[pixel] = 1
    if (pixel % width > 0) waiting.push(pixel - 1)
    if (pixel % width < width - 1) waiting.push(pixel + 1)
    if (pixel >= width) waiting.push(pixel - width)
    if (pixel < width * (height - 1)) waiting.push(pixel + width)
  }
  return filled
}

const pictures = fc
  .record({ width: fc.integer({ min: 1, max: 24 }), height: fc.integer({ min: 1, max: 24 }) })
  .chain(({ width, height }) =>
    fc.record({
      width: fc.constant(width),
      height: fc.constant(height),
      data: fc
        .array(fc.constantFrom(0, 20, 60, 255), {
          minLength: 4 * width * height,
          maxLength: 4 * width * height,
        })
        .map((bytes) => Uint8Array.from(bytes)),
      seeds: fc.array(fc.nat({ max: width * height - 1 }), { minLength: 1, maxLength: 4 }),
      threshold: fc.constantFrom(0, 19, 20, 40, 60, 255),
    }),
  )

describe('flood fill', () => {
  test('takes the pixels that the definition takes, fill after fill on the same memory', () => {
    fc.assert(
      fc.property(pictures, ({ seeds, threshold, ...image }) => {
        const flood = new FloodFill(image)
        for (const seed of seeds) {
          const filled = flood.fill(seed % image.width, Math.floor(seed / image.width), threshold)
          const whole = new Uint8Array(image.width * image.height)
          for (const [i, inside] of filled?.bitmap.data.entries() ?? []) {
            const { x = 0, y = 0, width = 1 } = filled?.region ?? {}
            whole[(y + Math.floor(i / width)) * image.width + x + (i % width)] = inside
          }
          expect(whole).toEqual(filledSlowly(image, seed, threshold))
        }
      }),
      { numRuns: 400 },
    )
  })

  test('cuts out exactly the filled area', () => {
    const flood = new FloodFill(greys('9999', '9119', '9919', '9999'))
    const filled = flood.fill(1.7, 1.2, 0)
    expect(filled?.region).toEqual({ x: 1, y: 1, width: 2, height: 2 })
    expect(filled && drawingOf(filled.bitmap)).toEqual(['##', '.#'])
  })

  test('the threshold counts from the pixel clicked, not from one to the next', () => {
    const flood = new FloodFill(greys('012345'))
    expect(flood.fill(0, 0, 20)?.region.width).toBe(3)
    expect(flood.fill(3, 0, 10)?.region).toMatchObject({ x: 2, width: 3 })
  })

  test('finds its way around walls', () => {
    const spiral = greys(
      '1111111',
      '9999991',
      '1111191',
      '1999191',
      '1911191',
      '1999991',
      '1111111',
    )
    expect(new FloodFill(spiral).fill(2, 4, 5)?.bitmap.data.reduce((a, b) => a + b)).toBe(31)
  })

  test('stops at a number of pixels, and leaves no trace of that', () => {
    const flood = new FloodFill(greys('1199', '1199'))
    expect(flood.fill(0, 0, 0, 3)).toBeNull()
    expect(flood.fill(0, 0, 0, 4)?.region).toEqual({ x: 0, y: 0, width: 2, height: 2 })
    expect(flood.fill(3, 1, 0, 4)?.region).toEqual({ x: 2, y: 0, width: 2, height: 2 })
  })

  test('there is nothing outside the image', () => {
    const flood = new FloodFill(greys('11', '11'))
    for (const [x, y] of [
      [-0.1, 0],
      [0, -0.1],
      [2, 0],
      [0, 2],
      [Number.NaN, 0],
    ] as const) {
      expect(flood.fill(x, y, 30)).toBeNull()
    }
  })

  test('pixels may lie anywhere in memory', () => {
    const { data, ...size } = greys('191', '191')
    const askew = new Uint8Array(data.length + 1)
    askew.set(data, 1)
    const flood = new FloodFill({ ...size, data: askew.subarray(1) })
    expect(flood.fill(1, 0, 0)?.region).toEqual({ x: 1, y: 0, width: 1, height: 2 })
  })

  test('refuses pixels that do not fit their size', () => {
    expect(() => new FloodFill({ width: 2, height: 2, data: new Uint8Array(12) })).toThrow(
      ImageSizeError,
    )
    expect(() => new FloodFill({ width: 0, height: 2, data: new Uint8Array(0) })).toThrow(
      ImageSizeError,
    )
  })
})
