import type { Point } from '#geometry/point'
import { distance } from '#geometry/point'

import type { Disc } from './eye-maps.ts'
import type { FieldOfView } from './field-of-view.ts'

/** A ring around the disc, both radii in disc diameters from the disc's centre. */
export interface Zone {
  readonly from: number
  readonly to: number
}

/**
 * The standard grid around the optic disc. Zone B lies 0.5 to 1 disc diameters from the disc's
 * margin, zone C 0.5 to 2. Sources: L. D. Hubbard et al., Ophthalmology 1999;106:2269-80, for A and
 * B; the Singapore I Vessel Assessment, for C.
 */
export const zones: Readonly<Record<'A' | 'B' | 'C', Zone>> = {
  A: { from: 0.5, to: 1 },
  B: { from: 1, to: 1.5 },
  C: { from: 1, to: 2.5 },
}

/** Distance of a place from the disc's centre, in disc diameters. */
export function discDiametersFrom(
  { centre, diameterPx }: Pick<Disc, 'centre' | 'diameterPx'>,
  at: Point,
): number {
  return distance(centre, at) / diameterPx
}

/** Number of places of a circle to examine. */
const directions = 180

/** The share from 0 to 1 of a circle around the disc, by its radius, that the photograph shows. */
export function shownShare(
  field: FieldOfView,
  { centre, diameterPx }: Disc,
  radius: number,
): number {
  let shown = 0
  for (let k = 0; k < directions; k++) {
    const angle = (2 * Math.PI * k) / directions
    const x = centre.x + radius * diameterPx * Math.cos(angle)
    const y = centre.y + radius * diameterPx * Math.sin(angle)
    if (isShown(field, { x, y })) shown += 1
  }
  return shown / directions
}

/** Whether the photograph shows a place. */
export function isShown({ centre, diameterPx, imageSize }: FieldOfView, at: Point): boolean {
  const isInside = at.x >= 0 && at.y >= 0 && at.x < imageSize.width && at.y < imageSize.height
  return isInside && distance(centre, at) <= diameterPx / 2
}
