import { distance, type Point } from '#geometry/point'

import type { VesselKind } from './calibre.ts'
import { centralEquivalent, mostVessels } from './calibre.ts'
import type { Disc, EyeMaps } from '../eye-maps.ts'
import type { NotMeasurableReason } from '../eye-measures.ts'
import { deviation, median } from '../statistics.ts'
import type { VesselRun } from '../vessels/runs.ts'
import type { TracedPoint } from '../vessels/traced-vessels.ts'
import type { Zone } from '../zones.ts'
import { discDiametersFrom, shownShare } from '../zones.ts'

/** Number of circles on which a calibre is taken, evenly spread over the zone. */
const circles = 9
/** A vessel's width at a circle is the median over this length on either side, in disc diameters. */
const halfStretch = 0.2
/** Minimum share of a circle that the photograph must show. */
const leastShown = 0.6
/** Minimum number of measurable circles for a zone. */
export const fewestCircles = 3

/** A vessel that crosses a circle around the disc; lengths in image pixels. */
interface Passage {
  readonly certainty: number
  readonly widthPx: number
  /** One standard deviation of its error by blur; null if the width is the map's. */
  readonly blurErrorPx: number | null
  readonly at: Point
  /** The unit direction along the vessel. */
  readonly along: Point
}

/** A central equivalent in image pixels, measured again and again. */
export interface Equivalent {
  readonly widthPx: number
  /** One standard deviation of the circles' values. */
  readonly uncertaintyPx: number
  /** One standard deviation of its error by blur; 0 if the widths are the map's. */
  readonly blurErrorPx: number
  /** The vessels of the circle whose value is nearest. */
  readonly passages: readonly Passage[]
}

/** The central equivalent of a zone's vessels of a kind, or why there is none. */
export function measureEquivalent(
  vessels: readonly VesselRun[],
  { eye, disc, zone, kind }: { eye: EyeMaps; disc: Disc; zone: Zone; kind: VesselKind },
): Equivalent | NotMeasurableReason {
  const radii = radiiOf(eye, disc, zone)
  if (radii.length < fewestCircles) return 'zone-outside-photograph'
  const ofKind = vessels.filter((vessel) => vessel.kind === kind)
  const found = radii.flatMap((radius) => {
    const passages = passagesAt(ofKind, disc, radius).slice(0, mostVessels)
    const widths = passages.map(({ widthPx }) => widthPx)
    const value = centralEquivalent(widths, kind)
    return value === undefined ? [] : [{ value, passages, blurErrorPx: byBlur(passages, kind) }]
  })
  if (found.length < fewestCircles) {
    return kind === 'arteriole' ? 'too-few-arterioles' : 'too-few-venules'
  }
  const values = found.map(({ value }) => value)
  const widthPx = median(values) ?? 0
  const nearest = found.toSorted(
    (a, b) => Math.abs(a.value - widthPx) - Math.abs(b.value - widthPx),
  )[0]
  return {
    widthPx,
    uncertaintyPx: deviation(values),
    blurErrorPx: median(found.map(({ blurErrorPx }) => blurErrorPx)) ?? 0,
    passages: nearest?.passages ?? [],
  }
}

/** The radii of the circles of a zone that the photograph shows, in disc diameters. */
export function radiiOf({ field }: Pick<EyeMaps, 'field'>, disc: Disc, zone: Zone): number[] {
  return Array.from(
    { length: circles },
    (_, i) => zone.from + ((i + 0.5) / circles) * (zone.to - zone.from),
  ).filter((radius) => shownShare(field, disc, radius) >= leastShown)
}

/** All vessels have the same blur, so their errors do not cancel out. */
function byBlur(passages: readonly Passage[], kind: VesselKind): number {
  const [most, least] = [1, -1].map((sign) =>
    centralEquivalent(
      passages.map(({ widthPx, blurErrorPx }) => widthPx + sign * (blurErrorPx ?? 0)),
      kind,
    ),
  )
  return ((most ?? 0) - (least ?? 0)) / 2
}

/** The vessels that cross a circle around the disc, from the widest; each way of each once. */
export function passagesAt(vessels: readonly VesselRun[], disc: Disc, radius: number): Passage[] {
  return vessels
    .flatMap((vessel) => passagesOf(vessel, disc, radius))
    .toSorted((a, b) => b.widthPx - a.widthPx)
}

function passagesOf({ points, certainty }: VesselRun, disc: Disc, radius: number): Passage[] {
  const isOutside = points.map((point) => discDiametersFrom(disc, point) >= radius)
  const places = points.filter((_, i) => i > 0 && isOutside[i] !== isOutside[i - 1])
  const reach = halfStretch * disc.diameterPx
  const apart = places.filter((place, i) =>
    places.slice(0, i).every((earlier) => distance(earlier, place) > 2 * reach),
  )
  return apart.flatMap((at): Passage[] => {
    const widthPx = widthAround(points, at, disc.diameterPx)
    if (widthPx === null) return []
    const near = points.filter((point) => distance(point, at) <= reach)
    const blurErrorPx = median(near.flatMap((point) => point.blurErrorPx ?? []))
    return [{ certainty, widthPx, blurErrorPx, at: { x: at.x, y: at.y }, along: at.along }]
  })
}

/** A vessel's width at a place, the median over a stretch of it; null if it cannot be measured there. */
export function widthAround(
  points: readonly TracedPoint[],
  at: Point,
  discDiameterPx: number,
): number | null {
  const near = points.filter((point) => distance(point, at) <= halfStretch * discDiameterPx)
  return median(near.flatMap(({ widthPx }) => widthPx ?? []))
}
