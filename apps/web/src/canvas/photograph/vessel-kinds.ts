import type { VesselKind } from '#annotation/vessel-kind'
import type { Point } from '#geometry/point'
import type { RgbaImage } from '#raster/image'

import { decodePicture } from './decode-picture.ts'
import { Kept } from './kept.ts'
import type { VesselKindPictures } from './vessel-pictures.ts'

/** Of the one photograph of this worker. */
const arterioles = new Kept(decodePicture)
const venules = new Kept(decodePicture)

/** Least share of a vessel that has to be one kind, and how many times the other kind. */
const leastShare = 0.4
const leastRatio = 3

/**
 * The kind of a vessel whose middle passes places in shares of width and height; null if it is not clear, or
 * if the pictures cannot be had.
 */
export async function kindAlong(
  pictures: VesselKindPictures,
  places: readonly Point[],
): Promise<VesselKind | null> {
  const [arteriole, venule] = await Promise.all([
    arterioles.at(pictures.arterioles),
    venules.at(pictures.venules),
  ])
  if (arteriole === null || venule === null) return null
  const countOn = (map: RgbaImage) => places.filter((at) => isOpaque(map, at)).length
  const count = { arteriole: countOn(arteriole), venule: countOn(venule) }
  return clearKind({ ...count, places: places.length })
}

/** The kind that most places of a vessel have, by the numbers of places. */
export function clearKind(count: {
  readonly arteriole: number
  readonly venule: number
  readonly places: number
}): VesselKind | null {
  const [kind, other] = count.arteriole >= count.venule ? kinds : kinds.toReversed()
  if (kind === undefined || other === undefined) return null
  const isClear =
    count[kind] >= leastShare * count.places && count[kind] >= leastRatio * count[other]
  return isClear && count[kind] > 0 ? kind : null
}

const kinds = ['arteriole', 'venule'] as const

function isOpaque({ width, height, data }: RgbaImage, { x, y }: Point): boolean {
  const column = Math.min(width - 1, Math.max(0, Math.floor(x * width)))
  const row = Math.min(height - 1, Math.max(0, Math.floor(y * height)))
  return (data[4 * (row * width + column) + 3] ?? 0) > 0
}
