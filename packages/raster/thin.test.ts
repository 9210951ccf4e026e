import { describe, expect, test } from 'vitest'

import { findComponents } from './components.ts'
import { fillHoles } from './fill-holes.ts'
import type { Bitmap } from './image.ts'
import { countPixels, createBitmap } from './image.ts'
import { invert } from './morphology.ts'
import { sampleAt } from './sample.ts'
import { bitmapOf, drawingOf, greyOf } from './testing/pictures.ts'
import { thin } from './thin.ts'

function parts(bitmap: Bitmap, connectivity: 4 | 8): number {
  return findComponents(bitmap, connectivity).areas.length - 1
}

describe('thinning', () => {
  test('leaves a line of a bar', () => {
    const bar = bitmapOf('.........', '.#######.', '.#######.', '.#######.', '.........')
    const rows = drawingOf(thin(bar))
    expect(rows[2]).toMatch(/^\.\.?#{5,7}\.\.?$/)
    expect(countPixels(thin(bar))).toBeLessThanOrEqual(7)
  })

  test('keeps parts and holes, and leaves no pixel that could go without breaking', () => {
    const blobs = createBitmap({ width: 120, height: 90 })
    for (let i = 0; i < blobs.data.length; i++) {
      const [x, y] = [i % 120, Math.floor(i / 120)]
      const isRing = Math.abs(Math.hypot(x - 40, y - 40) - 25) < 5
      const isBar = Math.abs(y - 70 + (x - 60) / 3) < 4 && x > 20 && x < 115
      const isDot = Math.hypot(x - 100, y - 15) < 8
      if (isRing || isBar || isDot) blobs.data[i] = 1
    }
    const lines = thin(blobs)
    expect(parts(lines, 8)).toBe(parts(blobs, 8))
    expect(parts(invert(lines), 4)).toBe(parts(invert(blobs), 4))
    expect(lines.data.every((inside, i) => inside <= (blobs.data[i] ?? 0))).toBe(true)
    expect(countPixels(lines)).toBeLessThan(300)
    expect(thin(lines).data).toEqual(lines.data)
  })

  test('of nothing is nothing', () => {
    expect(countPixels(thin(createBitmap({ width: 3, height: 3 })))).toBe(0)
    expect(countPixels(thin(createBitmap({ width: 1, height: 1 })))).toBe(0)
  })
})

test('small holes are filled, large ones stay', () => {
  const holed = bitmapOf('#######', '#.#...#', '###...#', '#######')
  expect(drawingOf(fillHoles(holed, 2))).toEqual(['#######', '###...#', '###...#', '#######'])
})

test('a place between pixels has the mean of them by its distance', () => {
  const slope = greyOf(4, 3, (x, y) => 10 * x + y)
  expect(sampleAt(slope, 1.5, 1.5)).toBeCloseTo(11)
  expect(sampleAt(slope, 2.25, 1.75)).toBeCloseTo(18.75)
  expect(sampleAt(slope, -5, 0)).toBe(0)
  expect(sampleAt(slope, 99, 99)).toBe(32)
})
