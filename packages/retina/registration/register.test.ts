import { beforeAll, describe, expect, test } from 'vitest'

import { distance, type Point } from '#geometry/point'
import type { RgbImage } from '#raster/image'

import { readPhotograph } from '../testing/photographs.ts'
import type { QuadraticMap } from './quadratic-map.ts'
import { mapPlace } from './quadratic-map.ts'
import type { PreparedVessels } from './register.ts'
import { prepareVessels, registerByHand, registerPhotographs, registerVessels } from './register.ts'

let photograph: RgbImage
let vessels: PreparedVessels
beforeAll(async () => {
  photograph = await readPhotograph('03_h.jpg')
  vessels = prepared(photograph)
})

function prepared(image: RgbImage): PreparedVessels {
  const found = prepareVessels(image)
  if (found === undefined) throw new Error('There is no field of view.')
  return found
}

/** The photograph as another one sees it whose places this map leads from, without colours. */
function seenThrough(map: QuadraticMap, { width, height, data }: RgbImage): RgbImage {
  const seen = new Uint8Array(data.length)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = mapPlace(map, { x: x + 0.5, y: y + 0.5 })
      const [column, row] = [Math.floor(at.x), Math.floor(at.y)]
      if (column < 0 || row < 0 || column >= width || row >= height) continue
      const light = 40 + 0.7 * (data[3 * (row * width + column) + 1] ?? 0)
      seen.fill(light < 50 ? 2 : light, 3 * (y * width + x), 3 * (y * width + x) + 3)
    }
  }
  return { width, height, data: seen }
}

function mirrored({ width, height, data }: RgbImage): RgbImage {
  const pixels = Uint8Array.from(data, (_, i) => {
    const pixel = Math.floor(i / 3)
    const x = pixel % width
    return data[3 * (pixel - x + width - 1 - x) + (i % 3)] ?? 0
  })
  return { width, height, data: pixels }
}

/** A field of view with nothing but grain in it. */
function grain(side: number): RgbImage {
  const data = new Uint8Array(3 * side * side)
  let state = 1
  for (let i = 0; i < side * side; i++) {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0
    const [x, y] = [i % side, Math.floor(i / side)]
    const isLit = Math.hypot(x - side / 2, y - side / 2) < 0.45 * side
    data.fill(isLit ? 90 + ((state >>> 16) % 30) : 2, 3 * i, 3 * i + 3)
  }
  return { width: side, height: side, data }
}

describe('two photographs of an eye', () => {
  test('that differ by a quadratic map are registered to less than two pixels', () => {
    const { width, height } = photograph
    const unit = width / 2
    const map: QuadraticMap = {
      centre: { x: width / 2, y: height / 2 },
      unit,
      x: [width / 2 + 220, 0.98 * unit, -0.12 * unit, 0.02 * unit, -0.015 * unit, 0],
      y: [height / 2 - 30, 0.12 * unit, 0.98 * unit, 0, 0.02 * unit, -0.02 * unit],
    }
    const found = registerVessels(prepared(seenThrough(map, photograph)), vessels)
    if (found.kind === 'refused') throw new Error(found.reason)
    expect(found.agreement).toBeGreaterThan(0.6)
    for (const place of shares(width, height)) {
      expect(distance(mapPlace(found.map, place), mapPlace(map, place))).toBeLessThan(2)
    }
  })

  test('of two visits are registered, turned and enlarged', async () => {
    const later = await readPhotograph('03_h-second-visit.jpg')
    const found = registerVessels(vessels, prepared(later))
    if (found.kind === 'refused') throw new Error(found.reason)
    // It was made from the first photograph: turned by 3 degrees about its middle, 4 % larger.
    const { width, height } = photograph
    const middle = { x: width / 2, y: height / 2 }
    expect(distance(mapPlace(found.map, middle), middle)).toBeLessThan(2)
    const top = mapPlace(found.map, { x: middle.x, y: middle.y - 500 })
    expect(distance(top, middle) / 500).toBeCloseTo(1.04, 2)
    expect(Math.atan2(top.x - middle.x, middle.y - top.y)).toBeCloseTo((3 * Math.PI) / 180, 2)
  })
})

describe('by three places in both', () => {
  test('that are only about right, the vessels make it exact', async () => {
    const later = await readPhotograph('03_h-second-visit.jpg')
    const exact = registerVessels(vessels, prepared(later))
    if (exact.kind === 'refused') throw new Error(exact.reason)
    const places = shares(photograph.width, photograph.height)
      .filter((_, i) => [0, 2, 7].includes(i))
      .map((from, i) => {
        const { x, y } = mapPlace(exact.map, from)
        return { from, to: { x: x + 5 * i - 5, y: y - 4 } }
      })
    const found = registerByHand(photograph, later, places)
    if (found.kind === 'refused') throw new Error(found.reason)
    const middle = { x: photograph.width / 2, y: photograph.height / 2 }
    expect(distance(mapPlace(found.map, middle), mapPlace(exact.map, middle))).toBeLessThan(1)
  })

  test('photographs without vessels follow the places, unless those lie on a line', () => {
    const blank = { width: 300, height: 300, data: new Uint8Array(3 * 300 * 300) }
    const corners = [
      { x: 10, y: 10 },
      { x: 200, y: 20 },
      { x: 30, y: 250 },
    ]
    const moved = corners.map((from) => ({ from, to: { x: from.x + 7, y: from.y - 3 } }))
    const found = registerByHand(blank, blank, moved)
    if (found.kind === 'refused') throw new Error(found.reason)
    expect(found.agreement).toBeNull()
    expect(distance(mapPlace(found.map, { x: 50, y: 50 }), { x: 57, y: 47 })).toBeLessThan(0.01)
    const onLine = moved.map(({ from }) => ({ from: { x: from.x, y: 5 }, to: { x: from.x, y: 5 } }))
    expect(registerByHand(blank, blank, onLine).kind).toBe('refused')
  })
})

describe('photographs are refused', () => {
  test('of different eyes, and an eye that is mirrored', async () => {
    for (const other of [await readPhotograph('05_h.jpg'), mirrored(photograph)]) {
      expect(registerVessels(vessels, prepared(other))).toEqual({
        kind: 'refused',
        reason: 'no-match',
      })
    }
  })

  test('without vessels', () => {
    const found = registerVessels(vessels, prepared(grain(700)))
    expect(found).toEqual({ kind: 'refused', reason: 'few-vessels' })
  })

  test('without a field of view', () => {
    const blank = { width: 300, height: 300, data: new Uint8Array(3 * 300 * 300) }
    const found = registerPhotographs(photograph, blank)
    expect(found).toEqual({ kind: 'refused', reason: 'no-field' })
  })
})

function shares(width: number, height: number): Point[] {
  return [0.3, 0.45, 0.6].flatMap((x) =>
    [0.3, 0.5, 0.7].map((y) => ({ x: x * width, y: y * height })),
  )
}
