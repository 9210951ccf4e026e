import type { Point } from '#geometry/point'

import type { VesselNetwork } from '../vessels/network.ts'
import { meetingSegments, type Tie } from './ties.ts'

/** Neighbours are searched from every n-th place, on both sides, up to this many mean widths away. */
const everyPoint = 3
const reachWidths = 15
/** Vessels that meet run side by side after branching, but this near only at crossings. */
const meetingWidths = 5
/** Log odds of neighbours that touch; less the farther away, none at the reach. */
const touching = -3
/** Number of places at which a tie counts fully. */
const fullPlaces = 10
/** The ends of a segment belong to its nodes. */
const endPoints = 6
/** Number of points to either side that determine a line's direction. */
const directionPoints = 5
const nearestPx = 4

/**
 * Ties from vessels that run side by side: arterioles and venules alternate. Distances are in mean widths.
 */
export function tiesBetweenNeighbours(network: VesselNetwork, meanWidth: number): Tie[] {
  const meeting = meetingSegments(network)
  return sightingsIn(network, reachWidths * meanWidth).flatMap(({ a, b, places, distances }) => {
    const widths = distances / places / meanWidth
    if (meeting[a]?.has(b) === true && widths > meetingWidths) return []
    const share = Math.min(1, places / fullPlaces) * Math.max(0, 1 - widths / reachWidths)
    return share === 0 ? [] : [{ a, b, logOdds: touching * share }]
  })
}

/** Number of places at which two segments are each other's nearest, and the sum of the distances. */
interface Sighting {
  readonly a: number
  readonly b: number
  places: number
  distances: number
}

function sightingsIn(network: VesselNetwork, reach: number): Sighting[] {
  const lines = drawLines(network)
  const found = new Map<string, Sighting>()
  for (const [segment, { points }] of network.segments.entries()) {
    for (let i = endPoints; i < points.length - endPoints; i += everyPoint) {
      const [before, at, after] = [
        points[i - directionPoints],
        points[i],
        points[i + directionPoints],
      ]
      if (before === undefined || at === undefined || after === undefined) continue
      const length = Math.hypot(after.x - before.x, after.y - before.y) || 1
      const across = { x: (before.y - after.y) / length, y: (after.x - before.x) / length }
      for (const side of [across, { x: -across.x, y: -across.y }]) {
        const seen = lines.firstFrom(at, side, reach)
        if (seen === undefined || seen.segment === segment) continue
        const [a, b] = [Math.min(segment, seen.segment), Math.max(segment, seen.segment)]
        const sighting = found.get(`${a} ${b}`) ?? { a, b, places: 0, distances: 0 }
        sighting.places += 1
        sighting.distances += seen.away
        found.set(`${a} ${b}`, sighting)
      }
    }
  }
  return [...found.values()]
}

interface Lines {
  /** The first segment in a direction, and how far away it is. */
  firstFrom(
    at: Point,
    direction: Point,
    reach: number,
  ): { segment: number; away: number } | undefined
}

/** All centre lines in one picture, two pixels wide so that no ray slips through. */
function drawLines({ segments, area: { width, height } }: VesselNetwork): Lines {
  const numbers = new Int32Array(width * height).fill(-1)
  for (const [segment, { points }] of segments.entries()) {
    for (const { x, y } of points) {
      const from = Math.floor(y) * width + Math.floor(x)
      numbers.fill(segment, from, from + (x < width - 1 ? 2 : 1))
    }
  }
  return {
    firstFrom(at, direction, reach) {
      for (let away = nearestPx; away < reach; away++) {
        const x = Math.floor(at.x + away * direction.x)
        const y = Math.floor(at.y + away * direction.y)
        if (x < 0 || y < 0 || x >= width || y >= height) return undefined
        const segment = numbers[y * width + x] ?? -1
        if (segment >= 0) return { segment, away }
      }
      return undefined
    },
  }
}
