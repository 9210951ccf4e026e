import { describe, expect, test } from 'vitest'

import type { Bitmap } from '#raster/image'
import { createBitmap } from '#raster/image'

import { corrected, correctionAt } from './correction.ts'
import type { Window } from './window.ts'

const sidePx = 128
const size = { width: sidePx, height: sidePx }
/** A pixel of the window is one of the photograph. */
const window: Window = { centre: { x: 564, y: 464 }, side: sidePx, sidePx }
const [left, top] = [500, 400]
/** Discs of a radius of 30 pixels are between small and large in it. */
const fieldPx = 650

/** A disc in the middle of a window, with the radius in pixels of the window. */
function disc(radius: number): Bitmap {
  const area = createBitmap(size)
  for (let i = 0; i < area.data.length; i++) {
    const [x, y] = [(i % sidePx) + 0.5, Math.floor(i / sidePx) + 0.5]
    area.data[i] = Math.hypot(x - 64, y - 64) < radius ? 1 : 0
  }
  return area
}

/** Distance from the middle to the edge, to the right and to the left, in pixels of a window. */
function reaches({ data }: Pick<Bitmap, 'data'> | { data: Float32Array }): [number, number] {
  const row = [...data.subarray(64 * sidePx, 65 * sidePx)].map((value) => value > 0.5)
  return [row.lastIndexOf(true) + 1 - 64, 64 - row.indexOf(true)]
}

const found = (at: Window) => ({
  window: at,
  probability: { ...size, data: new Float32Array(sidePx ** 2) },
})

describe('a correcting click', () => {
  test.each([
    { inside: true, at: 36, right: 39 },
    { inside: false, at: 26, right: 24 },
  ])('moves the edge beyond itself, and hardly on the other side: $at', ({ inside, at, right }) => {
    const click = { x: left + 64 + at, y: top + 64, inside }
    const correction = correctionAt({ window, fieldPx }, disc(30), click)
    const [toRight, toLeft] = reaches(correction?.area ?? disc(0))
    expect(Math.abs(toRight - right)).toBeLessThanOrEqual(1)
    expect(Math.abs(toLeft - 30)).toBeLessThanOrEqual(1)
  })

  test.each([
    ['agrees with what was found', { x: left + 70, y: top + 64, inside: true }, 30],
    ['agrees with what was not', { x: left + 110, y: top + 64, inside: false }, 30],
    ['is on another part', { x: left + 125, y: top + 64, inside: true }, 20],
    ['would leave nothing', { x: left + 66, y: top + 64, inside: false }, 10],
    ['is beyond the window', { x: left + 130, y: top + 64, inside: true }, 62],
    ['follows a look that found nothing', { x: left + 70, y: top + 64, inside: true }, 0],
  ])('is left to the network if it %s', (_, click, radius) => {
    expect(correctionAt({ window, fieldPx }, disc(radius), click)).toBeNull()
  })

  test('meets the network between both edges, in any window', () => {
    const click = { x: left + 64 + 40, y: top + 64, inside: true }
    const correction = correctionAt({ window, fieldPx }, disc(30), click)
    if (correction === null) throw new Error('There is a correction.')
    const [moved] = reaches(correction.area)
    const [right] = reaches(corrected(found(window), disc(30), correction).probability)
    expect(right).toBeGreaterThan(32)
    expect(right).toBeLessThan(moved)
    const wide = { ...window, side: 2 * sidePx }
    const [half] = reaches(corrected(found(wide), disc(15), correction).probability)
    expect(Math.abs(2 * half - right)).toBeLessThanOrEqual(2)
  })

  test('counts for more on an object that is large in its field', () => {
    const click = { x: left + 64 + 40, y: top + 64, inside: true }
    const [inWide = 0, inNarrow = 0] = [10_000, 400].map((diameter) => {
      const correction = correctionAt({ window, fieldPx: diameter }, disc(30), click)
      if (correction === null) throw new Error('There is a correction.')
      return reaches(corrected(found(window), disc(30), correction).probability)[0]
    })
    expect(inNarrow).toBeGreaterThan(inWide)
  })

  test('is left to the network if nothing of it is seen in the new window', () => {
    const click = { x: left + 64 + 5, y: top + 64, inside: true }
    const correction = correctionAt({ window, fieldPx }, disc(4), click)
    if (correction === null) throw new Error('There is a correction.')
    const far = found({ centre: { x: 0, y: 0 }, side: sidePx, sidePx })
    expect(corrected(far, disc(4), correction)).toBe(far)
  })

  test('is followed if the network finds nothing', () => {
    const click = { x: left + 64 + 36, y: top + 64, inside: true }
    const correction = correctionAt({ window, fieldPx }, disc(30), click)
    if (correction === null) throw new Error('There is a correction.')
    const { probability } = corrected(found(window), disc(0), correction)
    expect(reaches(probability)).toEqual(reaches(correction.area))
  })
})
