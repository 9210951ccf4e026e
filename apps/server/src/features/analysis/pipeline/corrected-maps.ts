import { multiPolygonToRle } from '#coco/polygon-to-rle'
import { decodeToBitmap, unionOfRles } from '#coco/rle'
import { decodeShape } from '#geometry/encoding'
import type { Point } from '#geometry/point'
import type { GreyImage, Size } from '#raster/image'
import { resample } from '#raster/resample'
import type { Disc, VesselMaps } from '#retina/eye-maps'

import type { CorrectedAreas } from './eye-request.ts'

/** Maps in which areas corrected by a person replace those that were found. */
export function correctMaps<Maps extends VesselMaps>(
  maps: Maps,
  image: Size,
  { arterioles, venules }: CorrectedAreas,
): Maps {
  if (arterioles === null || venules === null) return maps
  const arteriole = coverage(arterioles, image, maps)
  const venule = coverage(venules, image, maps)
  const data = arteriole.data.map((value, i) => Math.max(value, venule.data[i] ?? 0))
  return { ...maps, arteriole, venule, vessel: { ...maps.vessel, data } }
}

/** Share of each map pixel that the areas cover, 0 to 1. */
function coverage(
  areas: readonly Uint8Array[],
  image: Size,
  { origin, pixelsPerMapPixel, vessel }: VesselMaps,
): GreyImage {
  const bitmap = rasterise(areas, image)
  const [x, y] = [Math.round(origin.x), Math.round(origin.y)]
  const width = Math.min(image.width - x, Math.round(vessel.width * pixelsPerMapPixel))
  const height = Math.min(image.height - y, Math.round(vessel.height * pixelsPerMapPixel))
  const part = new Float32Array(width * height)
  for (let row = 0; row < height; row++) {
    const from = (y + row) * image.width + x
    part.set(bitmap.subarray(from, from + width), row * width)
  }
  const size = { width: vessel.width, height: vessel.height }
  return resample({ width, height, data: part }, size)
}

function rasterise(areas: readonly Uint8Array[], { width, height }: Size): Uint8Array {
  const shapes = areas.map((bytes) => multiPolygonToRle(decodeShape(bytes), [height, width]))
  if (shapes.length === 0) return new Uint8Array(width * height)
  return decodeToBitmap(unionOfRles(shapes), 'row-major')
}

/** The disc that a person has drawn; null if there is none. */
export function correctedDisc(areas: readonly Uint8Array[]): Disc | null {
  const outline = drawnOutline(areas)
  if (outline === null) return null
  const { area, centre } = momentsOf(outline)
  return { centre, diameterPx: 2 * Math.sqrt(area / Math.PI), outline, doubts: [] }
}

/** The largest outline of the areas drawn by a person; null if none has an area. */
export function drawnOutline(areas: readonly Uint8Array[]): readonly Point[] | null {
  const rings = areas.flatMap((bytes) => decodeShape(bytes).map(({ outer }) => outer))
  const outlines = rings.map((ring) => pointsOf(ring))
  const [largest] = outlines.toSorted((a, b) => momentsOf(b).area - momentsOf(a).area)
  return largest === undefined || momentsOf(largest).area === 0 ? null : largest
}

function pointsOf(ring: ArrayLike<number>): Point[] {
  return Array.from({ length: ring.length / 2 }, (_, i) => ({
    x: ring[2 * i] ?? 0,
    y: ring[2 * i + 1] ?? 0,
  }))
}

/** Area and centroid of a closed polygon, by the shoelace formula. */
function momentsOf(points: readonly Point[]): { area: number; centre: Point } {
  let [twice, x, y] = [0, 0, 0]
  for (const [i, a] of points.entries()) {
    const b = points[(i + 1) % points.length] ?? a
    const cross = a.x * b.y - b.x * a.y
    twice += cross
    x += (a.x + b.x) * cross
    y += (a.y + b.y) * cross
  }
  return { area: Math.abs(twice) / 2, centre: { x: x / (3 * twice), y: y / (3 * twice) } }
}
