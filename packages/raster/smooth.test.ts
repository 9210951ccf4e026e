import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import type { Bitmap } from './image.ts'
import { smoothBitmap } from './smooth.ts'
import { bitmapOf, drawingOf } from './testing/pictures.ts'

/** The same by the definition. */
function smoothedSlowly({ width, height, data }: Bitmap, reach: number): Uint8Array {
  const at = (x: number, y: number) =>
    x < 0 || y < 0 || x >= width || y >= height ? 0 : (data[y * width + x] ?? 0)
  return data.map((inside, i) => {
    const [x, y] = [i % width, Math.floor(i / width)]
    let votes = 0
    for (let away = -reach; away <= reach; away++) votes += at(x + away, y) + at(x, y + away)
    return votes / (4 * reach + 2) > (inside === 1 ? 1 / 4 : 1 / 2) ? 1 : 0
  })
}

/** A bar through the middle of 81 pixels squared. */
function bar(width: number, degrees: number): Bitmap {
  const [size, angle] = [81, (degrees * Math.PI) / 180]
  const data = Uint8Array.from({ length: size * size }, (_, i) => {
    const [x, y] = [(i % size) - 40.13, Math.floor(i / size) - 40.27]
    return Math.abs(x * Math.sin(angle) - y * Math.cos(angle)) <= width / 2 ? 1 : 0
  })
  return { width: size, height: size, data }
}

describe('smoothing', () => {
  test('counts as its definition does', () => {
    const pictures = fc.array(fc.constantFrom(0, 1), { minLength: 15 * 11, maxLength: 15 * 11 })
    fc.assert(
      fc.property(pictures, fc.integer({ min: 0, max: 20 }), (pixels, reach) => {
        const bitmap = { width: 15, height: 11, data: Uint8Array.from(pixels) }
        expect(smoothBitmap(bitmap, reach).data).toEqual(smoothedSlowly(bitmap, reach))
      }),
    )
  })

  test('without reach it changes nothing', () => {
    const rough = bitmapOf('#.#', '.#.', '##.')
    expect(smoothBitmap(rough, 0)).toEqual(rough)
  })

  test('fills pinholes and notches, and takes specks away', () => {
    const rough = bitmapOf(
      '...........',
      '..#........',
      '...........',
      '...........',
      '.#########.',
      '.####.####.',
      '.#######.#.',
      '.#########.',
      '.#########.',
      '.###.#####.',
    )
    expect(drawingOf(smoothBitmap(rough, 2))).toEqual([
      '...........',
      '...........',
      '...........',
      '...........',
      '.#########.',
      '.#########.',
      '.#########.',
      '.#########.',
      '.#########.',
      '.#########.',
    ])
  })

  test('leaves vessels of two pixels in any direction, over a reach of four', () => {
    for (let degrees = 0; degrees < 180; degrees += 7.5) {
      const vessel = bar(2, degrees)
      const smooth = smoothBitmap(vessel, 4)
      const inner = smooth.data.filter((_, i) => i % 81 > 4 && i % 81 < 76)
      const before = vessel.data.filter((_, i) => i % 81 > 4 && i % 81 < 76)
      const kept = inner.reduce((a, b) => a + b) / before.reduce((a, b) => a + b)
      expect(kept, `${degrees} degrees`).toBeGreaterThan(0.9)
    }
  })
})
