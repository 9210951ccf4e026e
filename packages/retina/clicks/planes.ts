import type { Point } from '#geometry/point'
import type { GreyImage, RgbImage } from '#raster/image'
import { sampleAt } from '#raster/sample'

import type { Overview } from './overview.ts'
import type { Click, Window } from './window.ts'
import { placeIn, positionsIn, windowSidePx } from './window.ts'

/**
 * Planes of the network's input: three colours in deviations of the field, the same in those of the window,
 * clicks inside the object, clicks beside it, the probabilities found before, the scale.
 */
export const planeCount = 10
/** Added to the deviation of a window, in deviations of the field, so that noise does not fill it. */
const leastContrast = 0.05
/** Radius of the dot that stands for a click, in pixels. */
const dotPx = 3.5
const area = windowSidePx * windowSidePx

/** The probability that each pixel of a window belongs to the object. */
export interface Found {
  readonly window: Window
  readonly probability: GreyImage
}

interface Seen {
  readonly window: Window
  /** The photograph in the window, `windowSidePx` wide and high, black beyond the photograph. */
  readonly pixels: RgbImage
  readonly overview: Overview
  readonly fieldPx: number
  readonly clicks: readonly Click[]
  /** The result of the look before this one. */
  readonly before: Found | null
}

/** The input of the network: `planeCount` x `windowSidePx` x `windowSidePx`. */
export function planesOf(seen: Seen): Float32Array {
  const planes = new Float32Array(planeCount * area)
  const plane = (i: number) => planes.subarray(i * area, (i + 1) * area)
  for (let channel = 0; channel < 3; channel++) {
    paintColour(plane(channel), channel, seen)
    plane(3 + channel).set(standardised(plane(channel)))
  }
  for (const click of seen.clicks) {
    paintDot(plane(click.inside ? 6 : 7), placeIn(seen.window, click))
  }
  if (seen.before !== null) paintBefore(plane(8), seen.window, seen.before)
  plane(9).fill(Math.log2(seen.window.side / seen.fieldPx) / 4 + 0.5)
  return planes
}

function paintColour(plane: Float32Array, channel: number, { pixels, overview }: Seen): void {
  const mean = overview.means[channel] ?? 0
  const deviation = overview.deviations[channel] ?? 1
  for (let i = 0; i < area; i++) {
    plane[i] = ((pixels.data[3 * i + channel] ?? 0) - mean) / deviation
  }
}

/** The values minus their mean, in their standard deviations. */
function standardised(values: Float32Array): Float32Array {
  let sum = 0
  for (let i = 0; i < values.length; i++) sum += values[i] ?? 0
  const mean = sum / values.length
  let squares = 0
  for (let i = 0; i < values.length; i++) squares += ((values[i] ?? 0) - mean) ** 2
  const deviation = Math.sqrt(squares / values.length) + leastContrast
  return values.map((value) => (value - mean) / deviation)
}

function paintDot(plane: Float32Array, { x, y }: Point): void {
  const reach = dotPx + 1
  const [left, right] = [Math.max(0, Math.floor(x - reach)), Math.min(windowSidePx, x + reach)]
  const [top, bottom] = [Math.max(0, Math.floor(y - reach)), Math.min(windowSidePx, y + reach)]
  for (let row = top; row < bottom; row++) {
    for (let column = left; column < right; column++) {
      const away = Math.hypot(column + 0.5 - x, row + 0.5 - y)
      const value = Math.min(1, Math.max(0, dotPx + 0.5 - away))
      const i = row * windowSidePx + column
      plane[i] = Math.max(plane[i] ?? 0, value)
    }
  }
}

function paintBefore(plane: Float32Array, window: Window, before: Found): void {
  const { xs, ys } = positionsIn(before.window, window)
  for (let row = 0, i = 0; row < windowSidePx; row++) {
    for (let column = 0; column < windowSidePx; column++, i++) {
      const [x, y] = [xs[column] ?? 0, ys[row] ?? 0]
      const isWithin = x >= 0 && y >= 0 && x <= windowSidePx && y <= windowSidePx
      plane[i] = isWithin ? sampleAt(before.probability, x, y) : 0
    }
  }
}
