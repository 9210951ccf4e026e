import { expect, test } from 'vitest'

import { areasBeside } from './areas-beside.ts'
import { documentOf, emptyAnnotation, emptyImageRecord } from './document.ts'

const categories = [
  { name: 'Drusen', role: null },
  { name: 'Disc', role: 'disc' },
] as const

/** An image with a square of this side for each category, in this order. */
function imageWith(sides: readonly number[], micrometresPerPixel: number | null) {
  const known = categories.map(({ name, role }, i) => ({
    id: i + 1,
    name,
    role,
    color: '#336699',
    keypointLabels: [],
    keypointEdges: [],
  }))
  const frame = { id: 1, width: 1000, height: 1000, micrometresPerPixel }
  const empty = documentOf(frame, known as never, [], emptyImageRecord)
  const drawn = sides.flatMap((side, i) => {
    const outer = [0, 0, side, 0, side, side, 0, side]
    return side === 0
      ? []
      : [
          {
            ...emptyAnnotation(empty, { id: String(i), categoryId: i + 1 }),
            geometry: [{ outer, holes: [] }],
          },
        ]
  })
  return documentOf(frame, known as never, drawn, emptyImageRecord)
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
