import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { boxIou } from './box-iou.ts'
import type { CocoBox } from './document.ts'
import { askPycocotools, pycocotools } from './testing/pycocotools.ts'

test('boxes that overlap by a half share a third', () => {
  expect(boxIou([0, 0, 10, 10], [5, 0, 10, 10])).toBeCloseTo(1 / 3)
  expect(boxIou([0, 0, 10, 10], [0, 0, 10, 10])).toBe(1)
})

test('boxes that touch, or have no area, share nothing', () => {
  expect(boxIou([0, 0, 10, 10], [10, 0, 10, 10])).toBe(0)
  expect(boxIou([0, 0, 0, 0], [0, 0, 10, 10])).toBe(0)
})

test('a detection within a crowd is all right, however small', () => {
  expect(boxIou([2, 2, 1, 1], [0, 0, 100, 100], true)).toBe(1)
})

test.skipIf(pycocotools === undefined)('500 pairs are scored as by pycocotools', () => {
  const side = fc.integer({ min: 1, max: 4000 }).map((steps) => steps / 100)
  const box = fc.tuple(side, side, side, side) as fc.Arbitrary<CocoBox>
  const pairs = fc.sample(fc.tuple(box, box), { numRuns: 500, seed: 4 })
  const peer = askPycocotools(
    `answer = [[float(mask.iou([a], [b], [c])[0][0]) for c in (0, 1)] for a, b in question]`,
    pairs,
  ) as [number, number][]
  for (const [index, [detection, truth]] of pairs.entries()) {
    expect(boxIou(detection, truth)).toBeCloseTo(peer[index]?.[0] ?? NaN, 10)
    expect(boxIou(detection, truth, true)).toBeCloseTo(peer[index]?.[1] ?? NaN, 10)
  }
})
