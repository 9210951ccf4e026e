import { expect, test } from 'vitest'

import { moved, wholeOf, zoomed } from './view-box.ts'

const image = { width: 400, height: 200 }

test('the place under the pointer remains there while zooming', () => {
  const at = { x: 0.75, y: 0.5 }
  const near = zoomed(wholeOf(image), { factor: 4, at, image })
  expect(near).toEqual({ x: 225, y: 75, width: 100, height: 50 })
  expect(near.x + at.x * near.width).toBe(0.75 * 400)
})

test('the part never leaves the photograph, and never shows more than the whole', () => {
  const near = zoomed(wholeOf(image), { factor: 2, at: { x: 0, y: 0 }, image })
  expect(moved(near, { x: -1, y: 9 }, image)).toMatchObject({ x: 0, y: 100 })
  expect(zoomed(near, { factor: 0.1, at: { x: 1, y: 1 }, image })).toEqual(wholeOf(image))
})
