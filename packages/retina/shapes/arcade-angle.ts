import { distance } from '#geometry/point'

import type { VesselKind } from '../calibres/calibre.ts'
import type { Disc, EyeMaps, Fovea } from '../eye-maps.ts'
import { type Measure, measured, type NotMeasurableReason, tooFew } from '../eye-measures.ts'
import { mean, deviation } from '../statistics.ts'
import type { TracedVessel } from '../vessels/traced-vessels.ts'

/** The circles around the disc on which the arcades are looked for, in disc diameters. */
const circles = [1, 1.125, 1.25, 1.375, 1.5] as const
const fewestCircles = 3
/** Between an arcade and the line from disc to fovea, in degrees. */
const arcadeRange = { from: 15, to: 120 } as const
/** One standard deviation of the angle by the places of disc and fovea, in degrees. */
const placeError = 2.5

type ArcadeName = 'arteriolarArcadeAngle' | 'venularArcadeAngle'

/**
 * The angles at the disc's centre between the upper and the lower temporal arcade, in degrees: on five
 * circles in zone B the widest vessel of a kind above and the widest below the line from the disc to the
 * fovea. The uncertainty includes the spread between the circles. Source: M. Wang et al., The
 * interrelationship between refractive error, blood vessel anatomy, and glaucomatous visual field loss,
 * Transl Vis Sci Technol 2018;7(1):4 (positions of the major vessels on four circles).
 */
export function measureArcadeAngles(
  { disc, fovea, arteriole }: EyeMaps,
  vessels: readonly TracedVessel[],
): Readonly<Record<ArcadeName, Measure>> {
  const missing = whyMissing(disc, fovea, arteriole !== null)
  const of = (kind: VesselKind): Measure => {
    if (disc === null || fovea === null || missing !== null)
      return { notMeasurable: missing ?? 'no-disc' }
    const ofKind = vessels.filter((vessel) => vessel.kind === kind)
    const angles = circles.flatMap((radius) => angleOn(radius, ofKind, { disc, fovea }) ?? [])
    if (angles.length < fewestCircles) return { notMeasurable: tooFew[kind] }
    const uncertainty = Math.hypot(deviation(angles), placeError)
    return measured('degrees', mean(angles), uncertainty)
  }
  return { arteriolarArcadeAngle: of('arteriole'), venularArcadeAngle: of('venule') }
}

function whyMissing(
  disc: Disc | null,
  fovea: Fovea | null,
  hasKinds: boolean,
): NotMeasurableReason | null {
  if (disc === null) return 'no-disc'
  if (fovea === null) return 'no-fovea'
  return hasKinds ? null : 'kinds-unknown'
}

/** Between the two arcades on one circle; undefined if either is missing there. */
function angleOn(
  radius: number,
  vessels: readonly TracedVessel[],
  { disc, fovea }: { disc: Disc; fovea: Fovea },
): number | undefined {
  const { centre, diameterPx } = disc
  const axis = Math.atan2(fovea.centre.y - centre.y, fovea.centre.x - centre.x)
  const passages = vessels.flatMap(({ points, medianWidthPx }) =>
    points.flatMap((point, i) => {
      const before = points[i - 1]
      if (before === undefined || medianWidthPx === null) return []
      const [a, b] = [distance(centre, before), distance(centre, point)]
      if (a < radius * diameterPx === b < radius * diameterPx) return []
      const angle = signedDegrees(Math.atan2(point.y - centre.y, point.x - centre.x) - axis)
      const away = Math.abs(angle)
      return away < arcadeRange.from || away > arcadeRange.to ? [] : { angle, medianWidthPx }
    }),
  )
  const widestOf = (side: number): number | undefined =>
    passages
      .filter(({ angle }) => Math.sign(angle) === side)
      .toSorted((a, b) => b.medianWidthPx - a.medianWidthPx)[0]?.angle
  const [one, other] = [widestOf(1), widestOf(-1)]
  return one === undefined || other === undefined ? undefined : one - other
}

/** From -180 to 180. */
function signedDegrees(radians: number): number {
  return (180 / Math.PI) * Math.atan2(Math.sin(radians), Math.cos(radians))
}
