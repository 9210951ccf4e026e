import type { Point } from '#geometry/point'
import type { Bitmap, GreyImage } from '#raster/image'
import { thin } from '#raster/thin'

import { pairCrossings } from './crossings.ts'
import { pruneSpurs } from './spurs.ts'
import { traceSkeleton } from './trace.ts'

/** A vessel between two nodes. */
export interface VesselSegment {
  /** The centre line from the first node to the second, in map pixels. */
  readonly line: readonly Point[]
  readonly from: number
  readonly to: number
}

/** Where vessels end, branch or cross. */
export interface VesselNode {
  readonly kind: 'end' | 'bifurcation' | 'crossing'
  readonly at: Point
  /** How far the vessels that meet there run into one another, in map pixels. */
  readonly radius: number
  /** The segments that meet here, by number; a loop twice. */
  readonly segments: readonly number[]
  /** Pairs of segments of which each continues the other; at a crossing, two pairs. */
  readonly continuations: readonly (readonly [number, number])[]
}

/** The centre lines of all vessels and how they hang together; places in map pixels. */
export interface VesselGraph {
  readonly segments: readonly VesselSegment[]
  readonly nodes: readonly VesselNode[]
}

/** The graph of an area of vessels, its spurs cut off; takes how far its pixels are from its edge. */
export function findVesselGraph(vessels: Bitmap, edgeDistance: GreyImage): VesselGraph {
  return pairCrossings(pruneSpurs(traceSkeleton(thin(vessels), edgeDistance)))
}
