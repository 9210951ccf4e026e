import { expect, test } from 'vitest'

import { areasBeside } from './areas-beside.ts'
import { documentOf } from './document.ts'
import { aCategory, anAnnotation, aSquare } from './testing/driver.ts'

const categories = [aCategory(1, 'Drusen'), aCategory(2, 'Disc', 'disc')]

/** An image with a square of this side for each category, in this order. */
function imageWith(sides: readonly number[], micrometresPerPixel: number | null) {
  const frame = { id: 1, width: 1000, height: 1000, micrometresPerPixel }
  const drawn = sides.map((side, i) =>
    anAnnotation({ id: String(i), categoryId: i + 1, geometry: aSquare(0, 0, side) }),
  )
  return documentOf(frame, categories, drawn)
}

test('areas are told in micrometres if both images have a scale of their own', () => {
  expect(areasBeside(imageWith([10], 5), imageWith([10], 10))).toMatchObject([
    {
      category: { name: 'Drusen' },
      here: '2,500 µm²',
      there: '10,000 µm²',
      difference: '−7,500 µm²',
    },
  ])
})

test('without a scale, discs of both images give the unit, and else each counts its pixels', () => {
  const [drusen] = areasBeside(imageWith([100, 100], null), imageWith([50, 100], 7))
  expect(drusen).toMatchObject({ here: '0.79 DD²', there: '0.20 DD²', difference: '+0.59 DD²' })
  expect(areasBeside(imageWith([10], null), imageWith([0, 20], 7))).toMatchObject([
    { category: { name: 'Disc' }, here: '0 px²', there: '400 px²', difference: '−400 px²' },
    { category: { name: 'Drusen' }, here: '100 px²', there: '0 px²', difference: '+100 px²' },
  ])
})
