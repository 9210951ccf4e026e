import type { GreyImage, RgbaImage } from '#raster/image'
import { createGreyImage } from '#raster/image'
import { resample } from '#raster/resample'

import type { EyeMaps } from '../eye-maps.ts'
import { fieldMask } from '../field-of-view.ts'
import type { TracedNetwork } from '../vessels/traced-vessels.ts'

/** Yellow is the lightest hue, seen by everybody, and the colour of nothing else in the pictures. */
const uncertaintyColour = { red: 255, green: 225, blue: 64 } as const
/** Opacity at maximum uncertainty, from 0 to 255. */
export const uncertaintyOpacity = 230
/** Minimum uncertainty to show, in bits. */
const least = 0.15
/** In pixels of the map: this near to a certain vessel only its rim is uncertain, not its existence. */
const rimPx = 2

/**
 * Draws the uncertainty map, a picture of the photograph's size: within the field the more opaque, the higher
 * the entropy (in bits, from 0 to 1) of whether there is a vessel, and on vessels of its kind.
 */
export function drawUncertaintyOverlay(eye: EyeMaps, traced: TracedNetwork): RgbaImage {
  const map = createGreyImage(eye.vessel)
  const inField = fieldMask(eye.field, map).data
  const surest = largestNear(eye.vessel, rimPx).data
  for (let i = 0; i < map.data.length; i++) {
    if (inField[i] !== 1) continue
    map.data[i] = Math.min(entropy(eye.vessel.data[i] ?? 0), entropy(surest[i] ?? 0))
  }
  if (eye.arteriole !== null) addKinds(map, traced)
  const { width, height, data: bits } = resample(map, eye.size)
  const data = new Uint8Array(4 * width * height)
  for (let i = 0; i < bits.length; i++) {
    const uncertain = bits[i] ?? 0
    if (uncertain < least) continue
    data[4 * i] = uncertaintyColour.red
    data[4 * i + 1] = uncertaintyColour.green
    data[4 * i + 2] = uncertaintyColour.blue
    data[4 * i + 3] = Math.round(uncertaintyOpacity * uncertain)
  }
  return { width, height, data }
}

/** The largest value of an image within a square of this many pixels to each side. */
function largestNear({ width, height, data }: GreyImage, reach: number): GreyImage {
  const inRows = createGreyImage({ width, height })
  const inSquares = createGreyImage({ width, height })
  for (let i = 0; i < data.length; i++) {
    const row = i - (i % width)
    const until = Math.min(row + width, i + reach + 1)
    for (let k = Math.max(row, i - reach); k < until; k++)
      inRows.data[i] = Math.max(inRows.data[i] ?? 0, data[k] ?? 0)
  }
  for (let i = 0; i < data.length; i++) {
    const until = Math.min(data.length, i + reach * width + 1)
    for (let k = Math.max(i % width, i - reach * width); k < until; k += width)
      inSquares.data[i] = Math.max(inSquares.data[i] ?? 0, inRows.data[k] ?? 0)
  }
  return inSquares
}

/** Entropy of an event of this probability, in bits. */
function entropy(probability: number): number {
  if (probability <= 0 || probability >= 1) return 0
  const other = 1 - probability
  return -probability * Math.log2(probability) - other * Math.log2(other)
}

/** Along the middle half of each vessel, the uncertainty of its kind, if it is larger. */
function addKinds(map: GreyImage, { network, vessels }: TracedNetwork): void {
  for (const [i, { points, width }] of network.segments.entries()) {
    const uncertain = entropy(vessels[i]?.certainty ?? 1)
    if (uncertain < least) continue
    const reach = (width ?? 2) / 4
    for (const { x, y, along } of points) {
      for (let t = -reach; t <= reach; t += 0.5) {
        const column = Math.floor(x - t * along.y)
        const row = Math.floor(y + t * along.x)
        const at = row * map.width + column
        map.data[at] = Math.max(map.data[at] ?? 0, uncertain)
      }
    }
  }
}
