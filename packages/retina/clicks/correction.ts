import type { Point } from '#geometry/point'
import { regionOfArea } from '#raster/components'
import { squaredDistance } from '#raster/distance'
import type { Bitmap, GreyImage, Size } from '#raster/image'
import { createBitmap } from '#raster/image'
import { invert } from '#raster/morphology'
import { sampleAt } from '#raster/sample'

import type { Found } from './planes.ts'
import { resample } from './resample.ts'
import type { Click, Window } from './window.ts'
import { placeIn } from './window.ts'

/**
 * How far the edge moves at a correcting click, as a multiple of its distance from the click. People click
 * into the middle of what is wrong, so that the true edge lies beyond the click.
 */
const beyond = 1.5
/**
 * Standard deviation of the distance over which the movement fades, as a multiple of the geometric mean of
 * the area's radius and the click's distance from the edge: a piece of a disc that a chord cuts off is
 * about as long as this for its depth.
 */
const fading = 2
/** Pixels below which the distance counts as this, because clicks are in whole pixels. */
const leastAway = 0.5
/**
 * Share of the moved edge in the new one, for a click on the edge of a large area; the rest is the network's.
 * Small areas are left to the network. Large ones are mostly discs, whose edges are smooth. Between, the share
 * rises with the radius, in diameters of the field.
 */
const largeShare = 0.75
const smallRadius = 0.03
const largeRadius = 0.06

/** An area whose edge is moved beyond a click. */
export interface Correction {
  /** In its window, with an edge as wide as a pixel. */
  readonly expected: Found
  /** The same in pixels of the window. */
  readonly area: Bitmap
  /** Its share in the new outline. */
  readonly share: number
}

/**
 * Moves the edge of an area found in a window beyond a click, and less the farther away. Null if that makes
 * no sense: nothing was found, the click agrees with the area, nothing would be left, or it is so far from
 * the edge, or beyond the window, that it means another part or a hole. `fieldPx` is the diameter of the
 * field of view in pixels of the photograph.
 */
export function correctionAt(
  { window, fieldPx }: { window: Window; fieldPx: number },
  area: Bitmap,
  click: Click,
): Correction | null {
  const at = placeIn(window, click)
  const count = area.data.reduce((sum, value) => sum + value, 0)
  if (count === 0 || !isWithin(at, area)) return null
  const radius = Math.sqrt(count / Math.PI)
  const edge = edgeOf(area)
  const away = sampleAt(edge, at.x, at.y)
  if (click.inside === away > 0 || Math.abs(away) >= radius) return null
  const inFields = (radius * window.side) / window.sidePx / fieldPx
  const share = mostShare(inFields) * (1 - Math.abs(away) / radius)
  const moved = movedBeyond(edge, { at, away, radius })
  const movedArea = areaAbove(0, moved)
  if (regionOfArea(movedArea) === null) return null
  return { expected: { window, probability: probabilityOf(moved) }, area: movedArea, share }
}

/** The share for a click on the edge; the radius is in diameters of the field. */
function mostShare(radius: number): number {
  const towardsLarge = (radius - smallRadius) / (largeRadius - smallRadius)
  return largeShare * Math.min(1, Math.max(0, towardsLarge))
}

interface Movement {
  /** The click, its distance from the edge, and the radius of the area, in pixels of the window. */
  readonly at: Point
  readonly away: number
  readonly radius: number
}

/** The edge moved beyond a click: distances from it, as `edgeOf` gives them. */
function movedBeyond(edge: GreyImage, { at, away, radius }: Movement): GreyImage {
  const { width, height } = edge
  const data = edge.data.slice()
  const deviation = fading * Math.sqrt(radius * Math.max(leastAway, Math.abs(away)))
  const across = nearness(width, at.x, deviation)
  const down = nearness(height, at.y, deviation)
  for (let row = 0, i = 0; row < height; row++) {
    for (let column = 0; column < width; column++, i++) {
      const near = (across[column] ?? 0) * (down[row] ?? 0)
      data[i] = (data[i] ?? 0) - beyond * away * near
    }
  }
  return { width, height, data }
}

/** 0.5 on the edge, from the distances to it. */
function probabilityOf({ width, height, data }: GreyImage): GreyImage {
  return { width, height, data: data.map((edge) => 1 / (1 + Math.exp(-edge))) }
}

/** For each pixel along an axis, 1 at a place, and towards 0 away from it. */
function nearness(count: number, at: number, deviation: number): Float64Array {
  return Float64Array.from({ length: count }, (_, i) =>
    Math.exp(-((i + 0.5 - at) ** 2) / (2 * deviation ** 2)),
  )
}

/**
 * What the network has found, `area` of it, with its edge drawn towards the corrected one; the corrected area
 * if it has found nothing.
 */
export function corrected(found: Found, area: Bitmap, correction: Correction): Found {
  const { window } = found
  const { share } = correction
  const isEmpty = regionOfArea(area) === null
  if (share === 0 && !isEmpty) return found
  const seen = seenIn(window, correction)
  if (regionOfArea(seen) === null) return found
  const moved = edgeOf(seen)
  const own = isEmpty ? moved : edgeOf(area)
  const data = own.data.map((value, i) => share * (moved.data[i] ?? 0) + (1 - share) * value)
  return { window, probability: probabilityOf({ ...own, data }) }
}

/** The corrected area in the pixels of another window. */
function seenIn(window: Window, { expected, area: { width, height, data } }: Correction): Bitmap {
  const area = { width, height, data: new Float32Array(data) }
  return areaAbove(0.5, { width, height, data: resample(area, expected.window, window) })
}

function areaAbove(cut: number, { width, height, data }: GreyImage): Bitmap {
  const area = createBitmap({ width, height })
  for (let i = 0; i < data.length; i++) area.data[i] = (data[i] ?? 0) > cut ? 1 : 0
  return area
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
