import type { Point } from '#geometry/point'
import { regionOfArea } from '#raster/components'
import { squaredDistance } from '#raster/distance'
import type { Bitmap, GreyImage, Size } from '#raster/image'
import { createBitmap } from '#raster/image'
import { invert } from '#raster/morphology'
import { sampleAt } from '#raster/sample'

import type { Found } from './planes.ts'
import type { Click, Window } from './window.ts'
import { placeIn, placeOf, windowSidePx } from './window.ts'

/**
 * How far the edge moves at a correcting click, as a multiple of its distance from the click. People click
 * into the middle of what is wrong, so that the true edge lies beyond the click.
 */
const beyond = 1.5
/** Standard deviation of the distance over which the movement fades, in diameters of the area. */
const fading = 0.5
/** Share of the moved edge in the new one, for a click on the edge; the rest is the network's. */
const mostShare = 0.6

/** An area whose edge is moved beyond a click. */
export interface Correction {
  readonly window: Window
  /** In pixels of the window. */
  readonly area: Bitmap
  /** Its share in the new outline, above 0. */
  readonly share: number
}

/**
 * Moves the edge of an area found in a window beyond a click, and less the farther away. Null if that makes
 * no sense: nothing was found, the click agrees with the area, or it is so far from the edge, or beyond
 * the window, that it means another part or a hole.
 */
export function correctionAt(window: Window, area: Bitmap, click: Click): Correction | null {
  const at = placeIn(window, click)
  const count = area.data.reduce((sum, value) => sum + value, 0)
  if (count === 0 || !isWithin(at, area)) return null
  const radius = Math.sqrt(count / Math.PI)
  const edge = edgeOf(area)
  const away = sampleAt(edge, at.x, at.y)
  const share = mostShare * (1 - Math.abs(away) / radius)
  if (click.inside === away > 0 || share <= 0) return null
  const moved = (value: number, place: Point) => value - beyond * away * nearness(place, at, radius)
  return { window, area: mapPixels(edge, (value, place) => moved(value, place) > 0), share }
}

/** 1 at a place, and towards 0 away from it. */
function nearness(place: Point, { x, y }: Point, radius: number): number {
  const deviation = fading * 2 * radius
  return Math.exp(-((place.x - x) ** 2 + (place.y - y) ** 2) / (2 * deviation ** 2))
}

/** What the network has found, `area` of it, with its edge drawn towards the corrected one. */
export function corrected({ window }: Found, area: Bitmap, correction: Correction): Found {
  const { share } = correction
  const moved = edgeOf(seenIn(window, correction))
  const own = regionOfArea(area) === null ? moved : edgeOf(area)
  const data = own.data.map((value, i) => {
    const edge = share * (moved.data[i] ?? 0) + (1 - share) * value
    return 1 / (1 + Math.exp(-edge))
  })
  return { window, probability: { width: windowSidePx, height: windowSidePx, data } }
}

/** The corrected area in the pixels of another window. */
function seenIn(window: Window, correction: Correction): Bitmap {
  const { width, height, data } = correction.area
  const area = { width, height, data: Float32Array.from(data) }
  return mapPixels(area, (_, place) => {
    const at = placeIn(correction.window, placeOf(window, place))
    return isWithin(at, area) && sampleAt(area, at.x, at.y) > 0.5
  })
}

function isWithin({ x, y }: Point, { width, height }: Size): boolean {
  return x >= 0 && y >= 0 && x <= width && y <= height
}

/** Distances from the edge of an area, in pixels: above 0 inside, below 0 outside. */
function edgeOf(area: Bitmap): GreyImage {
  const { width, height } = area
  const inwards = squaredDistance(invert(area)).data
  // The edge runs half a pixel from the centres of the pixels beside it.
  const data = squaredDistance(area).data.map((outwards, i) =>
    area.data[i] === 1 ? Math.sqrt(inwards[i] ?? 0) - 0.5 : 0.5 - Math.sqrt(outwards),
  )
  return { width, height, data }
}

function mapPixels(image: GreyImage, test: (value: number, place: Point) => boolean): Bitmap {
  const bitmap = createBitmap(image)
  for (let row = 0, i = 0; row < image.height; row++) {
    for (let column = 0; column < image.width; column++, i++) {
      const place = { x: column + 0.5, y: row + 0.5 }
      bitmap.data[i] = test(image.data[i] ?? 0, place) ? 1 : 0
    }
  }
  return bitmap
}
