import { distance, type Point } from '#geometry/point'

import type { Circle } from '../circle.ts'
import type { VesselCourse, VesselNetwork } from '../vessels/network.ts'

/** Two segments and the log odds that they are of one kind rather than of two. */
export interface Tie {
  readonly a: number
  readonly b: number
  readonly logOdds: number
}

/** Length in pixels that determines a vessel's direction at a node. */
const directionFromPx = 3
const directionToPx = 15
/** Vessels overlap on the disc: within this many radii, neighbours are weak evidence. */
const crowdedRadii = 1.2

/** Whether a place is in the area where vessels overlap. */
export function isCrowded(place: Point, disc: Circle | null): boolean {
  return disc !== null && distance(place, disc.centre) < crowdedRadii * disc.radius
}

/** The direction in which a segment leaves a node; its length is no matter. */
export function leaving(segment: VesselCourse | undefined, node: number): Point {
  const points = segment?.points ?? []
  const ordered = segment?.from === node ? points : points.toReversed()
  const near = ordered[Math.min(directionFromPx, ordered.length - 1)]
  const far = ordered[Math.min(directionToPx, ordered.length - 1)]
  return near === undefined || far === undefined
    ? { x: 0, y: 0 }
    : { x: far.x - near.x, y: far.y - near.y }
}

/** For each segment the segments that it meets at a node. */
export function meetingSegments({ nodes, segments }: VesselNetwork): Set<number>[] {
  const meeting = segments.map(() => new Set<number>())
  for (const node of nodes) {
    for (const a of node.segments) for (const b of node.segments) meeting[a]?.add(b)
  }
  return meeting
}
