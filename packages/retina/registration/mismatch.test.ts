import { expect, test } from 'vitest'

import { type EyePlace, mismatchOf } from './mismatch.ts'

/** A photograph with a field of 2000 pixels, and the disc beside its centre. */
function place(x: number, about: Partial<EyePlace> = {}): EyePlace {
  return {
    field: { centre: { x: 1000, y: 1000 }, diameterPx: 2000 },
    disc: { centre: { x: 1000 + x, y: 1000 }, diameterPx: 260 },
    laterality: 'unknown',
    ...about,
  }
}

test('a right and a left eye are different ones', () => {
  const right = place(600, { laterality: 'right' })
  expect(mismatchOf(right, place(-600, { laterality: 'left' }))).toBe('other-side')
  expect(mismatchOf(right, right)).toBe('other-eye')
})

test.each([
  [0, 'other-eye'],
  [600, 'other-eye'],
  // A distance of 0.8 radii leaves 0.5 of the area in common, one of 1.15 radii 0.3.
  [780, 'other-eye'],
  [820, null],
  [1100, null],
  [1180, 'apart'],
  [2500, 'apart'],
] as const)('discs %s pixels apart tell %s', (apart, mismatch) => {
  expect(mismatchOf(place(-apart / 2), place(apart / 2))).toBe(mismatch)
})

test('photographs at other sizes are compared in diameters of the disc', () => {
  const half: EyePlace = {
    field: { centre: { x: 500, y: 500 }, diameterPx: 1000 },
    disc: { centre: { x: 450, y: 500 }, diameterPx: 130 },
    laterality: 'unknown',
  }
  expect(mismatchOf(place(-100), half)).toBe('other-eye')
  const close = { ...half, field: { centre: { x: 450, y: 500 }, diameterPx: 300 } }
  expect(mismatchOf(place(-100), close)).toBe('other-eye')
})

test.each([{ field: null }, { disc: null }])('without a part nothing is told: %o', (missing) => {
  expect(mismatchOf(place(0), place(0, missing))).toBeNull()
})
