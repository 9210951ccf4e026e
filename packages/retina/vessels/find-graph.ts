import type { Bitmap, GreyImage } from '#raster/image'
import { thin } from '#raster/thin'

import { pairCrossings } from './crossings.ts'
import type { VesselGraph } from './graph.ts'
import { pruneSpurs } from './spurs.ts'
import { traceSkeleton } from './trace.ts'

/** The graph of an area of vessels, its spurs cut off; takes how far its pixels are from its edge. */
export function findVesselGraph(vessels: Bitmap, edgeDistance: GreyImage): VesselGraph {
  return pairCrossings(pruneSpurs(traceSkeleton(thin(vessels), edgeDistance)))
}
