import { describe, expect, test } from 'vitest'

import type { GreyImage } from '#raster/image'
import { greyOf } from '#raster/testing/pictures'

import { findBrightDisc } from './bright-disc.ts'
import type { Disc } from '../eye-maps.ts'
import { prepareEye } from '../prepared-eye.ts'
import type { FieldOfView } from '../field-of-view.ts'
import type { LandmarkMaps } from './landmarks.ts'
import { findDisc, findFovea, withinField } from './landmarks.ts'
import { lateralityOf } from './laterality.ts'
import { drawFundus } from '../testing/drawn-fundus.ts'

const spot = (centre: readonly [number, number], radius: number, soft = 1): GreyImage =>
  greyOf(256, 256, (x, y) => {
    const away = Math.hypot(x + 0.5 - centre[0], y + 0.5 - centre[1])
    return 1 / (1 + Math.exp((away - radius) / soft))
  })
const peak = (centre: readonly [number, number], height = 0.9): GreyImage =>
  greyOf(256, 256, (x, y) => {
    const squared = (x + 0.5 - centre[0]) ** 2 + (y + 0.5 - centre[1]) ** 2
    return height * Math.exp(-squared / 128)
  })
const none = greyOf(256, 256, () => 0)
/** Combines two maps, the first at half its strength. */
const besides = (weak: GreyImage, strong: GreyImage): GreyImage => ({
  ...weak,
  data: weak.data.map((value, i) => Math.max(value / 2, strong.data[i] ?? 0)),
})
const frame = (width: number, height: number) => [
  { x: 0, y: 0 },
  { x: width, y: 0 },
  { x: width, y: height },
  { x: 0, y: height },
]
const field: FieldOfView = {
  kind: 'field-of-view',
  imageSize: { width: 2048, height: 2048 },
  centre: { x: 1024, y: 1024 },
  diameterPx: 2048,
  hull: frame(2048, 2048),
}
const placed = (disc: GreyImage, fovea: GreyImage): LandmarkMaps => ({
  origin: { x: 0, y: 0 },
  pixelsPerMapPixel: 8,
  disc,
  fovea,
})

test('outside the photograph and its field there are no landmarks', () => {
  const size = { width: 2048, height: 1400 }
  const cropped = { ...field, imageSize: size, hull: frame(size.width, size.height) }
  const maps = placed(
    besides(spot([80, 120], 18), spot([80, 230], 18)),
    besides(peak([172, 126]), peak([128, 220])),
  )
  const inside = withinField(maps, cropped)
  const disc = findDisc(inside, cropped, null)
  expect(disc?.centre.y).toBeCloseTo(960, 0)
  expect(findFovea(inside, disc)?.centre.y).toBeCloseTo(1008, 0)
  const corner = placed(spot([15, 15], 10), none)
  expect(findDisc(withinField(corner, field), field, null)).toBeNull()
})

describe('the disc', () => {
  test('has centre, diameter and outline between the map’s pixels', () => {
    const found = findDisc(placed(spot([80.3, 120.6], 18.4), none), field, { x: 640, y: 960 })
    expect(found?.centre.x).toBeCloseTo(642.4, 0)
    expect(found?.centre.y).toBeCloseTo(964.8, 0)
    expect((found?.diameterPx ?? 0) / 294.4).toBeCloseTo(1, 1)
    expect(found?.outline).toHaveLength(72)
    expect(found?.doubts).toEqual([])
  })

  test('is the larger of two spots', () => {
    const [small, large] = [spot([200, 200], 5), spot([80, 120], 18)]
    const both = { ...small, data: small.data.map((v, i) => Math.max(v, large.data[i] ?? 0)) }
    expect(findDisc(placed(both, none), field, null)?.centre.x).toBeCloseTo(640, 0)
  })

  test('is doubted if it is faint, of unusual size, or away from the brightest place', () => {
    const faint = spot([80, 120], 18)
    const dim = { ...faint, data: faint.data.map((value) => value / 2) }
    expect(findDisc(placed(dim, none), field, null)?.doubts).toEqual(['faint'])
    expect(findDisc(placed(spot([80, 120], 5), none), field, null)?.doubts).toEqual([
      'unusual-size',
    ])
    const elsewhere = { x: 1500, y: 1000 }
    expect(findDisc(placed(spot([80, 120], 18), none), field, elsewhere)?.doubts).toEqual([
      'methods-disagree',
    ])
  })

  test('is rejected if there are two doubts', () => {
    const elsewhere = { x: 1500, y: 1000 }
    expect(findDisc(placed(spot([80, 120], 5), none), field, elsewhere)).toBeNull()
  })

  test('is missing if the map is empty', () => {
    expect(findDisc(placed(none, none), field, null)).toBeNull()
  })
})

describe('fovea and laterality', () => {
  const disc = findDisc(placed(spot([80, 120], 18), none), field, null)

  test('the fovea is the spot at a distance that occurs in eyes', () => {
    const [far, near] = [peak([172, 126]), peak([84, 120], 1)]
    const both = { ...far, data: far.data.map((v, i) => Math.max(v, near.data[i] ?? 0)) }
    const found = findFovea(placed(none, both), disc)
    expect(found?.centre.x).toBeCloseTo(1376, 0)
    expect(found?.probability).toBeCloseTo(0.9, 1)
    expect(findFovea(placed(none, none), disc)).toBeNull()
  })

  test('the disc is on the nasal side', () => {
    const temporal = findFovea(placed(none, peak([172, 126])), disc)
    expect(lateralityOf(disc, temporal)).toBe('left')
    const mirrored: Disc | null = disc && { ...disc, centre: { x: 2048 - disc.centre.x, y: 960 } }
    const other = temporal && { ...temporal, centre: { x: 2048 - temporal.centre.x, y: 1008 } }
    expect(lateralityOf(mirrored, other)).toBe('right')
  })

  test('is unknown if something is missing, doubtful or anatomically implausible', () => {
    const fovea = findFovea(placed(none, peak([172, 126])), disc)
    expect(lateralityOf(disc, null)).toBe('unknown')
    expect(lateralityOf(null, fovea)).toBe('unknown')
    expect(lateralityOf(disc && { ...disc, doubts: ['methods-disagree'] }, fovea)).toBe('unknown')
    expect(lateralityOf(disc, fovea && { ...fovea, probability: 0.15 })).toBe('unknown')
    expect(lateralityOf(disc, fovea && { ...fovea, centre: { x: 640, y: 1700 } })).toBe('unknown')
  })
})

test('the disc is found by its brightness and the vessels above and below it', () => {
  const image = drawFundus({ width: 900, height: 900, centre: [450, 450], diameterPx: 840 })
  const data = image.data.map((byte, k) => {
    const [column, row] = [Math.floor(k / 3) % 900, Math.floor(k / 2700)]
    return Math.hypot(column - 600, row - 430) < 62 ? Math.min(255, byte + 60) : byte
  })
  const photograph = { ...image, data }
  const eye = prepareEye(photograph)
  if (eye.kind === 'not-a-fundus') throw new Error(eye.message)
  const vessel = greyOf(900, 900, (x, y) => (Math.abs(x - 600) < 6 && y > 200 && y < 700 ? 1 : 0))
  const { x, y } = findBrightDisc(eye, vessel)
  expect(Math.hypot(x - 600, y - 430)).toBeLessThan(40)
})
