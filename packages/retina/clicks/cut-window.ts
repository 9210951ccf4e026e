import type { Region } from '#raster/crop'
import type { RgbaImage, RgbImage } from '#raster/image'

import type { Window } from './window.ts'
import { placeOf } from './window.ts'

/** A region of a photograph, perhaps reduced. */
export interface PhotographPart {
  readonly pixels: RgbImage | RgbaImage
  /** In pixels of the photograph. */
  readonly region: Region
}

/** Maximum samples averaged for one pixel of a window, along each side. */
const mostSamples = 6
/** Share of a pixel that needs no further sample: sizes of reduced parts are rounded. */
const spared = 0.1

/**
 * The photograph in the pixels of a window. Beyond the part, each line goes on with its last pixel: black would
 * look like the edge of something.
 */
export function cutWindow({ pixels, region }: PhotographPart, window: Window): RgbImage {
  const { width, height, data: bytes } = pixels
  const { side, sidePx } = window
  const perX = width / region.width
  const perY = height / region.height
  const stepX = (side / sidePx) * perX
  const stepY = (side / sidePx) * perY
  const samples = Math.min(mostSamples, Math.max(1, Math.ceil(Math.max(stepX, stepY) - spared)))
  const corner = placeOf(window, { x: 0, y: 0 })
  const perPixel = bytes.length / (width * height)
  const start = (corner.x - region.x) * perX
  const along = { sidePx, samples }
  const across = placesAlong({ ...along, start, step: stepX, count: width, stride: perPixel })
  const top = (corner.y - region.y) * perY
  const stride = perPixel * width
  const down = placesAlong({ ...along, start: top, step: stepY, count: height, stride })
  const data = new Uint8Array(3 * sidePx * sidePx)
  const sums = new Float64Array(3 * sidePx)
  for (let row = 0; row < sidePx; row++) {
    sums.fill(0)
    for (let sample = row * samples; sample < (row + 1) * samples; sample++) {
      addRow(sums, bytes, { across, down, samples, sample })
    }
    for (let i = 0; i < sums.length; i++) {
      data[row * sums.length + i] = Math.round((sums[i] ?? 0) / (samples * samples))
    }
  }
  return { width: sidePx, height: sidePx, data }
}

/** Where the samples of a window lie along one axis of a picture, each between the centres of two pixels. */
interface Places {
  /** Bytes from the first pixel of the picture to that before a sample. */
  readonly before: Int32Array
  /** Bytes from that pixel to the one after the sample. */
  readonly next: Int32Array
  /** The share of the pixel after it. */
  readonly share: Float64Array
}

interface Axis {
  /** Where the window starts, and how far its pixels are apart, in pixels of the picture. */
  readonly start: number
  readonly step: number
  /** Pixels of the window, and samples for each of them. */
  readonly sidePx: number
  readonly samples: number
  /** Pixels of the picture, and bytes from one to the next. */
  readonly count: number
  readonly stride: number
}

function placesAlong({ start, step, sidePx, samples, count, stride }: Axis): Places {
  const all = sidePx * samples
  const before = new Int32Array(all)
  const next = new Int32Array(all)
  const share = new Float64Array(all)
  for (let sample = 0; sample < all; sample++) {
    const within = ((sample % samples) + 0.5) / samples
    const at = start + (Math.floor(sample / samples) + within) * step
    const from = Math.min(count - 1, Math.max(0, at - 0.5))
    const pixel = Math.floor(from)
    before[sample] = stride * pixel
    next[sample] = pixel + 1 < count ? stride : 0
    share[sample] = from - pixel
  }
  return { before, next, share }
}

interface RowOfSamples {
  readonly across: Places
  readonly down: Places
  readonly samples: number
  /** Number of the row among all rows of samples. */
  readonly sample: number
}

/** Adds the colours of a row of samples, each interpolated between four pixels, to the sums of the pixels. */
function addRow(
  sums: Float64Array,
  bytes: Uint8Array,
  { across, down, samples, sample }: RowOfSamples,
): void {
  const above = down.before[sample] ?? 0
  const under = down.next[sample] ?? 0
  const ty = down.share[sample] ?? 0
  for (let i = 0; i < across.before.length; i++) {
    const at = above + (across.before[i] ?? 0)
    const right = across.next[i] ?? 0
    const tx = across.share[i] ?? 0
    const to = 3 * Math.floor(i / samples)
    for (let channel = 0; channel < 3; channel++) {
      const from = at + channel
      const upper = (bytes[from] ?? 0) * (1 - tx) + (bytes[from + right] ?? 0) * tx
      const lower = (bytes[from + under] ?? 0) * (1 - tx) + (bytes[from + under + right] ?? 0) * tx
      sums[to + channel] = (sums[to + channel] ?? 0) + upper * (1 - ty) + lower * ty
    }
  }
}
