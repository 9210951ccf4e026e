import { expect, test } from 'vitest'

import { placeLabels } from './label-places.ts'

const lineHeight = 13
const width = 60

test('a single label is placed to the right of its point and above it', () => {
  expect(placeLabels([{ at: { x: 100, y: 100 }, width }])).toEqual([{ x: 109, y: 93 }])
})

test('labels of neighbouring points do not overlap', () => {
  const labels = Array.from({ length: 6 }, (_, i) => ({
    at: { x: 100 + 14 * (i % 3), y: 100 + 16 * Math.floor(i / 3) },
    width,
  }))
  const places = placeLabels(labels)
  for (const [i, a] of places.entries()) {
    for (const b of places.slice(i + 1)) {
      const apart = Math.abs(a.x - b.x) >= width || Math.abs(a.y - b.y) >= lineHeight
      expect(apart, `${JSON.stringify(a)} and ${JSON.stringify(b)}`).toBe(true)
    }
  }
})

test('the label at the pointer does not move the others', () => {
  const labels = [90, 100].map((x) => ({ at: { x, y: 100 }, width }))
  const pointed = { at: { x: 110, y: 100 }, width, isPassing: true }
  expect(placeLabels([...labels, pointed]).slice(0, 2)).toEqual(placeLabels(labels))
})

test('each label has a place even if there is no room', () => {
  const labels = Array.from({ length: 40 }, () => ({ at: { x: 100, y: 100 }, width }))
  expect(placeLabels(labels)).toHaveLength(40)
})
