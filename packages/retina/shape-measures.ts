import type { Point } from '#geometry/point'
import { distance } from '#geometry/point'
import type { Bitmap } from '#raster/image'
import { countPixels } from '#raster/image'
import { threshold } from '#raster/threshold'

import { findBranchings } from './branching.ts'
import type { VesselKind } from './calibre.ts'
import type { Disc, EyeMaps } from './eye-maps.ts'
import type { Measure, MeasureName, NotMeasurableReason, Unit } from './eye-measures.ts'
import { fieldMask } from './field-of-view.ts'
import { boxCountingDimension, fractalFieldPx } from './fractal-dimension.ts'
import { weightedMean } from './statistics.ts'
import { measureTortuosity } from './tortuosity.ts'
import type { TracedNetwork, TracedVessel } from './traced-vessels.ts'
import { discDiametersFrom, zones } from './zones.ts'

type ShapeName = Exclude<MeasureName, `${'crae' | 'crve' | 'avr'}${string}`>

/** Density is taken again at these probabilities to see how sure it is. */
const surer = 0.6
const lessSure = 0.4
/** Stretches in disc diameters below which arc over chord says nothing. */
const shortestStretch = 0.4
/** Of fewer stretches or branchings no mean is given. */
const fewest = 3
/** The fovea is found to within so many disc diameters. */
const foveaUncertainty = 0.1

const tooFew: Readonly<Record<VesselKind, NotMeasurableReason>> = {
  arteriole: 'too-few-arterioles',
  venule: 'too-few-venules',
}

/** What does not need a scale: density, fractal dimension, tortuosity, branching, distances. */
export function measureShapes(
  eye: EyeMaps,
  traced: TracedNetwork,
): Readonly<Record<ShapeName, Measure>> {
  const tortuosities = {
    arteriole: tortuosityOf(eye, traced.vessels, 'arteriole'),
    venule: tortuosityOf(eye, traced.vessels, 'venule'),
  }
  const branchings = measureBranchings(eye, traced)
  return {
    vesselDensity: measureDensity(eye, traced.network.area),
    fractalDimension: measureFractalDimension(eye, traced.vessels),
    arteriolarTortuosity: tortuosities.arteriole.arcOverChord,
    venularTortuosity: tortuosities.venule.arcOverChord,
    arteriolarCurvature: tortuosities.arteriole.curvature,
    venularCurvature: tortuosities.venule.curvature,
    ...branchings,
    discFoveaDistance: measureDiscFovea(eye),
  }
}

/**
 * Vessel area over field area; the uncertainty is half of what lies between two thresholds. Vessels
 * are looked for at a lower probability than the one half from which on a pixel counts.
 */
function measureDensity({ vessel, field }: EyeMaps, area: Bitmap): Measure {
  const fieldArea = countPixels(fieldMask(field, vessel))
  const vesselArea = area.data.reduce(
    (sum, isVessel, i) => sum + Number(isVessel === 1 && (vessel.data[i] ?? 0) >= 0.5),
    0,
  )
  if (vesselArea === 0) return { notMeasurable: 'no-vessels' }
  const between = countPixels(threshold(vessel, lessSure)) - countPixels(threshold(vessel, surer))
  return measured('share', vesselArea / fieldArea, between / 2 / fieldArea)
}

function measureFractalDimension({ field }: EyeMaps, vessels: readonly TracedVessel[]): Measure {
  const scale = fractalFieldPx / field.diameterPx
  const points = vessels.flatMap((vessel) =>
    vessel.points.map(({ x, y }) => ({ x: x * scale, y: y * scale })),
  )
  const dimension = boxCountingDimension(points)
  if (dimension === undefined) return { notMeasurable: 'no-vessels' }
  return measured('dimension', dimension.value, dimension.standardError)
}

interface TortuosityMeasures {
  readonly arcOverChord: Measure
  readonly curvature: Measure
}

function neither(reason: NotMeasurableReason): TortuosityMeasures {
  return { arcOverChord: { notMeasurable: reason }, curvature: { notMeasurable: reason } }
}

/** The length-weighted means over all stretches of a kind in zone C. */
function tortuosityOf(
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
  const over = (value: 'arcOverChord' | 'curvature', unit: Unit): Measure => {
    const found = weightedMean(stretches.map((s) => ({ value: s[value], weight: s.length })))
    return measured(unit, found.value, found.standardError)
  }
  return { arcOverChord: over('arcOverChord', 'ratio'), curvature: over('curvature', '1/DD') }
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

type BranchingName = Extract<ShapeName, `${string}ranching${string}`>

/** Of the bifurcations in zone C. */
function measureBranchings(
  { disc, arteriole }: EyeMaps,
  { network, vessels }: TracedNetwork,
): Readonly<Record<BranchingName, Measure>> {
  const inZone =
    disc === null
      ? []
      : findBranchings(network, vessels, disc.centre).filter(({ at }) => {
          const away = discDiametersFrom(disc, at)
          return away >= zones.C.from && away <= zones.C.to
        })
  const missing =
    disc === null ? 'no-disc' : arteriole === null ? ('kinds-unknown' as const) : undefined
  const over = (kind: VesselKind, value: 'coefficient' | 'angle', unit: Unit): Measure => {
    if (missing !== undefined) return { notMeasurable: missing }
    const values = inZone
      .filter((branching) => branching.kind === kind)
      .flatMap((branching) => branching[value] ?? [])
    if (values.length < fewest) return { notMeasurable: 'too-few-branchings' }
    const found = weightedMean(values.map((item) => ({ value: item, weight: 1 })))
    return measured(unit, found.value, found.standardError)
  }
  const doubtful = inZone.filter((branching) => branching.kind === null).length
  return {
    arteriolarBranchingCoefficient: over('arteriole', 'coefficient', 'ratio'),
    venularBranchingCoefficient: over('venule', 'coefficient', 'ratio'),
    arteriolarBranchingAngle: over('arteriole', 'angle', 'degrees'),
    venularBranchingAngle: over('venule', 'angle', 'degrees'),
    branchings:
      disc === null
        ? { notMeasurable: 'no-disc' }
        : measured('count', inZone.length, arteriole === null ? 0 : doubtful / 2),
  }
}

function measureDiscFovea({ disc, fovea }: EyeMaps): Measure {
  if (disc === null) return { notMeasurable: 'no-disc' }
  if (fovea === null) return { notMeasurable: 'no-fovea' }
  return measured('DD', distance(disc.centre, fovea.centre) / disc.diameterPx, foveaUncertainty)
}

function measured(unit: Unit, value: number, uncertainty: number): Measure {
  return { value, uncertainty, unit, reference: null }
}
