import type { Region } from '#raster/crop'
import type { Size } from '#raster/image'
import { describe, expect, test } from 'vitest'

import { prepareEye, type PreparedEye } from '../prepared-eye.ts'
import type { NetworkInput } from './input.ts'
import { prepareFieldInput, prepareNetworkInput, prepareNetworkPart } from './input.ts'
import { drawFundus } from '../testing/drawn-fundus.ts'

const vessels = [{ from: [100, 300], to: [500, 310], widthPx: 12 }] as const
/** Its field is cut off at the top and at the bottom. */
const photograph = drawFundus({
  width: 640,
  height: 480,
  centre: [300, 250],
  diameterPx: 520,
  vessels,
})

const eye = prepareEye(photograph) as PreparedEye

/** The values of a channel in the field, and those outside. */
function split({ planes, mask }: NetworkInput, channel: number): [number[], number[]] {
  const count = mask.data.length
  const plane = Array.from(planes.subarray(channel * count, (channel + 1) * count))
  return [plane.filter((_, i) => mask.data[i] === 1), plane.filter((_, i) => mask.data[i] === 0)]
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

/** The green of a region of the planes. */
function greenOf(planes: Float32Array, size: Size, { x, y, width, height }: Region): number[] {
  const area = size.width * size.height
  return Array.from({ length: height }, (_, row) => {
    const from = area + (y + row) * size.width + x
    return [...planes.subarray(from, from + width)]
  }).flat()
}

describe('the whole photograph', () => {
  test('has a field of the wanted diameter, and nothing outside it', () => {
    const input = prepareNetworkInput(eye, 260)
    expect(Math.abs(input.width - 320)).toBeLessThan(4)
    expect(Math.abs(input.height - 240)).toBeLessThan(4)
    for (const channel of [0, 1, 2]) {
      const [inside, outside] = split(input, channel)
      expect(outside.every((value) => value === 0)).toBe(true)
      expect(meanOf(inside.map((value) => value ** 2))).toBeGreaterThan(0.3)
      expect(Math.max(...inside.map(Math.abs))).toBeLessThanOrEqual(5)
    }
  })

  test('loses the light that falls off towards the edge, and keeps the vessel', () => {
    const { planes, width, height } = prepareNetworkInput(eye, 520)
    const green = (x: number, y: number) =>
      planes[width * height + Math.round(y) * width + Math.round(x)] ?? NaN
    expect(green(300, 305)).toBeLessThan(-1.5)
    expect(Math.abs(green(300, 200) - green(120, 200))).toBeLessThan(0.3)
  })

  test('is not resampled if the field is nearly of the wanted diameter', () => {
    const { width, height } = prepareNetworkInput(eye, 530)
    expect([width, height]).toEqual([640, 480])
  })
})

describe('a part of it, by the light of the whole', () => {
  const region = { x: 40, y: 60, width: 200, height: 150 }
  const whole = prepareNetworkInput(eye, 520)

  test('at the same size it is cut out of the whole', () => {
    const part = prepareNetworkPart(eye, { size: whole, region, light: whole.light })
    const green = greenOf(part, region, { ...region, x: 0, y: 0 })
    expect(green).toEqual(greenOf(whole.planes, whole, region))
  })

  test('by the light found at half the size it is nearly the same', () => {
    const { light } = prepareNetworkInput(eye, 260)
    const part = prepareNetworkPart(eye, { size: whole, region, light })
    const green = greenOf(part, region, { ...region, x: 0, y: 0 })
    const differences = greenOf(whole.planes, whole, region).map((value, i) =>
      Math.abs(value - (green[i] ?? NaN)),
    )
    expect(meanOf(differences)).toBeLessThan(0.1)
  })
})

describe('the field alone', () => {
  const input = prepareFieldInput(eye, 128)

  test('fills a square, each channel with mean 0 and deviation 1', () => {
    expect([input.width, input.height]).toEqual([128, 128])
    for (const channel of [0, 1, 2]) {
      const [inside, outside] = split(input, channel)
      expect(meanOf(inside)).toBeCloseTo(0, 1)
      expect(meanOf(inside.map((value) => value ** 2))).toBeCloseTo(1, 1)
      expect(outside.every((value) => value === 0)).toBe(true)
    }
  })

  test('states its position in the photograph, even beyond its border', () => {
    const { origin, pixelSize } = input
    expect(origin.x + 64 * pixelSize.width).toBeCloseTo(300, -1)
    expect(origin.y + 64 * pixelSize.height).toBeCloseTo(250, -1)
    expect(origin.y).toBeLessThan(0)
    expect(128 * pixelSize.width).toBeCloseTo(520, -1)
    expect(Array.from(input.mask.data.subarray(0, 128)).every((inside) => inside === 0)).toBe(true)
  })
})
