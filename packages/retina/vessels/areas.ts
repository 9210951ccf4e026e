import type { Bitmap, GreyImage } from '#raster/image'
import { createGreyImage } from '#raster/image'

import type { VesselMaps } from '../eye-maps.ts'
import type { TracedVessel } from './traced-vessels.ts'

/** Maps of the vessels of each kind, from 0 to 1, of the size of the maps that they were traced on. */
export interface VesselAreas {
  readonly arteriole: GreyImage
  readonly venule: GreyImage
}

const unknown = 0
const arteriole = 1
const venule = 2

/**
 * Parts the vessel map by the kinds of the traced vessels, so that a vessel is of one kind over all
 * its width: each pixel of the area belongs to the traced vessel that is nearest along the area.
 */
export function partByKind(
  maps: VesselMaps,
  area: Bitmap,
  vessels: readonly TracedVessel[],
): VesselAreas {
  const kinds = seeds(maps, area, vessels)
  spread(kinds, area)
  const parts = { arteriole: createGreyImage(area), venule: createGreyImage(area) }
  for (let i = 0; i < kinds.length; i++) {
    const value = maps.vessel.data[i] ?? 0
    if (kinds[i] === arteriole) parts.arteriole.data[i] = value
    if (kinds[i] === venule) parts.venule.data[i] = value
  }
  return parts
}

function seeds(
  { origin, pixelsPerMapPixel: scale }: VesselMaps,
  { width, height }: Bitmap,
  vessels: readonly TracedVessel[],
): Uint8Array {
  const kinds = new Uint8Array(width * height)
  for (const { points, kind } of vessels) {
    if (kind === null) continue
    for (const { x, y } of points) {
      const column = Math.floor((x - origin.x) / scale)
      const row = Math.floor((y - origin.y) / scale)
      const isInside = column >= 0 && row >= 0 && column < width && row < height
      if (isInside) kinds[row * width + column] = kind === 'arteriole' ? arteriole : venule
    }
  }
  return kinds
}

/** From the seeds outwards, ring after ring, within the area and one pixel around it. */
function spread(kinds: Uint8Array, { width, height, data }: Bitmap): void {
  let front: number[] = []
  for (let i = 0; i < kinds.length; i++) if (kinds[i] !== unknown) front.push(i)
  while (front.length > 0) {
    const next: number[] = []
    for (const i of front) {
      // Outside of the area a pixel is taken, so that edges stay smooth, but nothing follows it.
      if (data[i] === 0) continue
      const x = i % width
      const y = (i - x) / width
      for (const [dx, dy] of [
        [1, 0],
        [-1, 0],
        [0, 1],
        [0, -1],
      ] as const) {
        const to = i + dy * width + dx
        const isInside = x + dx >= 0 && x + dx < width && y + dy >= 0 && y + dy < height
        if (!isInside || kinds[to] !== unknown) continue
        kinds[to] = kinds[i] ?? unknown
        next.push(to)
      }
    }
    front = next
  }
}
