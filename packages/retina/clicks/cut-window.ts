import type { Region } from '#raster/crop'
import type { RgbaImage, RgbImage } from '#raster/image'

import type { Window } from './window.ts'
import { placeOf, windowSidePx } from './window.ts'

/** A region of a photograph, perhaps reduced. */
export interface PhotographPart {
  readonly pixels: RgbImage | RgbaImage
  /** In pixels of the photograph. */
  readonly region: Region
}

/** Maximum samples averaged for one pixel of a window, along each side. */
const mostSamples = 6

/** The photograph in a window, `windowSidePx` wide and high; black beyond the part. */
export function cutWindow(part: PhotographPart, window: Window): RgbImage {
  const { pixels, region } = part
  const perX = pixels.width / region.width
  const perY = pixels.height / region.height
  const stepX = (window.side / windowSidePx) * perX
  const stepY = (window.side / windowSidePx) * perY
  const samples = Math.min(mostSamples, Math.max(1, Math.ceil(Math.max(stepX, stepY))))
  const corner = placeOf(window, { x: 0, y: 0 })
  const [left, top] = [(corner.x - region.x) * perX, (corner.y - region.y) * perY]
  const data = new Uint8Array(3 * windowSidePx * windowSidePx)
  const sums: Sums = [0, 0, 0]
  for (let row = 0, i = 0; row < windowSidePx; row++) {
    for (let column = 0; column < windowSidePx; column++, i += 3) {
      sums.fill(0)
      for (let sample = 0; sample < samples * samples; sample++) {
        const right = ((sample % samples) + 0.5) / samples
        const down = (Math.floor(sample / samples) + 0.5) / samples
        addSample(sums, pixels, left + (column + right) * stepX, top + (row + down) * stepY)
      }
      for (let channel = 0; channel < 3; channel++) {
        data[i + channel] = Math.round((sums[channel] ?? 0) / (samples * samples))
      }
    }
  }
  return { width: windowSidePx, height: windowSidePx, data }
}

type Sums = [red: number, green: number, blue: number]

/** Adds the colour at a place, interpolated linearly between the centres of the nearest pixels. */
function addSample(
  sums: Sums,
  { width, height, data }: RgbImage | RgbaImage,
  x: number,
  y: number,
): void {
  const bytes = data.length / (width * height)
  if (x < 0 || y < 0 || x > width || y > height) return
  const left = Math.min(width - 1, Math.max(0, x - 0.5))
  const top = Math.min(height - 1, Math.max(0, y - 0.5))
  const [column, row] = [Math.floor(left), Math.floor(top)]
  const [tx, ty] = [left - column, top - row]
  const at = bytes * (row * width + column)
  const right = column + 1 < width ? bytes : 0
  const below = row + 1 < height ? bytes * width : 0
  for (let channel = 0; channel < 3; channel++) {
    const above = (data[at + channel] ?? 0) * (1 - tx) + (data[at + right + channel] ?? 0) * tx
    const under =
      (data[at + below + channel] ?? 0) * (1 - tx) + (data[at + below + right + channel] ?? 0) * tx
    sums[channel] = (sums[channel] ?? 0) + above * (1 - ty) + under * ty
  }
}
