import { distance } from '#geometry/point'
import type { Bitmap } from '#raster/image'
import { countPixels } from '#raster/image'
import { threshold } from '#raster/threshold'

import { measureArcadeAngles } from './arcade-angle.ts'
import { findBranchings } from './branching.ts'
import type { VesselKind } from '../calibres/calibre.ts'
import type { EyeMaps } from '../eye-maps.ts'
import {
  isMeasured,
  type Measure,
  measured,
  tooFew,
  type MeasureName,
  type Unit,
} from '../eye-measures.ts'
import { measureCup } from './cup-disc.ts'
import { countNicking, measureCrossings } from './crossing-measures.ts'
import { measureDiscFovea } from './disc-fovea.ts'
import type { FieldOfView } from '../field-of-view.ts'
import { fieldMask } from '../field-of-view.ts'
import { correlationDimension, fractalFieldPx } from './fractal-dimension.ts'
import type { ArteriovenousCrossing } from './nicking.ts'
import { weightedMean } from '../statistics.ts'
import { expectedArea } from '../expected-area.ts'
import { tortuosityOf } from './tortuosity-measures.ts'
import type { TracedNetwork, TracedVessel } from '../vessels/traced-vessels.ts'
import { discDiametersFrom, zones } from '../zones.ts'

type ShapeName = Exclude<MeasureName, `${'crae' | 'crve' | 'avr'}${string}`>

/** Density is taken again at these probabilities to see how sure it is. */
const surer = 0.6
const lessSure = 0.4
/** Minimum number of stretches or branchings for a mean. */
const fewest = 3

/** Measures that need no scale: density, fractal dimension, tortuosity, branching, distances. */
export function measureShapes(
  eye: EyeMaps,
  traced: TracedNetwork,
  crossings: readonly ArteriovenousCrossing[],
): Readonly<Record<ShapeName, Measure>> {
  const tortuosities = {
    arteriole: tortuosityOf(eye, traced.vessels, 'arteriole'),
    venule: tortuosityOf(eye, traced.vessels, 'venule'),
  }
  const branchings = measureBranchings(eye, traced)
  const density = measureDensity(eye, traced.network.area)
  const measures = {
    vesselDensity: density,
    arteriolarDensity: densityOf(density, traced, 'arteriole'),
    venularDensity: densityOf(density, traced, 'venule'),
    fractalDimension: measureFractalDimension(eye, traced.vessels),
    arteriolarFractalDimension: fractalDimensionOf(eye, traced.vessels, 'arteriole'),
    venularFractalDimension: fractalDimensionOf(eye, traced.vessels, 'venule'),
    arteriolarTortuosity: tortuosities.arteriole.arcOverChord,
    venularTortuosity: tortuosities.venule.arcOverChord,
    arteriolarCurvature: tortuosities.arteriole.curvature,
    venularCurvature: tortuosities.venule.curvature,
    arteriolarSquaredCurvature: tortuosities.arteriole.squaredCurvature,
    venularSquaredCurvature: tortuosities.venule.squaredCurvature,
    arteriolarTortuosityDensity: tortuosities.arteriole.density,
    venularTortuosityDensity: tortuosities.venule.density,
    ...branchings,
    crossings: measureCrossings(eye, traced),
    nickingCandidates: countNicking(eye, crossings),
    ...measureArcadeAngles(eye, traced.vessels),
    ...measureDiscFovea(eye),
    ...measureCup(eye),
  }
  return withMethodErrors(measures, eye.field)
}

interface MethodError {
  /** As a share of the value. */
  readonly share?: number
  /** In the unit of the measure. */
  readonly of?: number
  /**
   * The power of coarseness with which it grows in fields of fewer pixels; 1 if absent. Measures of junctions
   * depend on the finest vessels: from HRF's photographs shrunk to fields of 520 pixels.
   */
  readonly growth?: number
}

/**
 * One standard deviation of the difference between network and expert, beyond repetition and doubt of kinds:
 * as a share of the value, or in its unit. From the authors' maps of HRF, whose fields have at least
 * `fineFieldPx` pixels; checked on other sets (docs/evaluation.md).
 */
const methodErrors: Partial<Readonly<Record<ShapeName, MethodError>>> = {
  vesselDensity: { share: 0.15 },
  arteriolarDensity: { share: 0.17 },
  venularDensity: { share: 0.15 },
  fractalDimension: { of: 0.02, growth: 2 },
  arteriolarFractalDimension: { of: 0.02 },
  venularFractalDimension: { of: 0.02 },
  arteriolarTortuosity: { of: 0.015 },
  venularTortuosity: { of: 0.015 },
  arteriolarCurvature: { share: 0.12 },
  venularCurvature: { share: 0.12 },
  arteriolarSquaredCurvature: { share: 0.35 },
  venularSquaredCurvature: { share: 0.4 },
  arteriolarTortuosityDensity: { share: 0.5, of: 0.005 },
  venularTortuosityDensity: { share: 0.4, of: 0.005 },
  arteriolarBranchingCoefficient: { share: 0.25, growth: 2 },
  venularBranchingCoefficient: { share: 0.3, growth: 2 },
  arteriolarBranchingAngle: { of: 4, growth: 2 },
  venularBranchingAngle: { of: 4, growth: 2 },
  branchings: { share: 0.4, of: 2, growth: 2 },
  crossings: { share: 0.4, of: 2, growth: 2 },
  nickingCandidates: { share: 0.5, of: 1 },
  arteriolarArcadeAngle: { of: 11 },
  venularArcadeAngle: { of: 12 },
}
const fineFieldPx = 1000

function withMethodErrors(
  measures: Readonly<Record<ShapeName, Measure>>,
  { diameterPx }: FieldOfView,
): Readonly<Record<ShapeName, Measure>> {
  const coarseness = Math.max(1, fineFieldPx / diameterPx)
  const widened = Object.entries(methodErrors).map(([name, { share = 0, of = 0, growth = 1 }]) => {
    const measure = measures[name as ShapeName]
    if (!isMeasured(measure)) return [name, measure] as const
    const { value, uncertainty } = measure
    const missed = coarseness ** growth * Math.hypot(share * value, of)
    return [name, { ...measure, uncertainty: Math.hypot(uncertainty, missed) }] as const
  })
  return { ...measures, ...Object.fromEntries(widened) }
}

/**
 * Expected vessel area over field area. The uncertainty is half of the area between two thresholds:
 * it shows how blurred the edges are.
 */
function measureDensity({ vessel, field }: EyeMaps, traced: Bitmap): Measure {
  if (countPixels(traced) === 0) return { notMeasurable: 'no-vessels' }
  const fieldArea = countPixels(fieldMask(field, vessel))
  const area = vessel.data.reduce((sum, probability) => sum + expectedArea(probability), 0)
  const between = countPixels(threshold(vessel, lessSure)) - countPixels(threshold(vessel, surer))
  return measured('share', area / fieldArea, between / 2 / fieldArea)
}

function measureFractalDimension({ field }: EyeMaps, vessels: readonly TracedVessel[]): Measure {
  const scale = fractalFieldPx / field.diameterPx
  const dimension = correlationDimension(
    vessels.map(({ points }) => points.map(({ x, y }) => ({ x: x * scale, y: y * scale }))),
  )
  if (dimension === undefined) return { notMeasurable: 'no-vessels' }
  return measured('dimension', dimension.value, dimension.standardError)
}

/**
 * The share of the vessels' density that is of a kind: the sum of widths along the centre lines. The
 * uncertainty adds the vessels of doubtful kind, each weighted by its doubt.
 */
function densityOf(all: Measure, { network, vessels }: TracedNetwork, kind: VesselKind): Measure {
  if (!isMeasured(all)) return all
  if (vessels.every((vessel) => vessel.kind === null)) return { notMeasurable: 'kinds-unknown' }
  const areas = vessels.map((vessel, i) => ({
    ...vessel,
    area: areaOf(vessel, freeEndsOf(network, i)),
  }))
  const total = sumOf(areas.map(({ area }) => area))
  const ofKind = sumOf(areas.map((vessel) => (vessel.kind === kind ? vessel.area : 0))) / total
  if (ofKind === 0) return { notMeasurable: tooFew[kind] }
  const doubt = Math.hypot(...areas.map(({ area, certainty }) => area * (1 - certainty))) / total
  const uncertainty = Math.hypot(all.uncertainty * ofKind, all.value * doubt)
  return measured('share', all.value * ofKind, uncertainty)
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}

/**
 * In square pixels of the photograph; if a width is unknown, the vessel's own is used. A centre line ends
 * half a width before the round end of a vessel that runs into no other.
 */
function areaOf({ points, medianWidthPx }: TracedVessel, freeEnds: number): number {
  const usual = medianWidthPx ?? 0
  let area = (freeEnds * Math.PI * usual ** 2) / 8
  for (const [i, point] of points.entries()) {
    const before = points[i - 1]
    if (before !== undefined) area += distance(before, point) * (point.widthPx ?? usual)
  }
  return area
}

/** How many ends of a segment run into no other vessel. */
function freeEndsOf({ nodes, segments }: TracedNetwork['network'], segment: number): number {
  const { from, to } = segments[segment] ?? { from: -1, to: -1 }
  return [from, to].filter((node) => nodes[node]?.kind === 'end').length
}

function fractalDimensionOf(
  eye: EyeMaps,
  vessels: readonly TracedVessel[],
  kind: VesselKind,
): Measure {
  if (eye.arteriole === null) return { notMeasurable: 'kinds-unknown' }
  const found = measureFractalDimension(
    eye,
    vessels.filter((vessel) => vessel.kind === kind),
  )
  return 'value' in found ? found : { notMeasurable: tooFew[kind] }
}

type BranchingName = Extract<ShapeName, `${string}ranching${string}`>

/** Means over the bifurcations in zone C. */
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
