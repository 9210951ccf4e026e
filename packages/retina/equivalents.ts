import type { Point } from '#geometry/point'

import type { VesselKind } from './calibre.ts'
import { centralEquivalent, mostVessels } from './calibre.ts'
import type { Disc, EyeMaps } from './eye-maps.ts'
import type { NotMeasurableReason } from './eye-measures.ts'
import { deviation, median } from './statistics.ts'
import type { TracedVessel } from './traced-vessels.ts'
import type { Zone } from './zones.ts'
import { discDiametersFrom, shownShare } from './zones.ts'

/** A calibre is taken on so many circles, evenly spread over the zone. */
const circles = 9
/** A vessel's width on a circle is the median of so much of it on either side, in disc diameters. */
const halfStretch = 0.12
/** A circle counts where the photograph shows so much of it. */
const leastShown = 0.6
/** A zone is measured where so many circles could be. */
const fewestCircles = 3
/** A vessel whose kind is less certain enters no calibre: a chance would choose which. */
const leastCertainty = 0.7

/** A vessel where it crosses a circle around the disc; lengths in image pixels. */
export interface Passage {
  readonly certainty: number
  readonly widthPx: number
  readonly at: Point
}

/** A central equivalent in image pixels, measured again and again. */
export interface Equivalent {
  readonly widthPx: number
  /** One standard deviation of the circles' values. */
  readonly uncertaintyPx: number
  /** The vessels of the circle whose value is nearest. */
  readonly passages: readonly Passage[]
}

/** The central equivalent of a zone's vessels that are surely of a kind, or why there is none. */
export function measureEquivalent(
  vessels: readonly TracedVessel[],
  { eye, disc, zone, kind }: { eye: EyeMaps; disc: Disc; zone: Zone; kind: VesselKind },
): Equivalent | NotMeasurableReason {
  const radii = Array.from(
    { length: circles },
    (_, i) => zone.from + ((i + 0.5) / circles) * (zone.to - zone.from),
  ).filter((radius) => shownShare(eye.field, disc, radius) >= leastShown)
  if (radii.length < fewestCircles) return 'zone-outside-photograph'
  const ofKind = vessels.filter(
    (vessel) => vessel.kind === kind && vessel.certainty >= leastCertainty,
  )
  const found = radii.flatMap((radius) => {
    const passages = passagesAt(ofKind, disc, radius).slice(0, mostVessels)
    const widths = passages.map(({ widthPx }) => widthPx)
    const value = centralEquivalent(widths, kind)
    return value === undefined ? [] : [{ value, passages }]
  })
  if (found.length < fewestCircles) {
    return kind === 'arteriole' ? 'too-few-arterioles' : 'too-few-venules'
  }
  const values = found.map(({ value }) => value)
  const widthPx = median(values) ?? 0
  const nearest = found.toSorted(
    (a, b) => Math.abs(a.value - widthPx) - Math.abs(b.value - widthPx),
  )[0]
  return { widthPx, uncertaintyPx: deviation(values), passages: nearest?.passages ?? [] }
}

/** The vessels that cross a circle around the disc, from the widest; each once. */
function passagesAt(vessels: readonly TracedVessel[], disc: Disc, radius: number): Passage[] {
  return vessels
    .flatMap((vessel) => passageOf(vessel, disc, radius) ?? [])
    .toSorted((a, b) => b.widthPx - a.widthPx)
}

function passageOf(
  { points, certainty }: TracedVessel,
  disc: Disc,
  radius: number,
): Passage | undefined {
  const away = points.map((point) => discDiametersFrom(disc, point) - radius)
  const at = away.findIndex((here, i) => i > 0 && here * (away[i - 1] ?? here) <= 0)
  const place = points[at]
  if (place === undefined) return undefined
  const widths = points.flatMap(({ widthPx }, i) =>
    widthPx !== null && Math.abs(away[i] ?? Infinity) <= halfStretch ? [widthPx] : [],
  )
  const widthPx = median(widths)
  return widthPx === null ? undefined : { certainty, widthPx, at: { x: place.x, y: place.y } }
}
