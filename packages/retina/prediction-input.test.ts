import { expect, test } from 'vitest'

import type { RgbImage } from '#raster/image'

import { predictionSide, preparePredictionInput } from './prediction-input.ts'

const points = [
  { x: 40, y: 60 },
  { x: 60, y: 50 },
  { x: 80, y: 60 },
  { x: 60, y: 70 },
]

/** A bright upright rectangle between the points, on a dark ground. */
function picture(width: number, height: number): RgbImage {
  const data = new Uint8Array(3 * width * height)
  for (let i = 0; i < width * height; i++) {
    const [x, y] = [i % width, Math.floor(i / width)]
    const isInside = x >= 40 && x < 80 && y >= 50 && y < 70
    data.set(isInside ? [200, 160, 90] : [120, 50, 90], 3 * i)
  }
  return { width, height, data }
}

function planeOf(planes: Float32Array, index: number): (x: number, y: number) => number {
  const count = predictionSide ** 2
  return (x, y) => planes[index * count + y * predictionSide + x] ?? NaN
}

test('the object stands in the middle of a square window, its points are marked', () => {
  const { window, planes } = preparePredictionInput(picture(120, 120), points)
  expect(window).toEqual({ corner: { x: 30, y: 30 }, sidePx: 60 })
  const [red, spots, inside] = [planeOf(planes, 0), planeOf(planes, 3), planeOf(planes, 4)]
  expect(red(64, 64)).toBeGreaterThan(1)
  expect(red(64, 20)).toBeLessThan(0)
  expect(spots(21, 64)).toBeGreaterThan(0.95)
  expect(spots(64, 64)).toBeLessThan(0.1)
  expect(inside(64, 64)).toBe(1)
  expect(inside(0, 0)).toBe(-1)
})

test('a colour that is the same everywhere says nothing', () => {
  const { planes } = preparePredictionInput(picture(120, 120), points)
  const blue = planes.subarray(2 * predictionSide ** 2, 3 * predictionSide ** 2)
  expect(Math.max(...blue.map(Math.abs))).toBeLessThan(1e-3)
})

test('past the border of the image its last pixels go on', () => {
  const { planes } = preparePredictionInput(picture(82, 72), points)
  const red = planeOf(planes, 0)
  expect(red(127, 127)).toBeCloseTo(red(20, 20), 3)
  expect(planes.every(Number.isFinite)).toBe(true)
})
