import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { findComponents } from './components.ts'
import { findRuns } from './runs.ts'

test('runs are the pixels of the area, with the numbers of their components', () => {
  const pictures = fc.integer({ min: 1, max: 12 }).chain((width) =>
    fc.array(fc.constantFrom(0, 1), { minLength: width, maxLength: 12 * width }).map((pixels) => {
      const height = Math.floor(pixels.length / width)
      return { width, height, data: Uint8Array.from(pixels.slice(0, width * height)) }
    }),
  )
  fc.assert(
    fc.property(pictures, (bitmap) => {
      const labels = new Int32Array(bitmap.data.length)
      for (const { start, end, part } of findRuns(bitmap)) {
        expect(Math.floor(start / bitmap.width)).toBe(Math.floor((end - 1) / bitmap.width))
        labels.fill(part + 1, start, end)
      }
      expect(labels).toEqual(findComponents(bitmap, 4).labels)
    }),
    { numRuns: 400 },
  )
})
