import { describe, expect, test } from 'vitest'

import { boxOf } from '#geometry/box'
import { area, type MultiPolygon } from '#geometry/polygon'
import type { RgbImage } from '#raster/image'

import { cutWindow } from './cut-window.ts'
import { findClicked, outlineOf } from './outline-clicks.ts'
import type { Overview } from './overview.ts'
import type { Planes } from './planes.ts'
import { type Click, firstSidePx, type Window, windowSidePx } from './window.ts'

interface Disc {
  readonly x: number
  readonly y: number
  readonly radius: number
}

const size = { width: 1200, height: 900 }
const overview: Overview = { field: 1, means: [100, 100, 100], deviations: [50, 50, 50] }
const inside = (x: number, y: number): Click => ({ x, y, inside: true })
const beside = (x: number, y: number): Click => ({ x, y, inside: false })

/** Bright discs on a grey ground. */
function drawn(...discs: Disc[]): RgbImage {
  const data = new Uint8Array(3 * size.width * size.height).fill(60)
  for (const disc of discs) draw(data, disc)
  return { ...size, data }
}

function draw(data: Uint8Array, { x, y, radius }: Disc): void {
  for (let row = Math.max(0, y - radius); row < Math.min(size.height, y + radius); row++) {
    const half = Math.sqrt(radius ** 2 - (row + 0.5 - y) ** 2)
    const left = Math.max(0, Math.round(x - half))
    const right = Math.min(size.width, Math.round(x + half))
    data.fill(200, 3 * (row * size.width + left), 3 * (row * size.width + right))
  }
}

/** In place of the network: what is bright, but around clicks beside the object. */
function bright({ dims: [, , height, width], data }: Planes): Promise<Float32Array> {
  const count = width * height
  const red = data.subarray(0, count)
  const away = data.subarray(7 * count, 8 * count)
  return Promise.resolve(red.map((value, i) => (value > 0.6 && away[i] === 0 ? 0.9 : 0.1)))
}

async function clickOn(pixels: RgbImage, clicks: Click[]) {
  const looked: Window[] = []
  const region = { x: 0, y: 0, ...size }
  const readPixels = (window: Window) => {
    looked.push(window)
    return Promise.resolve(cutWindow({ pixels, region }, window))
  }
  const found = await findClicked({ ...size, overview }, clicks, null, {
    readPixels,
    infer: bright,
  })
  const outline: MultiPolygon = found === null ? [] : outlineOf(found, clicks, size)
  return { outline, looked, found }
}

const areaOf = ({ radius }: Disc) => Math.PI * radius * radius

describe('clicks on an object', () => {
  test.each([12, 60, 150])('one click outlines a disc of radius %i closely', async (radius) => {
    const disc = { x: 500, y: 400, radius }
    const { outline, looked } = await clickOn(drawn(disc), [inside(510, 395)])
    expect(outline).toHaveLength(1)
    expect(Math.abs(area(outline) / areaOf(disc) - 1)).toBeLessThan(0.05)
    const box = boxOf(outline)
    const pixel = (looked.at(-1)?.side ?? 0) / windowSidePx
    expect(Math.abs((box?.x ?? 0) - (disc.x - radius))).toBeLessThan(Math.max(2, pixel / 2))
    expect(Math.abs((box?.width ?? 0) - 2 * radius)).toBeLessThan(Math.max(3, pixel))
  })

  test.each([
    { radius: 12, small: 1, why: 'the closest one shows it' },
    { radius: 50, small: 2, why: 'the second one does' },
    { radius: 150, small: 3, why: 'the widest one does' },
  ])(
    'a click takes $small small looks and one at the object if $why',
    async ({ radius, small }) => {
      const { looked } = await clickOn(drawn({ x: 600, y: 450, radius }), [inside(600, 450)])
      const sides = looked.map(({ sidePx }) => sidePx)
      expect(sides).toEqual([...Array<number>(small).fill(firstSidePx), windowSidePx])
      const [last] = looked.slice(-1)
      expect((last?.side ?? 0) / (2 * radius)).toBeCloseTo(1.7, 0)
    },
  )

  test('the look at a tiny object shows some pixels around it', async () => {
    const { looked } = await clickOn(drawn({ x: 600, y: 450, radius: 3 }), [inside(600, 450)])
    expect(looked.at(-1)?.side).toBe(24)
  })

  test('an object larger than the first look is followed beyond it', async () => {
    const disc = { x: 500, y: 450, radius: 300 }
    const further = [inside(520, 450), inside(250, 450), inside(760, 450)]
    const { outline } = await clickOn(drawn(disc), further)
    expect(Math.abs(area(outline) / areaOf(disc) - 1)).toBeLessThan(0.05)
  })

  test('others beside it are left alone, unless they are clicked on, too', async () => {
    const [one, other] = [
      { x: 300, y: 400, radius: 40 },
      { x: 420, y: 400, radius: 40 },
    ]
    const pixels = drawn(one, other)
    const first = await clickOn(pixels, [inside(300, 400)])
    expect(Math.abs(area(first.outline) / areaOf(one) - 1)).toBeLessThan(0.05)
    const both = await clickOn(pixels, [inside(300, 400), inside(420, 400)])
    expect(both.outline).toHaveLength(2)
  })

  test('a click beside it takes away', async () => {
    const disc = { x: 500, y: 400, radius: 60 }
    const { outline } = await clickOn(drawn(disc), [inside(500, 400), beside(550, 400)])
    expect(area(outline)).toBeLessThan(areaOf(disc) * 0.99)
    expect(area(outline)).toBeGreaterThan(areaOf(disc) * 0.8)
  })

  test('at the border of the photograph the outline stays within it', async () => {
    const { outline } = await clickOn(drawn({ x: 1190, y: 5, radius: 50 }), [inside(1190, 5)])
    const box = boxOf(outline)
    expect(box?.y).toBe(0)
    const right = (box?.x ?? 0) + (box?.width ?? 0)
    expect(right).toBeLessThanOrEqual(size.width)
    expect(right).toBeGreaterThan(size.width - 1)
  })

  test('an object that the border of the photograph cuts off needs no wider look', async () => {
    const { looked } = await clickOn(drawn({ x: 600, y: 4, radius: 12 }), [inside(600, 4)])
    expect(looked.map(({ sidePx }) => sidePx)).toEqual([firstSidePx, windowSidePx])
  })

  test('where nothing is, nothing is found', async () => {
    const { outline } = await clickOn(drawn({ x: 100, y: 100, radius: 30 }), [inside(800, 600)])
    expect(outline).toEqual([])
  })

  test('what was found is carried on from click to click with one look each', async () => {
    const pixels = drawn({ x: 500, y: 400, radius: 60 })
    const clicks = [inside(500, 400), beside(550, 400)]
    const whole = await clickOn(pixels, clicks)
    const first = await clickOn(pixels, clicks.slice(0, 1))
    const region = { x: 0, y: 0, ...size }
    let looks = 0
    const readPixels = (window: Window) => {
      looks += 1
      return Promise.resolve(cutWindow({ pixels, region }, window))
    }
    const machine = { readPixels, infer: bright }
    const carried = await findClicked({ ...size, overview }, clicks, first.found, machine)
    expect(looks).toBe(1)
    expect(carried).toEqual(whole.found)
  })
})
