import type { GreyImage } from '#raster/image'

import { placeIn, placeOf, type Window } from './window.ts'

/**
 * An image that fills one window, seen in the pixels of another: linear between the centres of its pixels,
 * 0 beyond it.
 */
export function resample(image: GreyImage, from: Window, to: Window): Float32Array {
  const across = placesAlong('x', from, to)
  const down = placesAlong('y', from, to)
  const { data } = image
  const seen = new Float32Array(to.sidePx * to.sidePx)
  for (let row = 0, i = 0; row < to.sidePx; row++) {
    const above = from.sidePx * (down.before[row] ?? 0)
    const ty = down.share[row] ?? 0
    for (let column = 0; column < to.sidePx; column++, i++) {
      if (down.isWithin[row] === 0 || across.isWithin[column] === 0) continue
      const at = above + (across.before[column] ?? 0)
      const tx = across.share[column] ?? 0
      const upper = (data[at] ?? 0) * (1 - tx) + (data[at + 1] ?? 0) * tx
      const under = at + from.sidePx
      const lower = (data[under] ?? 0) * (1 - tx) + (data[under + 1] ?? 0) * tx
      seen[i] = upper * (1 - ty) + lower * ty
    }
  }
  return seen
}

/** Where the pixels of a window lie in another along one axis, each between the centres of two pixels. */
interface Places {
  /** The pixel before. */
  readonly before: Int32Array
  /** The share of the pixel after it. */
  readonly share: Float64Array
  /** 0 beyond the other window. */
  readonly isWithin: Uint8Array
}

function placesAlong(axis: 'x' | 'y', from: Window, to: Window): Places {
  const before = new Int32Array(to.sidePx)
  const share = new Float64Array(to.sidePx)
  const isWithin = new Uint8Array(to.sidePx)
  for (let i = 0; i < to.sidePx; i++) {
    const at = placeIn(from, placeOf(to, { x: i + 0.5, y: i + 0.5 }))[axis]
    const centre = Math.min(from.sidePx - 1, Math.max(0, at - 0.5))
    before[i] = Math.min(from.sidePx - 2, Math.floor(centre))
    share[i] = centre - (before[i] ?? 0)
    isWithin[i] = at >= 0 && at <= from.sidePx ? 1 : 0
  }
  return { before, share, isWithin }
}
