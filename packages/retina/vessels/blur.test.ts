import { describe, expect, test } from 'vitest'

import { findBlur, sharpen } from './blur.ts'

/** A cylinder of blood of a width, with a reflex, seen through a blur; all in pixels. */
function seenOf(width: number, blur: number): { widthPx: number; edgePx: number } {
  const step = 0.05
  const lightTaken = (x: number) =>
    Math.abs(x) >= width / 2
      ? 0
      : (1 - Math.exp(-Math.sqrt(1 - (2 * x) ** 2 / width ** 2))) *
        (1 - 0.3 * Math.exp(-((x / width / 0.1) ** 2) / 2))
  const offsets = Array.from({ length: 161 }, (_, i) => (i - 80) / 20)
  const seen = Array.from({ length: 600 }, (_, i) => {
    let [sum, total] = [0, 0]
    for (const offset of offsets) {
      const weight = Math.exp(-(offset ** 2) / 2)
      sum += weight * lightTaken(i * step + offset * blur)
      total += weight
    }
    return sum / total
  })
  const depth = Math.max(...seen)
  const fallTo = (share: number) => step * seen.findLastIndex((value) => value > share * depth)
  return { widthPx: 2 * fallTo(0.5), edgePx: fallTo(0.25) - fallTo(0.75) }
}

const widths = [5, 7, 9, 12, 16]

describe('the blur of a photograph', () => {
  test.each([0.8, 1.6, 2.4])('of %d pixels is found by its vessels', (blur) => {
    const found = findBlur(widths.map((width) => seenOf(width, blur)))
    expect(Math.abs(found / blur - 1)).toBeLessThan(0.08)
  })

  test('is nothing if edges are shorter than those of any cylinder', () => {
    expect(findBlur([{ widthPx: 10, edgePx: 0.2 }])).toBe(0)
    expect(findBlur([])).toBe(0)
  })
})

describe('a width', () => {
  test('is that of the same vessel in focus, within the stated error', () => {
    for (const width of widths) {
      const sharp = sharpen(seenOf(width, 0.01).widthPx, 0).widthPx
      for (const blur of [0.1, 0.2, 0.3, 0.4].map((share) => share * width)) {
        const { widthPx, errorPx } = sharpen(seenOf(width, blur).widthPx, blur)
        expect(Math.abs(widthPx - sharp)).toBeLessThan(0.04 * sharp)
        expect(Math.abs(widthPx - sharp)).toBeLessThan(2 * errorPx)
      }
    }
  })

  test('is the less certain the more the blur hides of it', () => {
    const errors = [0.1, 0.3, 0.4, 0.5].map((blur) => {
      const { widthPx, errorPx } = sharpen(seenOf(10, 10 * blur).widthPx, 10 * blur)
      return errorPx / widthPx
    })
    expect(errors).toEqual(errors.toSorted((a, b) => a - b))
    expect(errors[0]).toBeLessThan(0.04)
    expect(errors.at(-1)).toBeGreaterThan(0.15)
  })

  test('of which only the blur is seen may be anything below', () => {
    const { widthPx, errorPx } = sharpen(2.355 * 4, 4)
    expect(widthPx).toBeLessThan(4)
    expect(errorPx / widthPx).toBeGreaterThan(0.5)
  })
})
