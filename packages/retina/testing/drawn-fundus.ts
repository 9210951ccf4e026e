import type { Bitmap, RgbImage, Size } from '#raster/image'
import { createBitmap } from '#raster/image'

export interface DrawnVessel {
  readonly from: readonly [x: number, y: number]
  readonly to: readonly [x: number, y: number]
  readonly widthPx: number
}

export interface Drawing extends Size {
  readonly centre: readonly [x: number, y: number]
  readonly diameterPx: number
  readonly vessels?: readonly DrawnVessel[]
  /** From 0 to 1; 1 if absent. */
  readonly light?: number
}

/** An orange disc on black, darker towards its edge, with straight dark vessels. */
export function drawFundus({ width, height, centre, diameterPx, ...drawing }: Drawing): RgbImage {
  const { vessels = [], light = 1 } = drawing
  const data = new Uint8Array(3 * width * height)
  for (let i = 0; i < width * height; i++) {
    const x = (i % width) + 0.5
    const y = Math.floor(i / width) + 0.5
    const away = Math.hypot(x - centre[0], y - centre[1]) / (diameterPx / 2)
    if (away > 1) continue
    const isVessel = vessels.some((vessel) => isOnVessel(vessel, x, y))
    const lit = light * (1 - 0.35 * away * away)
    data.set([lit * (isVessel ? 160 : 200), lit * (isVessel ? 62 : 100), lit * 50], 3 * i)
  }
  return { width, height, data }
}

/** Positions of the drawn vessels. */
export function drawVessels(size: Size, vessels: readonly DrawnVessel[]): Bitmap {
  const bitmap = createBitmap(size)
  for (let i = 0; i < bitmap.data.length; i++) {
    const x = (i % size.width) + 0.5
    const y = Math.floor(i / size.width) + 0.5
    if (vessels.some((vessel) => isOnVessel(vessel, x, y))) bitmap.data[i] = 1
  }
  return bitmap
}

function isOnVessel({ from, to, widthPx }: DrawnVessel, x: number, y: number): boolean {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]]
  const along = ((x - from[0]) * dx + (y - from[1]) * dy) / (dx * dx + dy * dy)
  const t = Math.min(1, Math.max(0, along))
  return Math.hypot(x - from[0] - t * dx, y - from[1] - t * dy) <= widthPx / 2
}

/** A uniform image, or noise that is the same every time. */
export function fill(size: Size, byteAt: (i: number) => number): RgbImage {
  return {
    ...size,
    data: Uint8Array.from({ length: 3 * size.width * size.height }, (_, i) => byteAt(i)),
  }
}

/** Bytes that look random; the same for the same seed. Source: mulberry32. */
export function noise(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return (mixed ^ (mixed >>> 14)) & 255
  }
}
