import type { GreyImage } from '#raster/image'
import { sampleAt } from '#raster/sample'

import type { Circle } from '../circle.ts'
import { mean } from '../statistics.ts'
import { tiesAtEnds } from './ends.ts'
import { tiesWhereVesselsMeet } from './meetings.ts'
import { tiesBetweenNeighbours } from './neighbours.ts'
import type { VesselCourse, VesselNetwork } from '../vessels/network.ts'
import type { Tie } from './ties.ts'

/** Neighbouring pixels of a vessel are not independent: this length counts as one opinion. */
const pixelsPerOpinion = 12
const mostOpinions = 5
/** A wide vessel's opinion is weighted by its width over the mean one's, up to this factor. */
const widestCounts = 2
/** Networks are overconfident: their log odds are multiplied by this factor. */
const confidence = 0.5
/** Loops of ties return an opinion to its origin: each tie is weighted by this share. */
const tieShare = 0.5

/** The least probability that a map is read as. */
const leastProbability = 0.03
/** Kinds are read in the middle of a vessel, up to this share of its width from the centre line. */
const coreShare = 0.3
/** Rounds of belief propagation; beliefs settle sooner. */
const rounds = 40
/** Share of its last value that a belief keeps, to damp oscillation in loops. */
const inertia = 0.5

/**
 * For each segment of a network the probability from 0 to 1 that it is an arteriole. Each segment has an
 * opinion, the maps' log odds along it, weighted by its length and width. Ties link segments that meet at
 * nodes, lie ahead of each other's ends or run side by side. The probabilities are those of the Ising model
 * made of both, by belief propagation. The ties' log odds are round numbers; pairs of vessels in
 * training/kinds.csv show the same order and mostly stronger ones (1,046 of 1,047 continuations are of one
 * kind, 367 of 423 that cross are not). Sources: J. Pearl, Probabilistic reasoning in intelligent systems,
 * 1988 (propagation); B. Dashtbozorg et al., IEEE Trans Image Process 2014;23:1073-83 (deciding on the vessel
 * graph).
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

/** A network's probability of each pixel's kind, from 0 to 1. */
interface KindMaps {
  readonly arteriole: GreyImage
  readonly venule: GreyImage
}

/** The maps' log odds of arteriole against venule for a segment alone. */
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

/** Over all places of all vessels; 1 if there are none. */
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

/** Effect of one segment's log odds on the other's. */
function passOn(logOdds: number, tie: number): number {
  return 2 * Math.atanh(Math.tanh(tie / 2) * Math.tanh(logOdds / 2))
}
