import { expect, test } from 'vitest'

import { resample } from './resample.ts'
import { type Window, windowSidePx } from './window.ts'

const size = { width: windowSidePx, height: windowSidePx }
const from: Window = { centre: { x: 300, y: 200 }, side: windowSidePx }
/** Each pixel has its column and a thousandth of its row. */
const ramp = {
  ...size,
  data: Float32Array.from(
    { length: windowSidePx ** 2 },
    (_, i) => (i % windowSidePx) + Math.floor(i / windowSidePx) / 1000,
  ),
}

function at(seen: Float32Array, column: number, row: number): number {
  return seen[row * windowSidePx + column] ?? NaN
}

test('the same window shows the same', () => {
  expect(resample(ramp, from, from)).toEqual(ramp.data)
})

test('a window half a pixel to the right shows the middle of two pixels, and nothing beyond', () => {
  const to = { ...from, centre: { x: 300.5, y: 200 } }
  const seen = resample(ramp, from, to)
  expect(at(seen, 10, 20)).toBeCloseTo(10.52, 4)
  const away = resample(ramp, from, { ...from, centre: { x: 310, y: 205 } })
  expect(at(away, 10, 20)).toBeCloseTo(20.025, 4)
  expect(at(away, windowSidePx - 5, 20)).toBe(0)
  expect(at(away, 20, windowSidePx - 2)).toBe(0)
})

test('a window half as wide shows the middle, enlarged', () => {
  const seen = resample(ramp, from, { ...from, side: windowSidePx / 2 })
  expect(at(seen, 64, 64)).toBeCloseTo(windowSidePx / 2 - 0.25 + 0.06375, 4)
  expect(at(seen, 66, 64) - at(seen, 64, 64)).toBeCloseTo(1, 4)
})
