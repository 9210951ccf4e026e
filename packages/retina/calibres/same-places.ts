import { distance, type Point } from '#geometry/point'

import type { Disc, EyeMaps } from '../eye-maps.ts'
import { mapPlace, type QuadraticMap, type Slope, slopeAt } from '../registration/quadratic-map.ts'
import { deviation, median } from '../statistics.ts'
import type { TracedPoint } from '../vessels/traced-vessels.ts'
import type { VesselRun } from '../vessels/runs.ts'
import { zones } from '../zones.ts'
import { centralEquivalent, mostVessels, type VesselKind } from './calibre.ts'
import { fewestCircles, passagesAt, radiiOf, widthAround } from './equivalents.ts'

/** A place on a vessel that entered a calibre; lengths in image pixels. */
interface MeasuredPlace {
  readonly at: Point
  /** The unit direction along the vessel. */
  readonly along: Point
  readonly widthPx: number
}

export type FollowedCalibre = 'crae' | 'crve' | 'craeZoneC' | 'crveZoneC'

/** The calibres that later photographs measure again, with their zone and kind of vessel. */
export const followedCalibres: Readonly<
  Record<FollowedCalibre, { readonly zone: 'B' | 'C'; readonly kind: VesselKind }>
> = {
  crae: { zone: 'B', kind: 'arteriole' },
  crve: { zone: 'B', kind: 'venule' },
  craeZoneC: { zone: 'C', kind: 'arteriole' },
  crveZoneC: { zone: 'C', kind: 'venule' },
}

/** Where the calibres of a photograph were measured, for each calibre by circle around the disc. */
export interface MeasuredPlaces {
  readonly discDiameterPx: number
  readonly circles: Readonly<Record<FollowedCalibre, readonly (readonly MeasuredPlace[])[]>>
}

/** The change of a calibre at the same places. */
export interface CalibreChange {
  /** The later calibre over the earlier one. */
  readonly ratio: number
  /** One standard deviation of the ratio for an eye that has not changed. */
  readonly uncertainty: number
  /** Number of vessels that were measured again, on average over the circles. */
  readonly vessels: number
}

/** A vessel is found again within this distance of its place, in disc diameters, */
const reachInDiscs = 0.06
/** and runs in its direction: the least cosine of the angle between. */
const leastCosine = 0.8
/**
 * A vessel whose width has changed by this much more than that of the others, as a natural logarithm, was
 * confused with another one at one of the visits.
 */
const mostDeparture = 0.2
/**
 * One standard deviation of the ratio on simulated visits of eyes without change, with other exposure, blur and
 * noise (`bench -- visits`).
 */
const repeatability: Readonly<Record<VesselKind, number>> = { arteriole: 0.023, venule: 0.011 }

/** The places at which the calibres of an eye are measured; null without a disc or kinds of vessels. */
export function findPlaces(eye: EyeMaps, runs: readonly VesselRun[]): MeasuredPlaces | null {
  const { disc } = eye
  if (disc === null || eye.arteriole === null || eye.venule === null) return null
  const circlesOf = (calibre: FollowedCalibre) => {
    const { zone, kind } = followedCalibres[calibre]
    const ofKind = runs.filter((run) => run.kind === kind)
    return radiiOf(eye, disc, zones[zone]).map((radius) => placesAt(ofKind, disc, radius))
  }
  return {
    discDiameterPx: disc.diameterPx,
    circles: {
      crae: circlesOf('crae'),
      crve: circlesOf('crve'),
      craeZoneC: circlesOf('craeZoneC'),
      crveZoneC: circlesOf('crveZoneC'),
    },
  }
}

function placesAt(runs: readonly VesselRun[], disc: Disc, radius: number): MeasuredPlace[] {
  return passagesAt(runs, disc, radius)
    .slice(0, mostVessels)
    .map(({ at, along, widthPx }) => ({ at, along, widthPx }))
}

/**
 * Measures the calibres of an earlier photograph again in a later one of the same eye, at the same places of the
 * same vessels, whatever kind the later photograph takes them for. Calibres with too few vessels found again
 * are left out.
 * @param map from the earlier photograph to the later one, in image pixels of both
 * @param runs the vessels of the later photograph
 */
export function measureAtPlaces(
  { discDiameterPx, circles }: MeasuredPlaces,
  runs: readonly VesselRun[],
  map: QuadraticMap,
): Partial<Record<FollowedCalibre, CalibreChange>> {
  const changes: Partial<Record<FollowedCalibre, CalibreChange>> = {}
  for (const calibre of Object.keys(followedCalibres) as FollowedCalibre[]) {
    const found = circles[calibre].map((places) =>
      places.flatMap((place) => measureAgain(place, { runs, map, discDiameterPx }) ?? []),
    )
    const change = changeOf(found, followedCalibres[calibre].kind)
    if (change !== null) changes[calibre] = change
  }
  return changes
}

/** A vessel's widths at one place, both in pixels of the earlier photograph. */
interface WidthPair {
  readonly before: number
  readonly now: number
}

interface LaterPhotograph {
  readonly runs: readonly VesselRun[]
  readonly map: QuadraticMap
  readonly discDiameterPx: number
}

function measureAgain(
  { at, along, widthPx }: MeasuredPlace,
  { runs, map, discDiameterPx }: LaterPhotograph,
): WidthPair | null {
  const slope = slopeAt(map, at)
  const enlargement = Math.sqrt(Math.abs(slope.xx * slope.yy - slope.xy * slope.yx))
  const discPx = discDiameterPx * enlargement
  const expected = { at: mapPlace(map, at), along: turned(along, slope) }
  const found = nearestPoint(runs, expected, reachInDiscs * discPx)
  if (found === null) return null
  const width = widthAround(found.run.points, found.point, discPx)
  return width === null ? null : { before: widthPx, now: width / enlargement }
}

function turned({ x, y }: Point, { xx, xy, yx, yy }: Slope): Point {
  const [u, v] = [xx * x + xy * y, yx * x + yy * y]
  const length = Math.max(1e-9, Math.hypot(u, v))
  return { x: u / length, y: v / length }
}

function nearestPoint(
  runs: readonly VesselRun[],
  { at, along }: Pick<MeasuredPlace, 'at' | 'along'>,
  reach: number,
): { run: VesselRun; point: TracedPoint } | null {
  let found: { run: VesselRun; point: TracedPoint } | null = null
  let nearest = reach
  for (const run of runs) {
    for (const point of run.points) {
      const away = distance(point, at)
      const cosine = Math.abs(point.along.x * along.x + point.along.y * along.y)
      if (away >= nearest || cosine < leastCosine) continue
      nearest = away
      found = { run, point }
    }
  }
  return found
}

function changeOf(
  circles: readonly (readonly WidthPair[])[],
  kind: VesselKind,
): CalibreChange | null {
  const middle = median(circles.flat().map(logRatio))
  if (middle === null) return null
  const same = circles.map((pairs) =>
    pairs.filter((pair) => Math.abs(logRatio(pair) - middle) < mostDeparture),
  )
  const ratios = same.flatMap((pairs) => {
    const before = centralEquivalent(
      pairs.map((pair) => pair.before),
      kind,
    )
    const now = centralEquivalent(
      pairs.map((pair) => pair.now),
      kind,
    )
    return before === undefined || now === undefined ? [] : [now / before]
  })
  const ratio = median(ratios)
  if (ratio === null || ratios.length < fewestCircles) return null
  return {
    ratio,
    // The circles cross the same vessels, so that their errors are not independent.
    uncertainty: Math.hypot(repeatability[kind], deviation(ratios)),
    vessels: same.flat().length / circles.length,
  }
}

function logRatio({ before, now }: WidthPair): number {
  return Math.log(now / before)
}
