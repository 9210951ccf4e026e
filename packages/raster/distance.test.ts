import { expect, test } from 'vitest'

import { squaredDistance } from './distance.ts'
import type { Bitmap } from './image.ts'

/** The same by comparing each pixel with every other one. */
function slowly({ width, height, data }: Bitmap): number[] {
  return Array.from({ length: width * height }, (_, i) => {
    let least = 1e9
    for (let j = 0; j < data.length; j++) {
      if (data[j] === 0) continue
      const across = (i % width) - (j % width)
      const down = Math.floor(i / width) - Math.floor(j / width)
      least = Math.min(least, across ** 2 + down ** 2)
    }
    return least
  })
}

test.each([
  ['few pixels', 13, 9, 29],
  ['many pixels', 9, 13, 3],
  ['a row', 40, 1, 7],
  ['a column', 1, 40, 7],
  ['a full area', 5, 4, 1],
  ['a single pixel', 6, 7, 42],
])('distances from %s are exact', (_, width, height, every) => {
  const data = Uint8Array.from({ length: width * height }, (__, i) =>
    (i * i + 3 * i) % every === 0 ? 1 : 0,
  )
  const bitmap = { width, height, data }
  expect([...squaredDistance(bitmap).data]).toEqual(slowly(bitmap))
})

test('nothing is near an empty area', () => {
  const empty = { width: 3, height: 2, data: new Uint8Array(6) }
  expect(new Set(squaredDistance(empty).data)).toEqual(new Set([1e9]))
})
