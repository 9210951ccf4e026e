import { describe, expect, test } from 'vitest'

import { polygonOfBox } from '#geometry/box'
import { polygonOfEllipse } from '#geometry/ellipse'
import { area, type MultiPolygon } from '#geometry/polygon'

import { areaOfRegion, etdrsGrid, regionNames, type RegionLayout, regionsAt } from './regions.ts'
import { areasByRegion } from './sectors.ts'

/** A left eye, whose disc lies to the left of the fovea; or a right one. */
function layout(side: 1 | -1): RegionLayout {
  const disc = { centre: { x: 1000, y: 800 }, diameterPx: 200 }
  const fovea = { centre: { x: 1000 + 500 * side, y: 830 } }
  return { disc, fovea, grid: etdrsGrid(disc, fovea, null) }
}

const everything: MultiPolygon = [polygonOfBox({ x: 0, y: 0, width: 3000, height: 2000 })]

describe.each([1, -1] as const)('with the fovea on the side %s of the disc', (side) => {
  const eye = layout(side)

  test('a shape that covers everything has the whole area of each region', () => {
    const areas = areasByRegion(everything, eye)
    for (const region of regionNames) {
      const whole = areaOfRegion(region, eye.disc, eye.grid)
      expect((areas.get(region) ?? 0) / whole).toBeCloseTo(1, 4)
    }
  })

  test('small areas all over the photograph lie where their middle lies', () => {
    for (let x = 310; x < 1900; x += 130) {
      for (let y = 310; y < 1300; y += 110) {
        const dot = [polygonOfEllipse({ centre: { x, y }, radii: [3, 3], angle: 0 })]
        const areas = areasByRegion(dot, eye)
        const inMiddle = regionsAt(eye, { x, y })
        for (const [region, part] of areas) {
          const share = part / area(dot)
          expect(inMiddle.includes(region) ? share > 0.24 : share < 0.52).toBe(true)
        }
        expect(inMiddle.filter((region) => !areas.has(region))).toEqual([])
      }
    }
  })
})

test('an area over several fields is shared among them, its hole left out', () => {
  const eye = layout(1)
  const { centre, radiiPx } = eye.grid
  const square = (half: number) =>
    polygonOfBox({ x: centre.x - half, y: centre.y - half, width: 2 * half, height: 2 * half })
  const { outer } = square(radiiPx[2])
  const hole = square(10).outer.toReversed()
  const holes = [
    Array.from({ length: 4 }, (_, i) => [hole[2 * i + 1] ?? 0, hole[2 * i] ?? 0]).flat(),
  ]
  const areas = areasByRegion([{ outer, holes }], eye)
  const inGrid = [...areas].filter(([region]) => region.startsWith('etdrs'))
  expect(inGrid).toHaveLength(9)
  const sum = inGrid.reduce((total, [, part]) => total + part, 0)
  expect(sum / (Math.PI * radiiPx[2] ** 2 - 400)).toBeCloseTo(1, 4)
})

test('nothing lies in a region that a shape does not reach', () => {
  const far = [polygonOfBox({ x: 2600, y: 1700, width: 100, height: 100 })]
  expect(areasByRegion(far, layout(1)).size).toBe(0)
})
