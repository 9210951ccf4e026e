import type { Point } from '#geometry/point'
import { maskedBoxMean } from '#raster/box-mean'
import { gaussianBlur } from '#raster/gaussian'
import type { Bitmap, GreyImage, RgbImage, Size } from '#raster/image'
import { createGreyImage } from '#raster/image'
import { resampleChannel } from '#raster/resample'
import { hysteresis } from '#raster/threshold'

import type { FieldOfView } from '../field-of-view.ts'
import { fieldMask, widenField } from '../field-of-view.ts'
import type { Enlargement } from './quadratic-map.ts'

/** The dark lines of a photograph, in which the field of view has a diameter of `fieldPx`. */
export interface Ridges extends Size {
  /** How many times as large the photograph is. */
  readonly enlargement: Enlargement
  /** The field without its edge. */
  readonly mask: Bitmap
  /** How much of a line runs through a pixel, about 1 on a vessel that is easy to see. */
  readonly strength: GreyImage
  /** The same, smoothed as vectors with twice the angle of the direction across the line. */
  readonly cos: GreyImage
  readonly sin: GreyImage
}

/** A place on the centre line of a vessel, and the direction across it, of length 1. */
export interface RidgePoint {
  readonly x: number
  readonly y: number
  readonly across: { readonly x: number; readonly y: number }
}

/** Diameter of the field at the size at which photographs are compared. */
export const fieldPx = 600
/** Reach of the surround that counts as its brightness, and of that for its contrast. */
const surroundPx = 15
const contrastPx = 68
/** Contrasts of a surround below this, in levels, are grain. */
const leastContrast = 2
/** Standard deviations of the filters across a line. */
const sigmas = [1.2, 2.1]
/** Over this standard deviation directions must agree. */
const smoothing = 1.5
/** Standard deviation of the neighbourhood whose lines are compared with each other. */
const neighbourhood = 4
/** Share of the field on each side that its edge disturbs. */
const edgeShare = 0.012
/** Strength that the strongest tenth of the field has, whatever the photograph's contrast. */
const markedStrength = 0.6
const markedShare = 0.1
/** A centre line has this strength along it, and at least once the higher one. */
const lineStrength = { low: 0.35, high: 0.7, smallestArea: 10 } as const

/**
 * Prepares the green of a photograph, in which blood is darkest. A line's strength is the second derivative
 * across it less that along it. Source: T. Lindeberg, Edge detection and ridge detection with automatic scale
 * selection, 1998.
 */
export function findRidges(photograph: RgbImage, field: FieldOfView): Ridges {
  const scale = field.diameterPx / fieldPx
  const size = {
    width: Math.max(8, Math.round(photograph.width / scale)),
    height: Math.max(8, Math.round(photograph.height / scale)),
  }
  const whole = fieldMask(field, size)
  const even = equalise(resampleChannel(photograph, 1, size), whole)
  const strength = createGreyImage(size)
  const cos = createGreyImage(size)
  const sin = createGreyImage(size)
  for (const sigma of sigmas) raise({ strength, cos, sin }, gaussianBlur(even, sigma), sigma)
  const mask = fieldMask(widenField(field, -edgeShare), size)
  const level = markedStrength / Math.max(1e-6, strengthOfLines(strength, mask))
  for (const { data } of [strength, cos, sin]) {
    for (let i = 0; i < data.length; i++) data[i] = mask.data[i] === 1 ? level * (data[i] ?? 0) : 0
  }
  return {
    ...size,
    enlargement: { x: photograph.width / size.width, y: photograph.height / size.height },
    mask,
    strength,
    cos: gaussianBlur(cos, smoothing),
    sin: gaussianBlur(sin, smoothing),
  }
}

/** Lighter than the surround is positive, in units of a wider surround's contrast; 0 outside. */
function equalise(image: GreyImage, field: Bitmap): GreyImage {
  const mean = maskedBoxMean(image, field, surroundPx).data
  const away = image.data.map((value, i) => (field.data[i] === 1 ? value - (mean[i] ?? 0) : 0))
  const squared = { ...image, data: away.map((value) => value * value) }
  const variance = maskedBoxMean(squared, field, contrastPx).data
  const data = away.map((value, i) => {
    const contrast = Math.max(leastContrast, Math.sqrt(variance[i] ?? 0))
    return Math.max(-3, Math.min(3, value / contrast))
  })
  return { ...image, data }
}

/** The strength that a tenth of the field exceeds. */
function strengthOfLines({ data }: GreyImage, mask: Bitmap): number {
  const sampled: number[] = []
  for (let i = 0; i < data.length; i += 23) if (mask.data[i] === 1) sampled.push(data[i] ?? 0)
  const sorted = sampled.toSorted((a, b) => b - a)
  return sorted[Math.floor(markedShare * sorted.length)] ?? 0
}

type Raised = Pick<Ridges, 'strength' | 'cos' | 'sin'>

function raise({ strength, cos, sin }: Raised, { width, height, data }: GreyImage, sigma: number) {
  const at = (i: number): number => data[i] ?? 0
  for (let y = 1; y < height - 1; y++) {
    for (let i = y * width + 1; i < (y + 1) * width - 1; i++) {
      const twice = 2 * at(i)
      const xx = at(i - 1) + at(i + 1) - twice
      const yy = at(i - width) + at(i + width) - twice
      const xy = (at(i - width - 1) + at(i + width + 1) - at(i - width + 1) - at(i + width - 1)) / 4
      const half = (xx - yy) / 2
      const turn = Math.sqrt(half * half + xy * xy)
      const mean = (xx + yy) / 2
      // The second derivative across, mean + turn, less the size of that along, mean - turn.
      const value = sigma * sigma * (mean > turn ? 2 * turn : 2 * mean)
      if (value <= (strength.data[i] ?? 0)) continue
      strength.data[i] = value
      cos.data[i] = (value * half) / turn
      sin.data[i] = (value * xy) / turn
    }
  }
}

/** The places of the centre lines, about one for every pixel of their length, within less than a pixel. */
export function centreLines({ width, height, strength, cos, sin }: Ridges): RidgePoint[] {
  const crest = createGreyImage({ width, height })
  const shifts = new Float32Array(width * height)
  const at = (i: number): number => strength.data[i] ?? 0
  for (let y = 2; y < height - 2; y++) {
    for (let i = y * width + 2; i < (y + 1) * width - 2; i++) {
      const middle = at(i)
      if (middle < lineStrength.low) continue
      const angle = Math.atan2(sin.data[i] ?? 0, cos.data[i] ?? 0) / 2
      const [dx, dy] = [Math.cos(angle), Math.sin(angle)]
      const before = between(strength, (i % width) - dx, y - dy)
      const after = between(strength, (i % width) + dx, y + dy)
      if (before > middle || after > middle) continue
      crest.data[i] = middle
      shifts[i] = (after - before) / Math.max(1e-6, 2 * (2 * middle - before - after))
    }
  }
  const lines = hysteresis(crest, lineStrength)
  const points: RidgePoint[] = []
  for (let i = 0; i < lines.data.length; i++) {
    if (lines.data[i] === 0) continue
    const angle = Math.atan2(sin.data[i] ?? 0, cos.data[i] ?? 0) / 2
    const across = { x: Math.cos(angle), y: Math.sin(angle) }
    const shift = Math.max(-0.5, Math.min(0.5, shifts[i] ?? 0))
    points.push({
      x: (i % width) + 0.5 + shift * across.x,
      y: Math.floor(i / width) + 0.5 + shift * across.y,
      across,
    })
  }
  return points
}

/** Linear between pixels, by their indices; the place must lie within the image. */
function between({ width, data }: GreyImage, x: number, y: number): number {
  const [column, row] = [Math.floor(x), Math.floor(y)]
  const [tx, ty] = [x - column, y - row]
  const at = row * width + column
  const above = (data[at] ?? 0) * (1 - tx) + (data[at + 1] ?? 0) * tx
  const below = (data[at + width] ?? 0) * (1 - tx) + (data[at + width + 1] ?? 0) * tx
  return above * (1 - ty) + below * ty
}

/** How much neighbouring lines agree in direction, weighted by their strength: 1 fully, 0 not at all. */
export function coherenceOf({ strength, cos, sin }: Ridges): number {
  const [alongCos, alongSin] = [gaussianBlur(cos, neighbourhood), gaussianBlur(sin, neighbourhood)]
  let [agreeing, all] = [0, 0]
  for (let i = 0; i < strength.data.length; i++) {
    agreeing += Math.hypot(alongCos.data[i] ?? 0, alongSin.data[i] ?? 0)
    all += strength.data[i] ?? 0
  }
  return all === 0 ? 0 : agreeing / all
}

/** Whether a place lies in the field, and not at its edge. */
export function isInField({ mask, width, height }: Ridges, { x, y }: Point): boolean {
  const inside = x >= 0 && y >= 0 && x < width && y < height
  return inside && mask.data[Math.floor(y) * width + Math.floor(x)] === 1
}
