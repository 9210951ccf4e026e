import type { GreyImage } from '#raster/image'
import { sampleAt } from '#raster/sample'

import type { Circle } from '../circle.ts'
import { mean } from '../statistics.ts'
import { tiesAtEnds } from './ends.ts'
import { tiesWhereVesselsMeet } from './meetings.ts'
import { tiesBetweenNeighbours } from './neighbours.ts'
import type { VesselCourse, VesselNetwork } from '../vessels/network.ts'
import type { Tie } from './ties.ts'

/** Neighbouring pixels of a vessel say the same: so many of its length are one opinion. */
const pixelsPerOpinion = 12
const mostOpinions = 5
/** A wide vessel's opinion counts by its width over the mean one's, up to so much. */
const widestCounts = 2
/** Networks are surer than they should be: their log odds count by so much. */
const confidence = 0.5
/** Through loops of ties an opinion comes back to where it came from: so much of each tie counts. */
const tieShare = 0.5

/** The least probability that a map is read as. */
const leastProbability = 0.03
/** Kinds are read off the middle of a vessel, to so much of its width from its centre line. */
const coreShare = 0.3
/** Beliefs are passed on so many times; they settle sooner. */
const rounds = 40
/** What a belief keeps of its last value, so that loops do not swing. */
const inertia = 0.5

/**
 * For each segment of a network the probability from 0 to 1 that it is an arteriole. Each segment
 * has an opinion, the maps' log odds along it, which counts by its length and width; segments are
 * tied to those that they meet at nodes, to those ahead of their ends and to those beside them. The
 * probabilities are those of the Ising model made of both, by belief propagation. The ties' log odds
 * are round; pairs of vessels of training/kinds.csv show the same order and mostly stronger ones
 * (1,046 of 1,047 continuations are of one kind, 367 of 423 that cross are not). Sources: J. Pearl, Probabilistic reasoning in
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
    const counts = confidence * Math.min(widestCounts, (segment.width ?? 0) / meanWidth)
    return counts * opinionOn(segment, arteriole, venule)
  })
  const ties = [
    ...tiesWhereVesselsMeet(network, disc),
    ...tiesAtEnds(network, disc, meanWidth),
    ...tiesBetweenNeighbours(network, meanWidth),
  ]
  const counted = ties.map((tie) => ({ ...tie, logOdds: tieShare * tie.logOdds }))
  return settle(opinions, counted).map((logOdds) => 1 / (1 + Math.exp(-logOdds)))
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

/** The log odds of all when they have heard of one another. */
function settle(opinions: readonly number[], ties: readonly Tie[]): number[] {
  const fromA = new Float64Array(ties.length)
  const fromB = new Float64Array(ties.length)
  let totals = [...opinions]
  for (let round = 0; round < rounds; round++) {
    for (const [i, { a, b, logOdds }] of ties.entries()) {
      const withoutB = (totals[a] ?? 0) - (fromB[i] ?? 0)
      const withoutA = (totals[b] ?? 0) - (fromA[i] ?? 0)
      fromA[i] = inertia * (fromA[i] ?? 0) + (1 - inertia) * passOn(withoutB, logOdds)
      fromB[i] = inertia * (fromB[i] ?? 0) + (1 - inertia) * passOn(withoutA, logOdds)
    }
    totals = [...opinions]
    for (const [i, { a, b }] of ties.entries()) {
      totals[b] = (totals[b] ?? 0) + (fromA[i] ?? 0)
      totals[a] = (totals[a] ?? 0) + (fromB[i] ?? 0)
    }
  }
  return totals
}

/** What one segment's log odds mean for the other's. */
function passOn(logOdds: number, tie: number): number {
  return 2 * Math.atanh(Math.tanh(tie / 2) * Math.tanh(logOdds / 2))
}
