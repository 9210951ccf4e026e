import type { Point } from '#geometry/point'

import type { VesselKind } from '../calibres/calibre.ts'
import type { Disc, EyeMaps } from '../eye-maps.ts'
import {
  type Measure,
  measured,
  type NotMeasurableReason,
  tooFew,
  type Unit,
} from '../eye-measures.ts'
import { weightedMean } from '../statistics.ts'
import { measureTortuosity, type Tortuosity } from './tortuosity.ts'
import type { TracedVessel } from '../vessels/traced-vessels.ts'
import { discDiametersFrom, zones } from '../zones.ts'

/** Stretches in disc diameters below which arc over chord says nothing. */
const shortestStretch = 0.4
/** Minimum number of stretches for a mean. */
const fewest = 3

type TortuosityMeasures = Readonly<Record<Exclude<keyof Tortuosity, 'length'>, Measure>>

function neither(notMeasurable: NotMeasurableReason): TortuosityMeasures {
  const none = { notMeasurable }
  return { arcOverChord: none, curvature: none, squaredCurvature: none, density: none }
}

/** The length-weighted means over all stretches of a kind in zone C. */
export function tortuosityOf(
  { disc, arteriole }: EyeMaps,
  vessels: readonly TracedVessel[],
  kind: VesselKind,
): TortuosityMeasures {
  if (disc === null) return neither('no-disc')
  if (arteriole === null) return neither('kinds-unknown')
  const stretches = vessels
    .filter((vessel) => vessel.kind === kind)
    .flatMap(({ points }) => stretchesInZoneC(points, disc))
    .flatMap((stretch) => measureTortuosity(stretch) ?? [])
    .filter(({ length }) => length >= shortestStretch)
  if (stretches.length < fewest) return neither(tooFew[kind])
  const over = (value: keyof TortuosityMeasures, unit: Unit): Measure => {
    const found = weightedMean(stretches.map((s) => ({ value: s[value], weight: s.length })))
    return measured(unit, found.value, found.standardError)
  }
  return {
    arcOverChord: over('arcOverChord', 'ratio'),
    curvature: over('curvature', '1/DD'),
    squaredCurvature: over('squaredCurvature', '1/DD²'),
    density: over('density', '1/DD'),
  }
}

/** The parts of a line within zone C, in disc diameters. */
function stretchesInZoneC(points: readonly Point[], disc: Disc): Point[][] {
  const stretches: Point[][] = [[]]
  for (const point of points) {
    const away = discDiametersFrom(disc, point)
    if (away < zones.C.from || away > zones.C.to) {
      stretches.push([])
      continue
    }
    stretches.at(-1)?.push({ x: point.x / disc.diameterPx, y: point.y / disc.diameterPx })
  }
  return stretches
}
