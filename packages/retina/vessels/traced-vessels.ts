import type { Point } from '#geometry/point'

import type { VesselKind } from '../calibres/calibre.ts'
import type { VesselNetwork } from './network.ts'

/** A place on a vessel's centre line with its width; both in image pixels. */
export interface TracedPoint extends Point {
  /** The unit direction along the vessel. */
  readonly along: Point
  /** Null where the vessel merges with others, or cannot be measured. */
  readonly widthPx: number | null
  /** One standard deviation of the width's error by the photograph's blur; null if it is the map's width. */
  readonly blurErrorPx: number | null
}

/** A segment of the vessel graph in the photograph. */
export interface TracedVessel {
  readonly points: readonly TracedPoint[]
  /** The median of the widths on the map; null if there are none. */
  readonly medianWidthPx: number | null
  /** Null if arterioles and venules are not distinguished. */
  readonly kind: VesselKind | null
  /** How sure the kind is, from 0.5 to 1. */
  readonly certainty: number
}

/** The vessels of a map and the graph that they are the segments of. */
export interface TracedNetwork {
  readonly network: VesselNetwork
  /** In the order of the network's segments. */
  readonly vessels: readonly TracedVessel[]
}

export interface TracedEye {
  /** Of the whole field. */
  readonly field: TracedNetwork
  /**
   * Vessels for measuring calibres: those of the close-up if there is one, else of the whole field; around
   * the disc with their widths in the photograph, if given.
   */
  readonly nearDisc: TracedNetwork
}
