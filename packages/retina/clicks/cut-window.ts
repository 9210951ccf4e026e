import type { Region } from '#raster/crop'
import type { RgbImage } from '#raster/image'

import type { Window } from './window.ts'
import { placeOf, windowSidePx } from './window.ts'

/** Some of a photograph, perhaps reduced. */
export interface PhotographPart {
  readonly pixels: RgbImage
  /** Where they lie in the photograph, in its pixels. */
  readonly region: Region
}

/** Places that are averaged for one pixel of a window, along each side. */
const mostSamples = 6

/** The photograph in a window, `windowSidePx` wide and high; black beyond the part. */
export function cutWindow(part: PhotographPart, window: Window): RgbImage {
  const { pixels, region } = part
  const perX = pixels.width / region.width
  const perY = pixels.height / region.height
  const step = (window.side / windowSidePx) * Math.max(perX, perY)
  const samples = Math.min(mostSamples, Math.max(1, Math.ceil(step)))
  const data = new Uint8Array(3 * windowSidePx * windowSidePx)
  const sums: [number, number, number] = [0, 0, 0]
  for (let row = 0, i = 0; row < windowSidePx; row++) {
    for (let column = 0; column < windowSidePx; column++, i += 3) {
      sums.fill(0)
      for (let sample = 0; sample < samples * samples; sample++) {
        const right = ((sample % samples) + 0.5) / samples
        const down = (Math.floor(sample / samples) + 0.5) / samples
        const at = placeOf(window, { x: column + right, y: row + down })
        addSample(sums, pixels, (at.x - region.x) * perX, (at.y - region.y) * perY)
      }
      for (let channel = 0; channel < 3; channel++) {
        data[i + channel] = Math.round((sums[channel] ?? 0) / (samples * samples))
      }
    }
  }
  return { width: windowSidePx, height: windowSidePx, data }
}

/** Adds the colour at a place, linear between the centres of the nearest pixels. */
function addSample(
  sums: [number, number, number],
  { width, height, data }: RgbImage,
  x: number,
  y: number,
): void {
  if (x < 0 || y < 0 || x > width || y > height) return
  const left = Math.min(width - 1, Math.max(0, x - 0.5))
  const top = Math.min(height - 1, Math.max(0, y - 0.5))
  const [column, row] = [Math.floor(left), Math.floor(top)]
  const [tx, ty] = [left - column, top - row]
  const at = 3 * (row * width + column)
  const right = column + 1 < width ? 3 : 0
  const below = row + 1 < height ? 3 * width : 0
  for (let channel = 0; channel < 3; channel++) {
    const above = (data[at + channel] ?? 0) * (1 - tx) + (data[at + right + channel] ?? 0) * tx
    const under =
      (data[at + below + channel] ?? 0) * (1 - tx) + (data[at + below + right + channel] ?? 0) * tx
    sums[channel] = (sums[channel] ?? 0) + above * (1 - ty) + under * ty
  }
}
