import type { PolygonOperations } from './boolean.ts'
import { ringContains } from './locate.ts'
import type { Point } from './point.ts'
import { distance, midpoint, snap } from './point.ts'
import type { MultiPolygon, Polygon, Ring } from './polygon.ts'
import { area, pointOf } from './polygon.ts'

/**
 * The areas into which an open line splits a shape: first the shape without what the line has severed,
 * then each severed part. Only a line that crosses a polygon from outline to outline splits it; the
 * larger part of a polygon is not severed. Together the areas are the shape, on hundredths of a pixel.
 */
export function splitAlong(
  shape: MultiPolygon,
  line: Ring,
  operations: PolygonOperations,
): readonly MultiPolygon[] {
  const severed: Polygon[] = []
  const rest = shape.map((polygon) => {
    const parts = partsOf(polygon, line, operations).toSorted((a, b) => area([b]) - area([a]))
    severed.push(...parts.slice(1))
    return parts[0] ?? polygon
  })
  return severed.length === 0 ? [shape] : [rest, ...severed.map((part) => [part])]
}

/** Where a line crosses a ring. */
interface Crossing {
  /** Number of the line's segment and the part of it that was passed. */
  readonly along: number
  /** The ring's vertex before it. */
  readonly edge: number
  readonly at: Point
}

function partsOf(polygon: Polygon, line: Ring, operations: PolygonOperations): readonly Polygon[] {
  const crossings = crossingsOf(polygon.outer, line)
  for (const [i, exit] of crossings.entries()) {
    const entry = crossings[i - 1]
    if (entry === undefined || !leadsInside(polygon.outer, line, [entry, exit])) continue
    const side = [{ outer: sideOf(polygon.outer, line, [entry, exit]), holes: [] }]
    const parts = [
      ...operations.intersection([polygon], side),
      ...operations.difference([polygon], side),
    ]
    if (parts.length < 2) continue
    const next = crossings[i + 1]
    if (next === undefined) return parts
    const onwards = lineFrom(line, (exit.along + next.along) / 2)
    return parts.flatMap((part) => partsOf(part, onwards, operations))
  }
  return [polygon]
}

type Chord = readonly [entry: Crossing, exit: Crossing]

/** A crossing lies between the ends of a segment if they are on different sides of the edge. */
function crossingsOf(ring: Ring, line: Ring): readonly Crossing[] {
  const found: Crossing[] = []
  for (let segment = 0; segment < line.length / 2 - 1; segment++) {
    const [a, b] = [pointOf(line, segment), pointOf(line, segment + 1)]
    for (let edge = 0; edge < ring.length / 2; edge++) {
      const [from, to] = [pointOf(ring, edge), pointOf(ring, edge + 1)]
      const [sideA, sideB] = [turn(from, to, a), turn(from, to, b)]
      if (sideA >= 0 === sideB >= 0 || turn(a, b, from) >= 0 === turn(a, b, to) >= 0) continue
      const part = sideA / (sideA - sideB)
      const at = { x: snap(a.x + part * (b.x - a.x)), y: snap(a.y + part * (b.y - a.y)) }
      found.push({ along: segment + part, edge, at })
    }
  }
  return found.toSorted((one, other) => one.along - other.along)
}

/** Twice the area of a triangle, by whose sign a point lies on one side of a line or the other. */
function turn(from: Point, to: Point, point: Point): number {
  return (to.x - from.x) * (point.y - from.y) - (to.y - from.y) * (point.x - from.x)
}

function leadsInside(ring: Ring, line: Ring, [entry, exit]: Chord): boolean {
  const corner = Math.ceil(entry.along)
  const next = corner < exit.along ? pointOf(line, corner) : exit.at
  return ringContains(ring, midpoint(entry.at, next))
}

/** The part of a ring on one side of a chord. */
function sideOf(ring: Ring, line: Ring, [entry, exit]: Chord): Ring {
  const count = ring.length / 2
  const start = pointOf(ring, entry.edge)
  const isBack = exit.edge === entry.edge && distance(start, exit.at) > distance(start, entry.at)
  const steps = isBack ? count : (entry.edge - exit.edge + count) % count
  const arc = Array.from({ length: steps }, (_, i) => pointOf(ring, exit.edge + 1 + i))
  const first = Math.floor(entry.along) + 1
  const corners = Array.from({ length: Math.max(0, Math.ceil(exit.along) - first) }, (_, i) =>
    pointOf(line, first + i),
  )
  return [exit.at, ...arc, entry.at, ...corners].flatMap(({ x, y }) => [x, y])
}

/** The rest of a line from a place along it. */
function lineFrom(line: Ring, along: number): Ring {
  const segment = Math.floor(along)
  const [a, b] = [pointOf(line, segment), pointOf(line, segment + 1)]
  const part = along - segment
  const start = [a.x + part * (b.x - a.x), a.y + part * (b.y - a.y)]
  return [...start, ...line.slice(2 * (segment + 1))]
}
