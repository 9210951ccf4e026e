import { expect, test } from 'vitest'

import type { Annotation } from '#annotation/document'
import { documentOf } from '#annotation/document'
import type { EyeGrid } from '#annotation/eye-grid'
import { aCategory, anAnnotation, aSquare } from '#annotation/testing/driver'
import { etdrsGrid } from '#retina/regions/regions'

import { tallyByRegion } from './region-tally.ts'

const categories = [
  aCategory(1, 'Haemorrhage'),
  aCategory(2, 'Disc', 'disc'),
  aCategory(3, 'Cup', 'cup'),
  aCategory(4, 'Fovea', 'fovea'),
  aCategory(5, 'Arteriole', 'arteriole'),
  aCategory(6, 'Venule', 'venule'),
]

/** The fovea at 1200, 1000, with circles of 100, 300 and 600 pixels; the disc to its right in a right eye. */
function eyeOf(side: 'right' | 'left'): EyeGrid {
  const disc = { centre: { x: side === 'right' ? 2300 : 100, y: 1000 }, diameterPx: 300 }
  const fovea = { centre: { x: 1200, y: 1000 } }
  return { disc, fovea, grid: etdrsGrid(disc, fovea, null), hasScale: false }
}

function tally(annotations: readonly Annotation[], side: 'right' | 'left' = 'right') {
  const image = { id: 1, width: 2400, height: 2000 }
  const document = documentOf(image, categories, annotations)
  return tallyByRegion(document, eyeOf(side)).map(({ category, regions }) => ({
    category: category.name,
    regions: regions.map(({ region, count, area }) => [region, count, Math.round(area)]),
  }))
}

const drawn = (id: string, categoryId: number, about: Partial<Annotation>) =>
  anAnnotation({ id, categoryId, ...about })

test('vessels count by field like lesions, and landmarks do not', () => {
  const inCentre = aSquare(1190, 990, 20)
  expect(
    tally([
      drawn('lesion', 1, { geometry: inCentre }),
      drawn('disc', 2, { geometry: inCentre }),
      drawn('cup', 3, { geometry: inCentre }),
      drawn('fovea', 4, { keypoints: [1200, 1000, 2] }),
      drawn('arteriole', 5, { geometry: aSquare(1190, 780, 20) }),
      drawn('venule', 6, { geometry: aSquare(1190, 1480, 20) }),
    ]),
  ).toEqual([
    { category: 'Haemorrhage', regions: [['etdrs-centre', 1, 400]] },
    { category: 'Arteriole', regions: [['etdrs-inner-superior', 1, 400]] },
    { category: 'Venule', regions: [['etdrs-outer-inferior', 1, 400]] },
  ])
})

test('the nose is on the side of the disc, in the grid and around the disc', () => {
  const beside = [drawn('right', 1, { geometry: aSquare(1390, 990, 20) })]
  expect(tally(beside)[0]?.regions).toEqual([['etdrs-inner-nasal', 1, 400]])
  expect(tally(beside, 'left')[0]?.regions).toEqual([['etdrs-inner-temporal', 1, 400]])
  const aboveDisc = (x: number) => [drawn('above', 5, { geometry: aSquare(x, 600, 20) })]
  expect(tally(aboveDisc(2350))[0]?.regions).toEqual([['disc-superior-nasal', 1, 400]])
  expect(tally(aboveDisc(2230))[0]?.regions).toEqual([['disc-superior-temporal', 1, 400]])
  expect(tally(aboveDisc(30), 'left')[0]?.regions).toEqual([['disc-superior-nasal', 1, 400]])
})

test('an area is divided among the fields that it reaches, and counts in that of its centre', () => {
  // From 40 pixels within the innermost circle to 60 beyond it.
  const geometry = [{ outer: [1260, 995, 1360, 995, 1360, 1005, 1260, 1005], holes: [] }]
  const [found] = tally([drawn('across', 6, { geometry })])
  expect(found?.regions).toEqual([
    ['etdrs-centre', 0, expect.closeTo(400, -1)],
    ['etdrs-inner-nasal', 1, expect.closeTo(600, -1)],
  ])
})

test('a centre line without an area and a lone keypoint count, without area', () => {
  expect(
    tally([
      drawn('line', 5, { lines: [[1190, 800, 1210, 800]] }),
      drawn('point', 1, { keypoints: [1200, 1000, 2] }),
      drawn('empty', 1, {}),
    ]),
  ).toEqual([
    { category: 'Haemorrhage', regions: [['etdrs-centre', 1, 0]] },
    { category: 'Arteriole', regions: [['etdrs-inner-superior', 1, 0]] },
  ])
})
