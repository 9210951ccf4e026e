import type { Point } from '#geometry/point'
import type { RgbImage } from '#raster/image'

import type { VesselKind } from '../calibres/calibre.ts'
import type { Disc } from '../eye-maps.ts'
import { median } from '../statistics.ts'
import type { TracedPoint, TracedVessel } from './traced-vessels.ts'
import { discDiametersFrom, zones } from '../zones.ts'

/** How much darker than its surround the blood of a kind is: natural logarithms, red and green summed. */
export type KindDarkness = Readonly<Record<VesselKind, number>>

/** Distance of the surround from the centre line, in widths. */
const surroundWidths = 1.3
/** Minimum number of places of a vessel. */
const fewestPlaces = 15
/** Added to levels of 255, so that the dark has a logarithm. */
const blackLevel = 3
const channels = { red: 0, green: 1 } as const

/**
 * The darkness of the arterioles and of the venules around the disc, an independent check of the kinds that
 * the network found: blood with less oxygen absorbs more red light and looks darker. Null if a kind has no
 * suitable vessel. Source: J. M. Beach et al., Oximetry of retinal vessels by dual-wavelength imaging, J Appl
 * Physiol 1999;86:748-58.
 */
export function darknessOfKinds(
  vessels: readonly TracedVessel[],
  photograph: RgbImage,
  disc: Disc,
): KindDarkness | null {
  const of = (kind: VesselKind): number | null => {
    let [sum, weights] = [0, 0]
    for (const vessel of vessels) {
      if (vessel.kind !== kind || vessel.medianWidthPx === null) continue
      const width = vessel.medianWidthPx
      const places = vessel.points.filter((point) => isMeasuredInZoneC(point, disc))
      const darkness = median(places.map((place) => darknessAt(photograph, place, width)))
      if (darkness === null || places.length < fewestPlaces) continue
      sum += width * places.length * darkness
      weights += width * places.length
    }
    return weights === 0 ? null : sum / weights
  }
  const [arteriole, venule] = [of('arteriole'), of('venule')]
  return arteriole === null || venule === null ? null : { arteriole, venule }
}

function isMeasuredInZoneC(point: TracedPoint, disc: Disc): boolean {
  const away = discDiametersFrom(disc, point)
  return point.widthPx !== null && away >= zones.C.from && away <= zones.C.to
}

function darknessAt(image: RgbImage, { x, y, along }: TracedPoint, width: number): number {
  const aside = surroundWidths * width
  const [left, right] = [-aside, aside].map((t): Point => ({
    x: x - t * along.y,
    y: y + t * along.x,
  }))
  if (left === undefined || right === undefined) return 0
  return Object.values<number>(channels).reduce((sum, channel) => {
    const surround = (levelAt(image, left, channel) + levelAt(image, right, channel)) / 2
    return (
      sum + Math.log((surround + blackLevel) / (levelAt(image, { x, y }, channel) + blackLevel))
    )
  }, 0)
}

/** The mean level of three by three pixels; beyond the edge the nearest count. */
function levelAt({ data, width, height }: RgbImage, { x, y }: Point, channel: number): number {
  let sum = 0
  for (let dy = -1; dy <= 1; dy++) {
    for (let dx = -1; dx <= 1; dx++) {
      const column = Math.min(width - 1, Math.max(0, Math.round(x) + dx))
      const row = Math.min(height - 1, Math.max(0, Math.round(y) + dy))
      sum += data[3 * (row * width + column) + channel] ?? 0
    }
  }
  return sum / 9
}
