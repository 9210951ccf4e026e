import type { VesselKind } from '#annotation/vessel-kind'
import type { Point } from '#geometry/point'
import type { RgbaImage } from '#raster/image'

import { decodePicture } from './decode-picture.ts'

/** Addresses of pictures whose opaque pixels are the arterioles and the venules of the photograph. */
export interface VesselKindPictures {
  readonly arterioles: string
  readonly venules: string
}

interface Loaded {
  readonly pictures: VesselKindPictures
  readonly maps: Promise<readonly [arterioles: RgbaImage, venules: RgbaImage]>
}

/** Of the one photograph of this worker. */
let loaded: Loaded | null = null

/** Least share of a vessel that has to be one kind, and how many times the other kind. */
const leastShare = 0.4
const leastRatio = 3

/** The kind of a vessel whose middle passes places in shares of width and height; null if it is not clear. */
export async function kindAlong(
  pictures: VesselKindPictures,
  places: readonly Point[],
): Promise<VesselKind | null> {
  const maps = await mapsOf(pictures)
  if (maps === null) return null
  const [arteriole, venule] = maps.map((map) => places.filter((at) => isOpaque(map, at)).length)
  return clearKind({ arteriole: arteriole ?? 0, venule: venule ?? 0, places: places.length })
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

/** Null if they cannot be had, as without a network: nothing is proposed then. */
async function mapsOf(pictures: VesselKindPictures): Promise<readonly RgbaImage[] | null> {
  const isKnown =
    loaded?.pictures.arterioles === pictures.arterioles &&
    loaded.pictures.venules === pictures.venules
  const now = isKnown && loaded !== null ? loaded : load(pictures)
  loaded = now
  try {
    return await now.maps
  } catch {
    if (loaded === now) loaded = null
    return null
  }
}

function load(pictures: VesselKindPictures): Loaded {
  const { arterioles, venules } = pictures
  return { pictures, maps: Promise.all([decodePicture(arterioles), decodePicture(venules)]) }
}

function isOpaque({ width, height, data }: RgbaImage, { x, y }: Point): boolean {
  const column = Math.min(width - 1, Math.max(0, Math.floor(x * width)))
  const row = Math.min(height - 1, Math.max(0, Math.floor(y * height)))
  return (data[4 * (row * width + column) + 3] ?? 0) > 0
}
