import type { Point } from '#geometry/point'

/** A vessel between two nodes. */
export interface VesselSegment {
  /** The centre line from the first node to the second, in map pixels. */
  readonly line: readonly Point[]
  readonly from: number
  readonly to: number
}

/** Points at which vessels end, branch or cross. */
export interface VesselNode {
  readonly kind: 'end' | 'bifurcation' | 'crossing'
  readonly at: Point
  /** Length over which the meeting vessels merge, in map pixels. */
  readonly radius: number
  /** The segments that meet here, by number; a loop twice. */
  readonly segments: readonly number[]
  /** Pairs of segments that continue each other; at a crossing, two pairs. */
  readonly continuations: readonly (readonly [number, number])[]
}

/** The centre lines of all vessels and how they hang together; places in map pixels. */
export interface VesselGraph {
  readonly segments: readonly VesselSegment[]
  readonly nodes: readonly VesselNode[]
}
