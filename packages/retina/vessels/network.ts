import { distance } from '#geometry/point'
import { squaredDistance } from '#raster/distance'
import { fillHoles } from '#raster/fill-holes'
import type { Bitmap, GreyImage } from '#raster/image'
import { invert } from '#raster/morphology'
import { sampleAt } from '#raster/sample'
import { hysteresis } from '#raster/threshold'

import { median } from '../statistics.ts'
import type { CoursePoint } from './course.ts'
import { smoothCourse } from './course.ts'
import type { VesselGraph, VesselNode, VesselSegment } from './graph.ts'
import { findVesselGraph } from './find-graph.ts'
import { profileAt } from './width.ts'

/** A place on a vessel with its width in map pixels; null where it merges with others. */
interface VesselPoint extends CoursePoint {
  readonly width: number | null
}

export interface VesselCourse extends VesselSegment {
  readonly points: readonly VesselPoint[]
  /** The median of the widths, in map pixels; null if there are none. */
  readonly width: number | null
}

/** A graph whose segments are smooth lines with widths. */
export interface VesselNetwork extends VesselGraph {
  readonly segments: readonly VesselCourse[]
  /** Mask of the vessels. */
  readonly area: Bitmap
}

/** Pixels from the low probability on are vessel if they are connected with one of the high. */
const vesselThreshold = { low: 0.4, high: 0.6 } as const
/** Smaller parts are not vessels and smaller holes are filled, in map pixels. */
const smallestArea = 40
const largestHole = 12
/** Reach of a profile to either side, in radii of the vessel plus pixels. */
const reachRadii = 2
const reachPx = 5
/** Vessels merge within this many of a node's radii, plus pixels. */
const nodeRadii = 1.2
const nodePx = 1

/** The vessels of a map of probabilities as a graph of smooth lines with widths. */
export function mapVesselNetwork(vessel: GreyImage): VesselNetwork {
  const area = fillHoles(hysteresis(vessel, { ...vesselThreshold, smallestArea }), largestHole)
  const edgeDistance = distanceFromEdge(area)
  const graph = findVesselGraph(area, edgeDistance)
  const segments = graph.segments.map((segment) => {
    const nodes = [segment.from, segment.to].flatMap((node) => graph.nodes[node] ?? [])
    return measureSegment(vessel, { ...segment, nodes }, edgeDistance)
  })
  return { ...graph, segments, area }
}

/** Distance of each pixel's centre from the area's edge, in pixels. */
function distanceFromEdge(area: Bitmap): GreyImage {
  const away = squaredDistance(invert(area))
  const { data } = away
  for (let i = 0; i < data.length; i++) data[i] = Math.max(0, Math.sqrt(data[i] ?? 0) - 0.5)
  return away
}

function measureSegment(
  vessel: GreyImage,
  { nodes, ...segment }: VesselSegment & { readonly nodes: readonly VesselNode[] },
  edgeDistance: GreyImage,
): VesselCourse {
  const meetings = nodes.filter(({ kind }) => kind !== 'end')
  const points = smoothCourse(segment.line).map((point): VesselPoint => {
    const isFree = meetings.every(
      ({ at, radius }) => distance(at, point) > nodeRadii * radius + nodePx,
    )
    if (!isFree) return { ...point, width: null }
    const reach = reachRadii * sampleAt(edgeDistance, point.x, point.y) + reachPx
    const profile = profileAt(vessel, point, reach)
    return profile === undefined
      ? { ...point, width: null }
      : { ...point, ...profile.centre, width: profile.width }
  })
  return { ...segment, points, width: median(points.flatMap(({ width }) => width ?? [])) }
}
