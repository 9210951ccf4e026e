import type { MultiPolygon } from '#geometry/polygon'
import { boxOf } from '#geometry/box'
import { multiPolygonToRle } from '#coco/polygon-to-rle'
import { findComponents, keepComponents, type Part } from '#raster/components'
import type { Region } from '#raster/crop'
import { placeBitmap } from '#raster/crop'
import { squaredDistance } from '#raster/distance'
import type { Bitmap, Size } from '#raster/image'
import { createBitmap } from '#raster/image'
import { invert } from '#raster/morphology'
import type { Click } from '#retina/clicks/window'

export interface Verdict {
  /** Dice's coefficient with the expert's outline. */
  readonly dice: number
  /** The next click: in the middle of the largest missing or superfluous part; null if there is none. */
  readonly correction: Click | null
}

/** The first click of a careful person: the innermost place of the object. */
export function firstClick({ region, bitmap }: Part): Click {
  return { ...innermost(bitmap, region), inside: true }
}

/** Compares an outline of an object pixel by pixel with the expert's. */
export function judge(object: Part, area: MultiPolygon, image: Size): Verdict {
  const region = regionOf(object.region, area, image)
  const { x, y } = object.region
  const at = { ...object.region, x: x - region.x, y: y - region.y }
  const truth = placeBitmap(object.bitmap, at, region)
  const found = bitmapOf(area, region)
  let [both, sum] = [0, 0]
  for (let i = 0; i < truth.data.length; i++) {
    const [right, drawn] = [truth.data[i] ?? 0, found.data[i] ?? 0]
    both += right & drawn
    sum += right + drawn
  }
  const missing = largestPart(truth, found)
  const tooMuch = largestPart(found, truth)
  const inside = missing.area >= tooMuch.area
  const worse = inside ? missing : tooMuch
  const correction = worse.area === 0 ? null : { ...innermost(worse.part, region), inside }
  return { dice: (2 * both) / sum, correction }
}

function regionOf(region: Region, area: MultiPolygon, image: Size): Region {
  const box = boxOf(area) ?? region
  const left = Math.max(0, Math.floor(Math.min(region.x, box.x)))
  const top = Math.max(0, Math.floor(Math.min(region.y, box.y)))
  const right = Math.min(
    image.width,
    Math.ceil(Math.max(region.x + region.width, box.x + box.width)),
  )
  const bottom = Math.min(
    image.height,
    Math.ceil(Math.max(region.y + region.height, box.y + box.height)),
  )
  return { x: left, y: top, width: right - left, height: bottom - top }
}

function bitmapOf(area: MultiPolygon, region: Region): Bitmap {
  const move = (ring: readonly number[]) =>
    ring.map((value, i) => value - (i % 2 === 0 ? region.x : region.y))
  const moved = area.map(({ outer, holes }) => ({ outer: move(outer), holes: holes.map(move) }))
  const { counts } = multiPolygonToRle(moved, [region.height, region.width])
  const bitmap = createBitmap(region)
  let at = 0
  for (const [i, count] of counts.entries()) {
    if (i % 2 === 1) fillColumns(bitmap, at, at + count)
    at += count
  }
  return bitmap
}

/** Fills pixels that are counted down the columns, as in RLE. */
function fillColumns({ width, height, data }: Bitmap, from: number, to: number): void {
  for (let i = from; i < to; i++) data[(i % height) * width + Math.floor(i / height)] = 1
}

/** The largest part of one area that is not in the other. */
function largestPart(of: Bitmap, without: Bitmap): { part: Bitmap; area: number } {
  const { width, height } = of
  const data = of.data.map((value, i) => value & (1 - (without.data[i] ?? 0)))
  const components = findComponents({ width, height, data }, 4)
  const area = Math.max(0, ...components.areas.subarray(1))
  const largest = components.areas.indexOf(area, 1)
  return { part: keepComponents(components, (_, part) => part === largest), area }
}

/** The pixel of an area that is farthest from its edge, in pixels of the photograph. */
function innermost(area: Bitmap, region: Region): { x: number; y: number } {
  const padded = { width: area.width + 2, height: area.height + 2 }
  const away = squaredDistance(invert(placeBitmap(area, { ...region, x: 1, y: 1 }, padded))).data
  let best = 0
  for (let i = 0; i < away.length; i++) if ((away[i] ?? 0) > (away[best] ?? 0)) best = i
  const [column, row] = [best % padded.width, Math.floor(best / padded.width)]
  return { x: region.x + column - 0.5, y: region.y + row - 0.5 }
}
