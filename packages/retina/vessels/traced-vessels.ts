import type { Point } from '#geometry/point'

import type { VesselKind } from '../calibres/calibre.ts'
import type { VesselNetwork } from './network.ts'

/** A place on a vessel's centre line with its width; both in image pixels. */
export interface TracedPoint extends Point {
  /** The unit direction along the vessel. */
  readonly along: Point
  /** Null where the vessel runs into others, or where it cannot be told. */
  readonly widthPx: number | null
  /** How far its edges rise in the photograph; null where that was not measured. */
  readonly edgePx: number | null
}

/** A segment of the vessel graph in the photograph. */
export interface TracedVessel {
  readonly points: readonly TracedPoint[]
  /** The median of the widths on the map; null where there is none. */
  readonly medianWidthPx: number | null
  /** Null where nothing tells arterioles from venules. */
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
   * What calibres are measured on: the vessels of the close-up where there is one, else of the whole
   * field; around the disc their widths are those in the photograph where that is given.
   */
  readonly nearDisc: TracedNetwork
}
