import { expect, test } from 'vitest'

import { resample } from './resample.ts'
import type { Window } from './window.ts'

const sidePx = 128
const size = { width: sidePx, height: sidePx }
const from: Window = { centre: { x: 300, y: 200 }, side: sidePx, sidePx }
/** Each pixel has its column and a thousandth of its row. */
const ramp = {
  ...size,
  data: Float32Array.from(
    { length: sidePx ** 2 },
    (_, i) => (i % sidePx) + Math.floor(i / sidePx) / 1000,
  ),
}

function at(seen: Float32Array, column: number, row: number): number {
  return seen[row * sidePx + column] ?? NaN
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
  expect(at(away, sidePx - 5, 20)).toBe(0)
  expect(at(away, 20, sidePx - 2)).toBe(0)
})

test('a window half as wide shows the middle, enlarged', () => {
  const seen = resample(ramp, from, { ...from, side: sidePx / 2 })
  expect(at(seen, 64, 64)).toBeCloseTo(sidePx / 2 - 0.25 + 0.06375, 4)
  expect(at(seen, 66, 64) - at(seen, 64, 64)).toBeCloseTo(1, 4)
})

test('a window of fewer pixels shows the same in less detail', () => {
  const seen = resample(ramp, from, { ...from, sidePx: sidePx / 2 })
  expect(seen).toHaveLength((sidePx / 2) ** 2)
  expect(seen[10 * (sidePx / 2) + 20]).toBeCloseTo(40.5 + 0.0205, 4)
})
