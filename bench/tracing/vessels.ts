import type { Point } from '#geometry/point'
import { distance } from '#geometry/point'
import { findComponents } from '#raster/components'
import type { Bitmap, GreyImage, RgbImage } from '#raster/image'
import { findFieldOfView } from '#retina/field-of-view'
import { mean, median } from '#retina/statistics'
import type { VesselNetwork } from '#retina/vessels/network'
import { mapVesselNetwork } from '#retina/vessels/network'
import { joinRuns } from '#retina/vessels/runs'
import type { TracedPoint } from '#retina/vessels/traced-vessels'

import type { Case } from '../../training/photographs.ts'
import type { Random } from '../../training/quality/random.ts'
import { readKindsAt, readBitmap } from '../../training/read-photographs.ts'

/** A vessel of an expert's map, and places where others cross it. */
interface DrawnVessel {
  readonly centreLine: readonly WidePoint[]
  readonly crossings: readonly Point[]
}

interface WidePoint extends Point {
  readonly width: number | null
}

/** Two places on one vessel, and what an expert drew between them. */
export interface Pair {
  readonly ends: readonly [Point, Point]
  /** Goes on a little beyond the ends. */
  readonly centreLine: readonly Point[]
  /** Median width in pixels. */
  readonly width: number
  readonly crossings: number
}

/** The optic disc as a share of the field: 1.8 mm, or 6 degrees, of 45. */
const discShare = 1 / 7.5
const pairsOfEach = 40
const leastWidthPx = 5
/** Distances between the ends, in disc diameters. */
const distances = { least: 0.25, most: 1 }
/** AVRDB's strokes are about twice as wide as the vessels. */
const strokeTimes = 2

export async function pairsOf(each: Case, photograph: RgbImage, random: Random): Promise<Pair[]> {
  const field = findFieldOfView(photograph)
  if (field.kind === 'not-a-fundus') return []
  const disc = field.diameterPx * discShare
  const vessels = await vesselsOf(each, photograph)
  const long = vessels.filter(({ centreLine }) => centreLine.length > distances.least * disc)
  const weights = long.map(({ centreLine }) => centreLine.length)
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const pairs: Pair[] = []
  for (let tries = 0; tries < 100 * pairsOfEach && pairs.length < pairsOfEach; tries++) {
    let place = random.uniform() * total
    const vessel = long.find((_, i) => (place -= weights[i] ?? 0) < 0)
    const pair = vessel && pairOn(vessel, disc, random)
    if (pair !== undefined && pair !== null) pairs.push(pair)
  }
  return pairs
}

function pairOn({ centreLine, crossings }: DrawnVessel, disc: number, random: Random): Pair | null {
  const first = random.below(centreLine.length)
  const last = first + Math.round(random.between(distances.least, distances.most) * disc)
  const between = centreLine.slice(first, last + 1)
  const [from, to] = [centreLine[first], centreLine[last]]
  if (from === undefined || to === undefined || distance(from, to) > disc) return null
  const width = median(between.flatMap((point) => point.width ?? []))
  if (width === null || width <= leastWidthPx) return null
  const crossed = crossings.filter((at) =>
    between.some((point) => distance(at, point) < width),
  ).length
  if (crossed > 1) return null
  const beyond = Math.ceil(2 * width)
  const around = centreLine.slice(Math.max(0, first - beyond), last + 1 + beyond)
  return { ends: [from, to], centreLine: around, width, crossings: crossed }
}

async function vesselsOf(each: Case, { width, height }: RgbImage): Promise<DrawnVessel[]> {
  if (each.vessels !== null) {
    const map = await readBitmap(each.vessels)
    return drawnIn(mapVesselNetwork({ ...map, data: Float32Array.from(map.data) }), 1)
  }
  if (each.strokes === null) return []
  const kinds = await readKindsAt(each.strokes, { width, height })
  const together = (kind: Uint8Array): GreyImage => ({
    width,
    height,
    data: Float32Array.from(kind, (share, i) => Math.max(share, kinds.either[i] ?? 0) / 255),
  })
  const networks = [kinds.arteriole, kinds.venule].map((kind) => mapVesselNetwork(together(kind)))
  const crossings = middlesOf({ width, height, data: kinds.either })
  return networks.flatMap((network) =>
    drawnIn(network, strokeTimes).map((vessel) => ({ ...vessel, crossings })),
  )
}

function drawnIn(network: VesselNetwork, times: number): DrawnVessel[] {
  const crossings = network.nodes.filter(({ kind }) => kind === 'crossing').map(({ at }) => at)
  const vessels = network.segments.map(({ points, width }) => ({
    points: points.map((point) => ({
      ...point,
      widthPx: point.width === null ? null : point.width / times,
      blurErrorPx: null,
    })),
    medianWidthPx: width,
    kind: null,
    certainty: 1,
  }))
  return joinRuns({ network, vessels }).map(({ points }) => ({
    centreLine: centreLineOf(points),
    crossings,
  }))
}

/**
 * Where vessels merge, a skeleton follows none of them, and between pixels it has stairs: the line is drawn
 * straight through the former and smoothed over twice the width to either side.
 */
function centreLineOf(points: readonly TracedPoint[]): WidePoint[] {
  const free = points.filter(({ widthPx }) => widthPx !== null)
  const width = median(free.flatMap(({ widthPx }) => widthPx ?? [])) ?? 0
  const line = free.flatMap((point, i): WidePoint[] => {
    const next = free[i + 1] ?? point
    const count = Math.max(1, Math.round(distance(point, next)))
    return Array.from({ length: count }, (_, k) => ({
      x: point.x + (k / count) * (next.x - point.x),
      y: point.y + (k / count) * (next.y - point.y),
      width: point.widthPx,
    }))
  })
  return line.map((point, i) => {
    const reach = Math.min(Math.round(2 * width), i, line.length - 1 - i)
    const near = line.slice(i - reach, i + reach + 1)
    return { ...point, x: mean(near.map(({ x }) => x)), y: mean(near.map(({ y }) => y)) }
  })
}

/** The middles of the parts of a map. */
function middlesOf(map: Bitmap): Point[] {
  const inside = { ...map, data: map.data.map((share) => Number(share > 127)) }
  const { labels, areas } = findComponents(inside, 8)
  const sums = Array.from(areas, () => ({ x: 0, y: 0 }))
  for (const [i, label] of labels.entries()) {
    const sum = sums[label]
    if (label === 0 || sum === undefined) continue
    sum.x += (i % map.width) + 0.5
    sum.y += Math.floor(i / map.width) + 0.5
  }
  return sums.slice(1).map(({ x, y }, i) => ({
    x: x / (areas[i + 1] ?? 1),
    y: y / (areas[i + 1] ?? 1),
  }))
}
