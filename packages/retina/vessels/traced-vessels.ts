import type { Point } from '#geometry/point'

import { tellArteriesFromVeins } from '../arteries-veins/arteries-veins.ts'
import type { VesselKind } from '../calibres/calibre.ts'
import type { Circle } from '../circle.ts'
import type { Disc, EyeMaps, VesselMaps } from '../eye-maps.ts'
import { measureByDepth } from './depth.ts'
import type { VesselNetwork } from './network.ts'
import { mapVesselNetwork } from './network.ts'
import { zones } from '../zones.ts'

/** A place on a vessel's centre line with its width; both in image pixels. */
export interface TracedPoint extends Point {
  /** The unit direction along the vessel. */
  readonly along: Point
  /** Null where the vessel runs into others, or where it cannot be told. */
  readonly widthPx: number | null
  /** How far its edges rise in the photograph; null where that was not measured. */
  readonly edgePx: number | null
}

/** A segment of the vessel graph in the photograph. */
export interface TracedVessel {
  readonly points: readonly TracedPoint[]
  /** The median of the widths on the map; null where there is none. */
  readonly medianWidthPx: number | null
  /** Null where nothing tells arterioles from venules. */
  readonly kind: VesselKind | null
  /** How sure the kind is, from 0.5 to 1. */
  readonly certainty: number
}

/** The vessels of a map and the graph that they are the segments of. */
export interface TracedNetwork {
  readonly network: VesselNetwork
  /** In the order of the network's segments. */
  readonly vessels: readonly TracedVessel[]
}

export interface TracedEye {
  /** Of the whole field. */
  readonly field: TracedNetwork
  /**
   * What calibres are measured on: the vessels of the close-up where there is one, else of the whole
   * field; around the disc their widths are those in the photograph where that is given.
   */
  readonly nearDisc: TracedNetwork
}

/** Finds the vessels of an eye in image pixels, with their widths and kinds. */
export function traceEye(eye: EyeMaps): TracedEye {
  const { disc, photograph } = eye
  const field = traceMaps(eye, disc)
  const nearDisc = eye.closeUp === undefined ? field : traceMaps(eye.closeUp, disc)
  if (photograph === undefined || disc === null) return { field, nearDisc }
  const ring = {
    centre: disc.centre,
    fromPx: zones.C.from * disc.diameterPx,
    toPx: zones.C.to * disc.diameterPx,
  }
  const vessels = measureByDepth(nearDisc.vessels, photograph, { field: eye.field, ring })
  return { field, nearDisc: { ...nearDisc, vessels } }
}

function traceMaps(maps: VesselMaps, disc: Disc | null): TracedNetwork {
  const network = mapVesselNetwork(maps.vessel)
  const { arteriole, venule } = maps
  const arteriolar =
    arteriole === null || venule === null
      ? null
      : tellArteriesFromVeins(network, { arteriole, venule }, disc && inMapPixels(disc, maps))
  return { network, vessels: inImagePixels(network, maps, arteriolar) }
}

function inMapPixels(
  { centre, diameterPx }: Disc,
  { origin, pixelsPerMapPixel: scale }: VesselMaps,
): Circle {
  return {
    centre: { x: (centre.x - origin.x) / scale, y: (centre.y - origin.y) / scale },
    radius: diameterPx / 2 / scale,
  }
}

/** Takes for each segment the probability that it is an arteriole, where that is known. */
function inImagePixels(
  network: VesselNetwork,
  { origin, pixelsPerMapPixel: scale }: VesselMaps,
  arteriolar: readonly number[] | null,
): TracedVessel[] {
  return network.segments.map(({ points, width: median }, i) => {
    const probability = arteriolar?.[i]
    return {
      points: points.map(({ x, y, along, width }) => ({
        x: origin.x + x * scale,
        y: origin.y + y * scale,
        along,
        widthPx: width === null ? null : width * scale,
        edgePx: null,
      })),
      medianWidthPx: median === null ? null : median * scale,
      kind: probability === undefined ? null : probability >= 0.5 ? 'arteriole' : 'venule',
      certainty: probability === undefined ? 0.5 : Math.max(probability, 1 - probability),
    }
  })
}
