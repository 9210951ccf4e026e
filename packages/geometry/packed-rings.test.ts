import { expect, test } from 'vitest'

import { packRings, unpackNumbers, unpackRings } from './packed-rings.ts'
import type { MultiPolygon, Ring } from './polygon.ts'

const outline: Ring = Array.from({ length: 50_000 }, (_, i) => i / 7)
const hole: Ring = [0, 0, 5, 0, 5, 5]
const geometry: MultiPolygon = [
  { outer: outline, holes: [hole, [1, 1, 2, 1, 2, 2]] },
  { outer: [7, 7, 9, 7, 9, 9], holes: [] },
]
const entry = {
  state: 'dirty',
  server: null,
  former: undefined,
  local: { id: 'a', text: '눈', geometry, lines: [[0, 0, 1, 1], outline], keypoints: [] },
}

test('what was packed and copied is read as it was, number by number', () => {
  const copied = structuredClone(packRings(entry))
  expect(unpackRings(copied)).toEqual(entry)
})

test('rings that several shapes share are there once, and shared again afterwards', () => {
  const changed: MultiPolygon = [{ outer: [3, 3, 4, 3, 4, 4], holes: [hole] }]
  const packed = packRings({ before: geometry, after: changed, again: geometry })
  expect(packed.lengths).toEqual(Uint32Array.of(50_000, 6, 6, 6, 6))
  const { before, after, again } = unpackRings(structuredClone(packed))
  expect([before, after, again]).toEqual([geometry, changed, geometry])
  expect(after[0]?.holes[0]).toBe(before[0]?.holes[0])
})

test.each([
  ['a list in which one entry is no number', [...outline.slice(0, 100), null]],
  ['what is no shape, but has its names', [{ outer: 'limits', holes: [] }]],
  ['a polygon with more than rings', [{ outer: hole, holes: [], note: 'mine' }]],
  ['an abridged shape', [{ outer: 3, holes: [1, hole] }]],
  ['an empty shape', []],
  ['data in memory of another kind', { pixels: Uint8Array.of(1, 2, 3), at: new Date(0) }],
])('%s remains as it is', (_, data) => {
  expect(packRings(data).data).toEqual(data)
  expect(unpackRings(structuredClone(packRings(data)))).toEqual(data)
})

test('long lists of numbers that were blocks become lists, and plain data remains as it is', () => {
  expect(unpackNumbers(structuredClone(entry))).toEqual(entry)
  const stored = { local: { geometry: [{ outer: Float64Array.from(outline), holes: [hole] }] } }
  expect(unpackNumbers(stored)).toEqual({
    local: { geometry: [{ outer: outline, holes: [hole] }] },
  })
})

test('coordinates on hundredths of a pixel take half the memory, and come back the same', () => {
  const drawn: MultiPolygon = [{ outer: [0.01, 4095.99, 33.33, -0.29, 1e6, 0], holes: [] }]
  const packed = packRings(drawn)
  expect(packed.coordinates).toBeInstanceOf(Int32Array)
  expect(unpackRings(structuredClone(packed))).toEqual(drawn)
  const between: MultiPolygon = [{ outer: [0.011, 4095.99, 33.33, 0, 1e9, 0], holes: [] }]
  expect(unpackRings(structuredClone(packRings(between)))).toEqual(between)
  const far: MultiPolygon = [{ outer: [0, 0, 1e9, 0, 0, 1e9], holes: [] }]
  expect(unpackRings(structuredClone(packRings(far)))).toEqual(far)
})
