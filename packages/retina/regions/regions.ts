import type { Point } from '#geometry/point'
import { distance } from '#geometry/point'

import type { Disc, Fovea } from '../eye-maps.ts'
import { discDiametersFrom, zones } from '../zones.ts'

/** The nine fields of the ETDRS grid around the fovea; each ring from the top by the nose. */
const etdrsFields = [
  'etdrs-centre',
  'etdrs-inner-superior',
  'etdrs-inner-nasal',
  'etdrs-inner-inferior',
  'etdrs-inner-temporal',
  'etdrs-outer-superior',
  'etdrs-outer-nasal',
  'etdrs-outer-inferior',
  'etdrs-outer-temporal',
] as const
export type EtdrsField = (typeof etdrsFields)[number]

/** The quarters of zone C around the disc, each of one vascular arcade, from the upper temporal by the nose. */
const discQuadrants = [
  'disc-superior-temporal',
  'disc-superior-nasal',
  'disc-inferior-nasal',
  'disc-inferior-temporal',
] as const
export type DiscQuadrant = (typeof discQuadrants)[number]

export type RegionName = EtdrsField | DiscQuadrant
export const regionNames: readonly RegionName[] = [...etdrsFields, ...discQuadrants]

/** The ETDRS grid on one photograph; lengths in image pixels. */
export interface EtdrsGrid {
  readonly centre: Point
  /** Radii of the centre, the inner ring and the outer ring. */
  readonly radiiPx: readonly [number, number, number]
  /** 1 if the nose lies to the right of the fovea in the photograph, else -1. */
  readonly nasal: 1 | -1
}

/** Radii of the three circles, in micrometres. */
const radiiMicrometres = [500, 1500, 3000] as const
/** One disc diameter, without a stated scale. */
export const gridDiscMicrometres = 1500

/**
 * The grid around the fovea, whose fields are divided by the diagonals of the photograph: in the stated
 * scale, or in disc diameters. Source: ETDRS Research Group, ETDRS report number 10, Ophthalmology
 * 1991;98:786-806.
 */
export function etdrsGrid(
  disc: Pick<Disc, 'centre' | 'diameterPx'>,
  { centre }: Pick<Fovea, 'centre'>,
  micrometresPerPixel: number | null,
): EtdrsGrid {
  const perPixel = micrometresPerPixel ?? gridDiscMicrometres / disc.diameterPx
  const [inner, middle, outer] = radiiMicrometres
  return {
    centre,
    radiiPx: [inner / perPixel, middle / perPixel, outer / perPixel],
    nasal: disc.centre.x >= centre.x ? 1 : -1,
  }
}

/** The field of the grid that a place lies in; null outside of it. */
export function etdrsFieldAt({ centre, radiiPx, nasal }: EtdrsGrid, at: Point): EtdrsField | null {
  const away = distance(centre, at)
  const [inner, middle, outer] = radiiPx
  if (away > outer) return null
  if (away <= inner) return 'etdrs-centre'
  const [x, y] = [at.x - centre.x, at.y - centre.y]
  const side = Math.abs(x) <= Math.abs(y) ? (y < 0 ? 0 : 2) : x * nasal > 0 ? 1 : 3
  return etdrsFields[(away <= middle ? 1 : 5) + side] ?? null
}

/** The disc and the fovea on a photograph, and the grid laid out from them. */
export interface RegionLayout {
  readonly disc: Pick<Disc, 'centre' | 'diameterPx'>
  readonly fovea: Pick<Fovea, 'centre'>
  readonly grid: EtdrsGrid
}

/** The regions that a place lies in: a field of the grid, a quarter around the disc, both or none. */
export function regionsAt({ disc, fovea, grid }: RegionLayout, at: Point): RegionName[] {
  return [etdrsFieldAt(grid, at), discQuadrantAt(disc, fovea, at)].filter(
    (region) => region !== null,
  )
}

/** The quarter of zone C that a place lies in; null outside of the zone. */
export function discQuadrantAt(
  disc: Pick<Disc, 'centre' | 'diameterPx'>,
  { centre: fovea }: Pick<Fovea, 'centre'>,
  at: Point,
): DiscQuadrant | null {
  const away = discDiametersFrom(disc, at)
  if (away < zones.C.from || away > zones.C.to) return null
  const isTemporal = (at.x - disc.centre.x) * (fovea.x - disc.centre.x) > 0
  const side = at.y < disc.centre.y ? (isTemporal ? 0 : 1) : isTemporal ? 3 : 2
  return discQuadrants[side] ?? null
}

/** How large a region is, in square pixels of the photograph. */
export function areaOfRegion(
  region: RegionName,
  disc: Pick<Disc, 'diameterPx'>,
  { radiiPx }: EtdrsGrid,
): number {
  const [inner, middle, outer] = radiiPx
  if (region === 'etdrs-centre') return Math.PI * inner ** 2
  const [from, to] = region.startsWith('etdrs-inner')
    ? [inner, middle]
    : region.startsWith('etdrs')
      ? [middle, outer]
      : [zones.C.from * disc.diameterPx, zones.C.to * disc.diameterPx]
  return (Math.PI * (to ** 2 - from ** 2)) / 4
}
