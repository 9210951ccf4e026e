import type { Point } from '#geometry/point'
import { distance } from '#geometry/point'

import type { VesselKind } from '../calibres/calibre.ts'
import type { Disc, EyeMaps, Fovea } from '../eye-maps.ts'
import {
  type Measure,
  measured,
  type NotMeasurableReason,
  type RegionMeasureName,
  regionMeasureNames,
  type RegionMeasures,
  tooFew,
} from '../eye-measures.ts'
import { expectedArea } from '../expected-area.ts'
import { discDiameterError } from '../calibres/doubts.ts'
import {
  areaOfRegion,
  discQuadrantAt,
  type EtdrsGrid,
  etdrsFieldAt,
  etdrsGrid,
  regionsAt,
  type RegionName,
  regionNames,
} from './regions.ts'
import { eyeLengthUncertainty } from '../retinal-scale.ts'
import { weightedMean } from '../statistics.ts'
import type { TracedEye, TracedVessel } from '../vessels/traced-vessels.ts'
import { measureByDepth } from '../vessels/depth.ts'
import { isShown } from '../zones.ts'

/** Minimum share of a region that the photograph must show. */
const leastShown = 0.9
/** Minimum number of places for a mean width. */
const fewestWidths = 10
/** The area between two probabilities shows how certain a density is. */
const levels = { surer: 0.6, lessSure: 0.4 } as const
/** One standard deviation between network and expert in a region, as a share. */
const methodError = { density: 0.2, calibre: 0.06 } as const
/** Added to the uncertainty of a density: even a region without a visible vessel may have a fine one. */
const missedDensity = 0.003

interface Layout {
  readonly disc: Disc
  readonly fovea: Fovea
  readonly grid: EtdrsGrid
}

/** Square pixels of the map. */
interface Area {
  readonly shown: number
  readonly vessel: number
  /** Difference of the vessels' area between the two levels. */
  readonly between: number
}

/** A piece of a vessel's centre line; lengths in image pixels. */
interface Piece extends Pick<TracedVessel, 'kind' | 'certainty'> {
  readonly lengthPx: number
  readonly widthPx: number | null
  /** Its own width or, if that is unknown, its vessel's. */
  readonly drawnWidthPx: number
}

/** Measures density and calibres of each field of the ETDRS grid and of each quadrant around the disc. */
export function measureRegions(eye: EyeMaps, traced: TracedEye): RegionMeasures[] {
  const { disc, fovea } = eye
  if (disc === null || fovea === null) {
    const reason = disc === null ? 'no-disc' : 'no-fovea'
    return regionNames.map((region) => ({ region, measures: noneFor(reason) }))
  }
  const grid = etdrsGrid(disc, fovea, eye.scale?.micrometresPerPixel ?? null)
  const layout: Layout = { disc, fovea, grid }
  const areas = areasOf(eye, layout)
  const pieces = piecesOf(eye, traced, layout)
  return regionNames.map((region) => {
    const area = areas.get(region) ?? { shown: 0, vessel: 0, between: 0 }
    const whole = areaOfRegion(region, disc, grid) / eye.pixelsPerMapPixel ** 2
    if (area.shown < leastShown * whole)
      return { region, measures: noneFor('zone-outside-photograph') }
    const measures = {
      ...densities(pieces.get(region) ?? [], area, eye),
      ...calibres(pieces.get(region) ?? [], disc, eye),
    }
    return { region, measures }
  })
}

function noneFor(notMeasurable: NotMeasurableReason): RegionMeasures['measures'] {
  const none = regionMeasureNames.map((name) => [name, { notMeasurable }] as const)
  return Object.fromEntries(none) as Record<RegionMeasureName, Measure>
}

function areasOf(
  { vessel, origin, pixelsPerMapPixel: scale, field }: EyeMaps,
  layout: Layout,
): Map<RegionName, Area> {
  const areas = new Map<RegionName, { shown: number; vessel: number; between: number }>(
    regionNames.map((region) => [region, { shown: 0, vessel: 0, between: 0 }]),
  )
  for (let i = 0; i < vessel.data.length; i++) {
    const [x, y] = [i % vessel.width, Math.floor(i / vessel.width)]
    const at = { x: origin.x + (x + 0.5) * scale, y: origin.y + (y + 0.5) * scale }
    if (!isShown(field, at)) continue
    const probability = vessel.data[i] ?? 0
    const isBetween = probability >= levels.lessSure && probability < levels.surer
    for (const region of regionsAt(layout, at)) {
      const area = areas.get(region)
      if (area === undefined) continue
      area.shown += 1
      area.vessel += expectedArea(probability)
      area.between += Number(isBetween)
    }
  }
  return areas
}

/** Pieces by region: the grid takes the vessels of the whole field, the quadrants those that calibres are measured on. */
function piecesOf(
  eye: EyeMaps,
  { field, nearDisc }: TracedEye,
  layout: Layout,
): Map<RegionName, Piece[]> {
  const { grid, disc, fovea } = layout
  const ring = { centre: grid.centre, fromPx: 0, toPx: grid.radiiPx[2] }
  const inGrid =
    eye.photograph === undefined
      ? field.vessels
      : measureByDepth(field.vessels, eye.photograph, { field: eye.field, ring })
  const pieces = new Map<RegionName, Piece[]>(regionNames.map((region) => [region, []]))
  const collect = (vessels: readonly TracedVessel[], find: (at: Point) => RegionName | null) => {
    for (const { points, kind, certainty, medianWidthPx } of vessels)
      for (const [i, point] of points.entries()) {
        const before = points[i - 1]
        const region = before === undefined ? null : find(point)
        if (before === undefined || region === null) continue
        const lengthPx = distance(before, point)
        const { widthPx } = point
        const drawnWidthPx = widthPx ?? medianWidthPx ?? 0
        pieces.get(region)?.push({ kind, certainty, lengthPx, widthPx, drawnWidthPx })
      }
  }
  collect(inGrid, (at) => etdrsFieldAt(grid, at))
  collect(nearDisc.vessels, (at) => discQuadrantAt(disc, fovea, at))
  return pieces
}

type DensityName = Extract<RegionMeasureName, `${string}ensity`>

/** The density of a kind is its share of the area along the centre lines; uncertain kinds widen it. */
function densities(
  pieces: readonly Piece[],
  { shown, vessel, between }: Area,
  { arteriole }: EyeMaps,
): Record<DensityName, Measure> {
  const density = vessel / shown
  const doubt = Math.hypot(between / 2 / shown, methodError.density * density, missedDensity)
  const areaOf = (chosen: readonly Piece[], weight: (piece: Piece) => number): number =>
    chosen.reduce((sum, piece) => sum + piece.lengthPx * piece.drawnWidthPx * weight(piece), 0)
  const total = areaOf(pieces, () => 1)
  const ofKind = (kind: VesselKind): Measure => {
    if (arteriole === null) return { notMeasurable: 'kinds-unknown' }
    const share = total === 0 ? 0 : areaOf(pieces, (piece) => Number(piece.kind === kind)) / total
    const unsure = total === 0 ? 0 : areaOf(pieces, ({ certainty }) => 1 - certainty) / total
    return measured('share', density * share, Math.hypot(doubt * share, density * unsure))
  }
  return {
    vesselDensity: measured('share', density, doubt),
    arteriolarDensity: ofKind('arteriole'),
    venularDensity: ofKind('venule'),
  }
}

type CalibreName = Extract<RegionMeasureName, `${string}alibre${string}`>

/** The mean width along all vessels of a kind that a region shows. */
function calibres(
  pieces: readonly Piece[],
  { diameterPx }: Disc,
  { arteriole, scale }: EyeMaps,
): Record<CalibreName, Measure> {
  const perPixel = scale?.micrometresPerPixel ?? null
  const scaleError = eyeLengthUncertainty(scale)
  const of = (kind: VesselKind, unit: 'µm' | 'DD'): Measure => {
    if (arteriole === null) return { notMeasurable: 'kinds-unknown' }
    if (unit === 'µm' && perPixel === null) return { notMeasurable: 'no-scale' }
    const widths = pieces.flatMap((piece) =>
      piece.kind === kind && piece.widthPx !== null
        ? { value: piece.widthPx, weight: piece.lengthPx }
        : [],
    )
    if (widths.length < fewestWidths) return { notMeasurable: tooFew[kind] }
    const found = weightedMean(widths)
    const [factor, error] =
      unit === 'µm' ? [perPixel ?? 1, scaleError] : [1 / diameterPx, discDiameterError]
    const doubt = Math.hypot(
      found.standardError,
      found.value * Math.hypot(methodError.calibre, error),
    )
    return measured(unit, found.value * factor, doubt * factor)
  }
  return {
    arteriolarCalibre: of('arteriole', 'µm'),
    venularCalibre: of('venule', 'µm'),
    arteriolarCalibreInDiscs: of('arteriole', 'DD'),
    venularCalibreInDiscs: of('venule', 'DD'),
  }
}
