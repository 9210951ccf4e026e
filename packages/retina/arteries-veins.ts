import type { Point } from '#geometry/point'
import { distance } from '#geometry/point'
import type { GreyImage } from '#raster/image'
import { sampleAt } from '#raster/sample'

import type { Circle } from './circle.ts'
import { mean } from './statistics.ts'
import { angleBetween } from './vessel-crossings.ts'
import type { VesselCourse, VesselNetwork } from './vessel-network.ts'

/** Neighbouring pixels of a vessel say the same: so many of its length are one opinion. */
const pixelsPerOpinion = 12
const mostOpinions = 3
/** A wide vessel's opinion counts by its width over the mean one's, up to so much. */
const widestCounts = 3
/**
 * Log odds that vessels that meet are of one kind: where one goes nearly straight on, where one
 * branches off, through a crossing, and of the two that cross. Chosen for manual maps of HRF, LES-AV
 * and DRIVE, on which they were also measured.
 */
const couplingLogOdds = { straightOn: 1.6, branch: 1.4, throughCrossing: 2, acrossCrossing: -1.6 }

/** The least probability that a map is read as. */
const leastProbability = 0.03
/** Kinds are read off the middle of a vessel, to so much of its width from its centre line. */
const coreShare = 0.3
/** What turns less goes straight on. */
const straightTurn = 0.6
/** A vessel's direction at a node is that of so many pixels of its length. */
const directionFromPx = 3
const directionToPx = 15
/** On the disc vessels lie over one another: nothing follows from what meets within so many radii. */
const crowdedRadii = 1.2
/** Beliefs are passed on so many times; they settle sooner. */
const rounds = 40
/** What a belief keeps of its last value, so that loops do not swing. */
const inertia = 0.5

/**
 * For each segment of a network the probability from 0 to 1 that it is an arteriole. Each segment
 * has an opinion, the maps' log odds along it, which counts by its length and width; vessels that
 * continue or branch from one another tend to be of one kind, and those that cross of different
 * ones; the optic disc, where all of them meet, is left out. The probabilities are those of the
 * Ising model made of both, by belief propagation. Sources: J. Pearl, Probabilistic reasoning in
 * intelligent systems, 1988 (propagation); B. Dashtbozorg et al., IEEE Trans Image Process
 * 2014;23:1073-83 (deciding on the vessel graph).
 */
export function tellArteriesFromVeins(
  network: VesselNetwork,
  { arteriole, venule }: KindMaps,
  disc: Circle | null,
): number[] {
  const meanWidth = meanWidthOf(network)
  const opinions = network.segments.map((segment) => {
    const counts = Math.min(widestCounts, (segment.width ?? 0) / meanWidth)
    return counts * opinionOn(segment, arteriole, venule)
  })
  return settle(opinions, couplings(network, disc)).map((logOdds) => 1 / (1 + Math.exp(-logOdds)))
}

/** What a network says of each pixel's kind, from 0 to 1. */
interface KindMaps {
  readonly arteriole: GreyImage
  readonly venule: GreyImage
}

/** The log odds of arteriole against venule that the maps give for a segment by itself. */
function opinionOn({ points }: VesselCourse, arteriole: GreyImage, venule: GreyImage): number {
  let [sum, weights, count] = [0, 0, 0]
  for (const { x, y, along, width } of points) {
    if (width === null) continue
    count += 1
    for (const t of [-coreShare * width, 0, coreShare * width]) {
      const a = sampleAt(arteriole, x - t * along.y, y + t * along.x) + leastProbability
      const v = sampleAt(venule, x - t * along.y, y + t * along.x) + leastProbability
      sum += width * Math.log(a / v)
      weights += width
    }
  }
  return weights === 0 ? 0 : (sum / weights) * Math.min(mostOpinions, count / pixelsPerOpinion)
}

/** Over all places of all vessels; 1 where there is none. */
function meanWidthOf({ segments }: VesselNetwork): number {
  const widths = segments.flatMap(({ points }) => points.flatMap(({ width }) => width ?? []))
  return widths.length === 0 ? 1 : mean(widths)
}

/** Two segments and the log odds that they are of one kind rather than of two. */
interface Coupling {
  readonly a: number
  readonly b: number
  readonly logOdds: number
}

function couplings({ nodes, segments }: VesselNetwork, disc: Circle | null): Coupling[] {
  const { straightOn, branch, throughCrossing, acrossCrossing } = couplingLogOdds
  const found = nodes.flatMap(({ kind, continuations, at }, node): Coupling[] => {
    if (disc !== null && distance(at, disc.centre) < crowdedRadii * disc.radius) return []
    if (kind !== 'crossing') {
      return continuations.map(([a, b]) => {
        const apart = angleBetween(leaving(segments[a], node), leaving(segments[b], node))
        return { a, b, logOdds: Math.PI - apart < straightTurn ? straightOn : branch }
      })
    }
    const [first = [], second = []] = continuations
    const across = first.flatMap((a) => second.map((b) => ({ a, b, logOdds: acrossCrossing })))
    return [...continuations.map(([a, b]) => ({ a, b, logOdds: throughCrossing })), ...across]
  })
  return found.filter(({ a, b }) => a !== b)
}

/** The direction in which a segment leaves a node. */
function leaving(segment: VesselCourse | undefined, node: number): Point {
  const points = segment?.points ?? []
  const ordered = segment?.from === node ? points : points.toReversed()
  const near = ordered[Math.min(directionFromPx, ordered.length - 1)]
  const far = ordered[Math.min(directionToPx, ordered.length - 1)]
  return near === undefined || far === undefined
    ? { x: 0, y: 0 }
    : { x: far.x - near.x, y: far.y - near.y }
}

/** The log odds of all when they have heard of one another. */
function settle(opinions: readonly number[], links: readonly Coupling[]): number[] {
  const fromA = new Float64Array(links.length)
  const fromB = new Float64Array(links.length)
  let totals = [...opinions]
  for (let round = 0; round < rounds; round++) {
    for (const [i, { a, b, logOdds }] of links.entries()) {
      const withoutB = (totals[a] ?? 0) - (fromB[i] ?? 0)
      const withoutA = (totals[b] ?? 0) - (fromA[i] ?? 0)
      fromA[i] = inertia * (fromA[i] ?? 0) + (1 - inertia) * passOn(withoutB, logOdds)
      fromB[i] = inertia * (fromB[i] ?? 0) + (1 - inertia) * passOn(withoutA, logOdds)
    }
    totals = [...opinions]
    for (const [i, { a, b }] of links.entries()) {
      totals[b] = (totals[b] ?? 0) + (fromA[i] ?? 0)
      totals[a] = (totals[a] ?? 0) + (fromB[i] ?? 0)
    }
  }
  return totals
}

/** What one segment's log odds mean for the other's. */
function passOn(logOdds: number, coupling: number): number {
  return 2 * Math.atanh(Math.tanh(coupling / 2) * Math.tanh(logOdds / 2))
}
