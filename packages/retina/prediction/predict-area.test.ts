import { describe, expect, test } from 'vitest'

import { boxOf } from '#geometry/box'
import { ringContains } from '#geometry/locate'
import type { Point } from '#geometry/point'
import { area } from '#geometry/polygon'
import { findComponents } from '#raster/components'
import { crop } from '#raster/crop'
import type { RgbImage } from '#raster/image'

import { areFlat, ellipseThrough, radiusIn } from './extreme-points.ts'
import { predictArea, regionAround } from './predict-area.ts'
import { noise } from '../testing/drawn-fundus.ts'
import { readBitmap, readPhotograph } from '../testing/photographs.ts'

/** A bright shape on a dark, noisy ground of 200 by 160. */
function pictureOf(isInside: (x: number, y: number) => boolean): RgbImage {
  const random = noise(5)
  const [width, height] = [200, 160]
  const data = new Uint8Array(3 * width * height)
  for (let i = 0; i < width * height; i++) {
    const bright = isInside((i % width) + 0.5, Math.floor(i / width) + 0.5)
    const grain = random() / 12
    data.set(bright ? [220 + grain, 180 + grain, 90] : [120 + grain, 50 + grain, 30], 3 * i)
  }
  return { width, height, data }
}

function extremes(...flat: number[]): Point[] {
  return [0, 2, 4, 6].map((i) => ({ x: flat[i] ?? 0, y: flat[i + 1] ?? 0 }))
}

describe('the ellipse through extreme points', () => {
  test('passes through all four of an upright one, in any order', () => {
    const points = extremes(20, 50, 60, 30, 100, 50, 60, 70)
    for (const order of [points, points.toReversed()]) {
      const ellipse = ellipseThrough(order)
      for (const point of points) expect(radiusIn(ellipse, point)).toBeCloseTo(1)
    }
  })

  test('leans with its points', () => {
    const points = extremes(20, 60, 80, 30, 100, 40, 40, 70)
    const ellipse = ellipseThrough(points)
    expect(ellipse.skew).toBeCloseTo(-0.5)
    for (const point of points) expect(radiusIn(ellipse, point)).toBeCloseTo(1, 5)
  })

  test('points on one line or in one place have no area between them', () => {
    expect(areFlat(extremes(1, 1, 2, 2, 3, 3, 4, 4))).toBe(true)
    expect(areFlat(extremes(5, 5, 5, 5, 5, 5, 5, 5))).toBe(true)
    expect(areFlat(extremes(0, 2, 2, 0, 4, 2, 2, 4))).toBe(false)
  })
})

describe('the area between extreme points', () => {
  const points = extremes(60, 80, 100, 50, 140, 80, 100, 110)

  test('is the object that is there, whose corners the ellipse cuts', () => {
    const found =
      predictArea(
        pictureOf((x, y) => x > 60 && x < 140 && y > 50 && y < 110),
        points,
        80,
      ) ?? []
    expect(Math.abs(area(found) / (80 * 60) - 1)).toBeLessThan(0.15)
    expect(area(found)).toBeGreaterThan(Math.PI * 40 * 30 * 1.1)
  })

  test('is the ellipse if nothing is visible', () => {
    const found = predictArea(
      pictureOf(() => false),
      points,
      80,
    )
    expect(Math.abs(area(found ?? []) / (Math.PI * 40 * 30) - 1)).toBeLessThan(0.03)
  })

  test('gets smaller as the threshold rises', () => {
    const picture = pictureOf((x, y) => Math.hypot((x - 100) / 40, (y - 80) / 30) < 1)
    const areas = [5, 50, 80, 95].map((threshold) =>
      area(predictArea(picture, points, threshold) ?? []),
    )
    expect(areas).toEqual(areas.toSorted((a, b) => b - a))
    expect(areas[0]).toBeGreaterThan(areas[3] ?? Infinity)
  })

  test('is one part without holes, near the points', () => {
    const picture = pictureOf((x, y) => Math.hypot(x - 100, y - 80) < 30 || x < 20)
    const around = extremes(70, 80, 100, 50, 130, 80, 100, 110)
    const found = predictArea(picture, around, 80) ?? []
    expect(found).toHaveLength(1)
    expect(found[0]?.holes).toEqual([])
    expect(boxOf(found)?.x).toBeGreaterThan(60)
  })

  test('is unknown if there are too few pixels', () => {
    const { data } = pictureOf(() => true)
    const tiny = { width: 2, height: 2, data: data.slice(0, 12) }
    expect(predictArea(tiny, extremes(0, 1, 1, 0, 2, 1, 1, 2), 80)).toBeNull()
  })
})

test('the examined region stays within the image and is at least a third wider than the object', () => {
  const points = extremes(5, 50, 50, 5, 95, 50, 50, 95)
  expect(regionAround(points, 10, { width: 300, height: 100 })).toEqual({
    x: 0,
    y: 0,
    width: 127,
    height: 100,
  })
})

test('a soft exudate of a real photograph is outlined better than by its ellipse', async () => {
  const photograph = await readPhotograph('IDRiD_55.jpg')
  const parts = findComponents(await readBitmap('IDRiD_55_SE.png'), 8)
  const largest = parts.areas.indexOf(Math.max(...parts.areas.slice(1)), 1)
  const isPart = (x: number, y: number) => parts.labels[y * parts.width + x] === largest
  const points = extremesOf(parts, largest)
  const region = regionAround(points, 50, photograph)
  const placed = points.map(({ x, y }) => ({ x: x - region.x, y: y - region.y }))
  const found = predictArea(crop(photograph, region), placed, 80) ?? []
  const outer = found[0]?.outer ?? []
  let [both, drawn] = [0, 0]
  for (let y = 0; y < region.height; y++) {
    for (let x = 0; x < region.width; x++) {
      if (!ringContains(outer, { x: x + 0.5, y: y + 0.5 })) continue
      drawn++
      if (isPart(region.x + x, region.y + y)) both++
    }
  }
  expect((2 * both) / (drawn + (parts.areas[largest] ?? 0))).toBeGreaterThan(0.8)
})

function extremesOf({ labels, width }: { labels: Int32Array; width: number }, part: number) {
  const places: Point[] = []
  for (let i = labels.indexOf(part); i !== -1; i = labels.indexOf(part, i + 1)) {
    places.push({ x: (i % width) + 0.5, y: Math.floor(i / width) + 0.5 })
  }
  const byX = places.toSorted((a, b) => a.x - b.x)
  const byY = places.toSorted((a, b) => a.y - b.y)
  return [byX[0], byY[0], byX.at(-1), byY.at(-1)].filter((place) => place !== undefined)
}
