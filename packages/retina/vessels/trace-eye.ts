import { tellArteriesFromVeins } from '../arteries-veins/arteries-veins.ts'
import type { Circle } from '../circle.ts'
import type { Disc, EyeMaps, VesselMaps } from '../eye-maps.ts'
import { zones } from '../zones.ts'
import { measureByDepth } from './depth.ts'
import type { VesselNetwork } from './network.ts'
import { mapVesselNetwork } from './network.ts'
import type { TracedEye, TracedNetwork, TracedVessel } from './traced-vessels.ts'

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

/** Takes for each segment the probability that it is an arteriole, if known. */
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
        blurErrorPx: null,
      })),
      medianWidthPx: median === null ? null : median * scale,
      kind: probability === undefined ? null : probability >= 0.5 ? 'arteriole' : 'venule',
      certainty: probability === undefined ? 0.5 : Math.max(probability, 1 - probability),
    }
  })
}
