import type { Point } from '#geometry/point'
import type { GreyImage, RgbImage } from '#raster/image'

import type { Overview } from './overview.ts'
import { resample } from './resample.ts'
import type { Click, Window } from './window.ts'
import { placeIn } from './window.ts'

/**
 * Planes of the network's input: three colours in deviations of the field, the same in those of the window,
 * clicks inside the object, clicks beside it, the probabilities found before, the scale, the probabilities
 * expected after the last click.
 */
export const planeCount = 11
/** Added to the deviation of a window, in deviations of the field, so that noise does not fill it. */
const leastContrast = 0.05
/** Radius of the dot that stands for a click, in pixels. */
const dotPx = 3.5
/** Added to the logarithm of a pixel's size, so that usual ones are around 0. */
const usualScale = 2.25

/** The probability that each pixel of a window belongs to the object. */
export interface Found {
  readonly window: Window
  readonly probability: GreyImage
}

/** The object as found before a look. */
export interface Known {
  /** The result of the look before this one. */
  readonly before: Found | null
  /** The same with its edge moved by the last click, if it was. */
  readonly expected: Found | null
}

/** The input of the network. */
export interface Planes {
  /** One window, `planeCount`, height, width. */
  readonly dims: readonly [1, number, number, number]
  readonly data: Float32Array
}

interface Seen extends Known {
  readonly window: Window
  /** The photograph in the window's pixels. */
  readonly pixels: RgbImage
  readonly overview: Overview
  readonly fieldPx: number
  readonly clicks: readonly Click[]
}

/** What the network sees in a window. */
export function planesOf(seen: Seen): Planes {
  const { side, sidePx } = seen.window
  const area = sidePx * sidePx
  const data = new Float32Array(planeCount * area)
  const plane = (i: number) => data.subarray(i * area, (i + 1) * area)
  for (let channel = 0; channel < 3; channel++) {
    paintColour(plane(channel), channel, seen)
    paintStandardised(plane(3 + channel), plane(channel))
  }
  for (const click of seen.clicks) {
    paintDot(plane(click.inside ? 6 : 7), sidePx, placeIn(seen.window, click))
  }
  if (seen.before !== null) plane(8).set(seenIn(seen.window, seen.before))
  plane(9).fill(Math.log2(side / sidePx / seen.fieldPx) / 4 + usualScale)
  plane(10).set(seen.expected === null ? plane(8) : seenIn(seen.window, seen.expected))
  return { dims: [1, planeCount, sidePx, sidePx], data }
}

function paintColour(plane: Float32Array, channel: number, { pixels, overview }: Seen): void {
  const mean = overview.means[channel] ?? 0
  const deviation = overview.deviations[channel] ?? 1
  for (let i = 0; i < plane.length; i++) {
    plane[i] = ((pixels.data[3 * i + channel] ?? 0) - mean) / deviation
  }
}

/** Paints values minus their mean, in their standard deviations. */
function paintStandardised(plane: Float32Array, values: Float32Array): void {
  let sum = 0
  for (let i = 0; i < values.length; i++) sum += values[i] ?? 0
  const mean = sum / values.length
  let squares = 0
  for (let i = 0; i < values.length; i++) squares += ((values[i] ?? 0) - mean) ** 2
  const deviation = Math.sqrt(squares / values.length) + leastContrast
  for (let i = 0; i < values.length; i++) plane[i] = ((values[i] ?? 0) - mean) / deviation
}

function paintDot(plane: Float32Array, sidePx: number, { x, y }: Point): void {
  const reach = dotPx + 1
  const [left, right] = [Math.max(0, Math.floor(x - reach)), Math.min(sidePx, x + reach)]
  const [top, bottom] = [Math.max(0, Math.floor(y - reach)), Math.min(sidePx, y + reach)]
  for (let row = top; row < bottom; row++) {
    for (let column = left; column < right; column++) {
      const away = Math.hypot(column + 0.5 - x, row + 0.5 - y)
      const value = Math.min(1, Math.max(0, dotPx + 0.5 - away))
      const i = row * sidePx + column
      plane[i] = Math.max(plane[i] ?? 0, value)
    }
  }
}

function seenIn(window: Window, found: Found): Float32Array {
  return resample(found.probability, found.window, window)
}
