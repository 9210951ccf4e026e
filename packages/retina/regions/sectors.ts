import { boxesIntersect, boxOfRing, growBox } from '#geometry/box'
import type { Point } from '#geometry/point'
import type { MultiPolygon, Ring } from '#geometry/polygon'
import { pointsOf, ringOf, ringsOf, signedArea } from '#geometry/polygon'

import { zones } from '../zones.ts'
import { type RegionLayout, type RegionName, regionNames } from './regions.ts'

/** A part of a ring: radii in image pixels, quarters counted clockwise on the screen. */
interface Sector {
  readonly centre: Point
  readonly fromPx: number
  readonly toPx: number
  /** The direction in which it begins, in degrees from the right; null for the whole ring. */
  readonly startDegrees: number | null
}

/** Where each quarter of the ETDRS grid begins. */
const gridStarts = { superior: 225, inferior: 45, right: -45, left: 135 } as const

/** The outline of a region. Each has the radii and the borders of `regions.ts`. */
function sectorOf(region: RegionName, { disc, fovea, grid }: RegionLayout): Sector {
  const [inner, middle, outer] = grid.radiiPx
  const { centre } = grid
  if (region === 'etdrs-centre') return { centre, fromPx: 0, toPx: inner, startDegrees: null }
  const [, ring, ...side] = region.split('-')
  if (!region.startsWith('etdrs')) return discSector(region, { disc, fovea })
  const [fromPx, toPx] = ring === 'inner' ? [inner, middle] : [middle, outer]
  return { centre, fromPx, toPx, startDegrees: gridStarts[gridSide(side.join(), grid.nasal)] }
}

function gridSide(side: string, nasal: 1 | -1): keyof typeof gridStarts {
  if (side === 'superior' || side === 'inferior') return side
  return (side === 'nasal') === (nasal === 1) ? 'right' : 'left'
}

function discSector(
  region: RegionName,
  { disc: { centre, diameterPx }, fovea }: Pick<RegionLayout, 'disc' | 'fovea'>,
): Sector {
  const isRight = region.endsWith('temporal') === fovea.centre.x > centre.x
  const isUp = region.startsWith('disc-superior')
  const startDegrees = isUp ? (isRight ? 270 : 180) : isRight ? 0 : 90
  const { from, to } = zones.C
  return { centre, fromPx: from * diameterPx, toPx: to * diameterPx, startDegrees }
}

/** The area of a shape in each region that it reaches, in square pixels. */
export function areasByRegion(
  shape: MultiPolygon,
  layout: RegionLayout,
): ReadonlyMap<RegionName, number> {
  const areas = new Map<RegionName, number>()
  for (const region of regionNames) {
    const area = areaWithin(shape, sectorOf(region, layout))
    if (area > leastArea) areas.set(region, area)
  }
  return areas
}

/** In square pixels: less is rounding. */
const leastArea = 0.05

function areaWithin(shape: MultiPolygon, sector: Sector): number {
  const { fromPx, toPx } = sector
  const outer = wedge(sector, toPx)
  const inner = fromPx === 0 ? null : wedge(sector, fromPx)
  const reach = growBox({ ...sector.centre, width: 0, height: 0 }, toPx)
  let area = 0
  for (const polygon of shape) {
    const box = boxOfRing(polygon.outer)
    if (box === null || !boxesIntersect(box, reach)) continue
    for (const ring of ringsOf(polygon)) {
      const kept = clipped(ring, outer)
      area += signedArea(kept) - (inner === null ? 0 : signedArea(clipped(kept, inner)))
    }
  }
  return area
}

/** Corners of an arc of a quarter circle. */
const stepsPerQuarter = 24
const step = Math.PI / 2 / stepsPerQuarter
/** Makes the polygon of a circle as large as the circle. */
const growth = Math.sqrt(step / Math.sin(step))

/** The convex polygon of a quarter of a circle, or of a whole one. */
function wedge({ centre, startDegrees }: Sector, radius: number): Point[] {
  const start = ((startDegrees ?? 0) * Math.PI) / 180
  const steps = startDegrees === null ? 4 * stepsPerQuarter - 1 : stepsPerQuarter
  const arc = Array.from({ length: steps + 1 }, (_, i) => ({
    x: centre.x + radius * growth * Math.cos(start + i * step),
    y: centre.y + radius * growth * Math.sin(start + i * step),
  }))
  return startDegrees === null ? arc : [centre, ...arc]
}

/**
 * A ring clipped to a convex polygon, corner by corner. Parts that are cut off from one another stay
 * joined by lines without width, which have no area. Source: I. E. Sutherland, G. W. Hodgman, 1974.
 */
function clipped(ring: Ring, polygon: readonly Point[]): Ring {
  let points: readonly Point[] = pointsOf(ring)
  for (const [i, from] of polygon.entries()) {
    if (points.length === 0) break
    points = rightOf(points, from, polygon[(i + 1) % polygon.length] ?? from)
  }
  return ringOf(points)
}

/** The part of a ring on the right-hand side of a line on the screen. */
function rightOf(points: readonly Point[], from: Point, to: Point): Point[] {
  const side = ({ x, y }: Point) => (to.x - from.x) * (y - from.y) - (to.y - from.y) * (x - from.x)
  const kept: Point[] = []
  let previous = points.at(-1) ?? from
  let before = side(previous)
  for (const point of points) {
    const here = side(point)
    if (here > 0 !== before > 0) {
      const share = before / (before - here)
      kept.push({
        x: previous.x + share * (point.x - previous.x),
        y: previous.y + share * (point.y - previous.y),
      })
    }
    if (here > 0) kept.push(point)
    previous = point
    before = here
  }
  return kept
}
