import { expect, test } from 'vitest'

import { axialLengthByRefraction, forAxialLength, micrometresByField } from './retinal-scale.ts'

test('a field of 45° over 1,440 pixels is some 9 µm a pixel in the usual eye', () => {
  expect(micrometresByField({ degrees: 45, circlePx: 1440 })).toBeCloseTo(9.0523, 3)
})

test('a longer eye has more micrometres in a pixel, by field as by a stated scale', () => {
  const field = { degrees: 45, circlePx: 1440 }
  const usual = micrometresByField(field)
  expect(micrometresByField(field, 26.2)).toBeCloseTo(usual * 1.0992, 3)
  expect(forAxialLength(usual, 26.2)).toBeCloseTo(micrometresByField(field, 26.2), 9)
})

test('the refraction determines the length: 24 mm without one, longer in myopic eyes', () => {
  expect(axialLengthByRefraction(0)).toBeCloseTo(24.1, 1)
  expect(axialLengthByRefraction(-6)).toBeCloseTo(26.4, 1)
  expect(axialLengthByRefraction(5)).toBeCloseTo(22.3, 1)
})
