import { expect, test } from 'vitest'

import { polygonOfEllipse } from '#geometry/ellipse'
import type { MultiPolygon } from '#geometry/polygon'

import { type DrawnStructures, measureDrawnDisc } from './drawn-disc.ts'

function ellipse(x: number, y: number, [width, height]: readonly [number, number]): MultiPolygon {
  return [polygonOfEllipse({ centre: { x, y }, radii: [width / 2, height / 2], angle: 0 })]
}

const disc = ellipse(1000, 800, [360, 400])

function measured(about: Partial<DrawnStructures>): Record<string, number> | null {
  const drawn = { discs: [disc], cups: [], foveas: [], laterality: null, ...about }
  const found = measureDrawnDisc(drawn)
  return found === null ? null : { ...found.ratios, ...Object.fromEntries(found.rimPx) }
}

test('a cup in the middle: ratios of heights and areas, and a rim of one width at each pole', () => {
  const found = measured({ cups: [ellipse(1000, 800, [180, 200])], laterality: 'right' })
  expect(found?.['vertical']).toBeCloseTo(0.5, 3)
  expect(found?.['horizontal']).toBeCloseTo(0.5, 3)
  expect(found?.['area']).toBeCloseTo(0.25, 3)
  for (const pole of ['inferior', 'superior']) expect(found?.[pole]).toBeCloseTo(98, 0)
  for (const side of ['nasal', 'temporal']) expect(found?.[side]).toBeCloseTo(91.6, 0)
})

test('a rim that is narrow below and towards the temple, by the eye or by the fovea', () => {
  const cups = [ellipse(980, 830, [200, 240])]
  const byEye = measured({ cups, laterality: 'right' })
  expect(byEye?.['inferior']).toBeLessThan(byEye?.['superior'] ?? 0)
  expect(byEye?.['temporal']).toBeLessThan(byEye?.['nasal'] ?? 0)
  const byFovea = measured({ cups, laterality: 'left', foveas: [{ x: 100, y: 850 }] })
  expect(byFovea).toEqual(byEye)
  const unknown = measured({ cups })
  expect([unknown?.['left'], unknown?.['right']]).toEqual([byEye?.['temporal'], byEye?.['nasal']])
})

test('a cup that reaches the margin leaves no rim there', () => {
  const found = measured({ cups: [ellipse(1000, 900, [300, 200])], laterality: 'right' })
  expect(found?.['inferior']).toBeLessThan(10)
})

test('the largest disc counts, and the largest cup in it', () => {
  const discs = [ellipse(300, 300, [100, 100]), disc]
  const cups = [ellipse(300, 300, [320, 320]), ellipse(1000, 800, [10, 10])]
  const found = measured({ discs, cups: [...cups, ellipse(1000, 800, [180, 200])] })
  expect(found?.['vertical']).toBeCloseTo(0.5, 3)
})

test('nothing is measured without a disc, a cup, or a cup in the disc', () => {
  const cup = ellipse(1000, 800, [180, 200])
  expect(measured({})).toBeNull()
  expect(measured({ discs: [], cups: [cup] })).toBeNull()
  expect(measured({ cups: [ellipse(2000, 800, [180, 200])] })).toBeNull()
})
