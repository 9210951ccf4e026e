import type { Box } from './box.ts'
import { boxHolds, boxOfRing } from './box.ts'
import { ringContains } from './locate.ts'
import { midpoint, snap } from './point.ts'
import type { MultiPolygon, Polygon, Ring } from './polygon.ts'
import { pointOf, signedArea } from './polygon.ts'

/** Rings below this area in square pixels are rounding errors of lines that touch. */
const sliverArea = 0.01

/**
 * Builds polygons from disjoint rings: those of positive signed area are outer rings, the others holes, each
 * in the smallest outer ring around it. Points are rounded to hundredths of a pixel, rings start at their
 * topmost point, and polygons are sorted from top to bottom, so that equal areas give equal results.
 */
export function nested(rings: readonly Ring[]): MultiPolygon {
  const measured = rings
    .map((ring) => measure(startingAtTop(ring.map(snap))))
    .filter(({ area }) => Math.abs(area) >= sliverArea)
  const outers = measured.filter(({ area }) => area > 0).toSorted((a, b) => a.area - b.area)
  const holes = new Map<Ring, Ring[]>(outers.map(({ ring }) => [ring, []]))
  for (const hole of measured.filter(({ area }) => area < 0)) {
    const around = surrounding(outers, hole)
    if (around !== undefined) holes.get(around.ring)?.push(hole.ring)
  }
  return Array.from(holes, ([outer, inside]): Polygon => ({
    outer,
    holes: inside.toSorted(byTop),
  })).toSorted((a, b) => byTop(a.outer, b.outer))
}

interface Measured {
  readonly ring: Ring
  readonly area: number
  readonly box: Box
}

function measure(ring: Ring): Measured {
  const box = boxOfRing(ring) ?? { x: 0, y: 0, width: 0, height: 0 }
  return { ring, area: signedArea(ring), box }
}

/** The smallest of the outer rings, which come by their size, that a hole can be in. */
function surrounding(outers: readonly Measured[], hole: Measured): Measured | undefined {
  const candidates = outers.filter(({ area, box }) => area >= -hole.area && boxHolds(box, hole.box))
  if (candidates.length < 2) return candidates[0]
  return candidates.find(({ ring }) => surrounds(ring, hole.ring))
}

/** Tests the midpoints of some edges: vertices may lie on the outer ring, edges as a whole do not. */
function surrounds(outer: Ring, hole: Ring): boolean {
  const count = hole.length / 2
  const probes = Array.from({ length: Math.min(5, count) }, (_, i) => {
    const vertex = Math.floor((i * count) / 5)
    return midpoint(pointOf(hole, vertex), pointOf(hole, vertex + 1))
  })
  const inside = probes.filter((point) => ringContains(outer, point))
  return 2 * inside.length > probes.length
}

function startingAtTop(ring: Ring): Ring {
  let top = 0
  for (let i = 2; i < ring.length; i += 2) {
    const [x = 0, y = 0, topX = 0, topY = 0] = [ring[i], ring[i + 1], ring[top], ring[top + 1]]
    if (y < topY || (y === topY && x < topX)) top = i
  }
  return top === 0 ? ring : [...ring.slice(top), ...ring.slice(0, top)]
}

function byTop([ax = 0, ay = 0]: Ring, [bx = 0, by = 0]: Ring): number {
  return ay - by || ax - bx
}
