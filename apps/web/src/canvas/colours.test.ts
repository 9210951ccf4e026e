import { expect, test } from 'vitest'

import { casingColour, luminance, outlineColour } from './colours.ts'

test('luminance follows the WCAG definition', () => {
  expect(luminance('#000000')).toBe(0)
  expect(luminance('#ffffff')).toBeCloseTo(1, 6)
  expect(luminance('#ff0000')).toBeCloseTo(0.2126, 6)
})

test('a visible colour stays unchanged, a dark one becomes visible', () => {
  expect(outlineColour('#ffd166')).toBe('#ffd166')
  for (const dark of ['#000000', '#10002b', '#0000ff', '#3d0000']) {
    expect(luminance(outlineColour(dark))).toBeGreaterThanOrEqual(0.12)
  }
})

test.each(['#000000', '#7f7f7f', '#ffff00', '#0000ff', '#22697f'])(
  '%s stands out from its casing by 3 to 1',
  (color) => {
    const [a, b] = [luminance(color), luminance(casingColour(color))]
    expect((Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)).toBeGreaterThanOrEqual(3)
  },
)
