import type { Box } from './box.ts'
import { boxHolds, boxOfRing, polygonOfBox } from './box.ts'
import type { Point } from './point.ts'
import { distance, midpoint, nearestOnSegment, snap } from './point.ts'
import type { MultiPolygon, Ring, VertexAddress } from './polygon.ts'
import { lengthOfLine, pointOf, ringOf, ringsOf } from './polygon.ts'
import { containsPoint } from './locate.ts'

/** An open line as flat coordinates [x1, y1, x2, y2, …] in image pixels, of at least two points. */
export type Line = readonly number[]

/** The open lines of one annotation, such as the centre lines of a vessel. */
export type MultiLine = readonly Line[]

/** Takes the place of a polygon in the address of a vertex whose ring is the number of an open line. */
const openLine = -1

export function addressOnLine(line: number, vertex: number): VertexAddress {
  return { polygon: openLine, ring: line, vertex }
}

export function isOnLine({ polygon }: VertexAddress): boolean {
  return polygon === openLine
}

/** Length of all lines in pixels. */
export function lengthOfLines(lines: MultiLine): number {
  return lines.reduce((sum, line) => sum + lengthOfLine(line), 0)
}

export function boxOfLines(lines: MultiLine): Box | null {
  return boxOfRing(lines.flat())
}

/** The centre of gravity of lines; null if they have no length. */
export function centroidOfLines(lines: MultiLine): Point | null {
  let [x, y, sum] = [0, 0, 0]
  for (const line of lines) {
    for (let vertex = 0; 2 * vertex + 2 < line.length; vertex++) {
      const [from, to] = [pointOf(line, vertex), pointOf(line, vertex + 1)]
      const [length, middle] = [distance(from, to), midpoint(from, to)]
      x += length * middle.x
      y += length * middle.y
      sum += length
    }
  }
  return sum === 0 ? null : { x: x / sum, y: y / sum }
}

export function sameLines(a: MultiLine, b: MultiLine): boolean {
  return a === b || (a.length === b.length && a.every((line, i) => sameLine(line, b[i] ?? [])))
}

function sameLine(a: Line, b: Line): boolean {
  return a === b || (a.length === b.length && a.every((value, i) => value === b[i]))
}

/** The lines moved by a distance in pixels, on hundredths of a pixel again. */
export function translateLines(lines: MultiLine, dx: number, dy: number): MultiLine {
  return lines.map((line) => line.map((value, i) => snap(value + (i % 2 === 0 ? dx : dy))))
}

/** The point of a line at an address, or null if there is none. */
export function linePointAt(lines: MultiLine, { ring, vertex }: VertexAddress): Point | null {
  const line = lines[ring]
  return line !== undefined && 2 * vertex < line.length ? pointOf(line, vertex) : null
}

export function moveLinePoint(
  lines: MultiLine,
  { ring, vertex }: VertexAddress,
  to: Point,
): MultiLine {
  return lines.map((line, i) => (i === ring ? line.toSpliced(2 * vertex, 2, to.x, to.y) : line))
}

/** Inserts a point after that at the address. */
export function insertLinePoint(
  lines: MultiLine,
  { ring, vertex }: VertexAddress,
  at: Point,
): MultiLine {
  return lines.map((line, i) => (i === ring ? line.toSpliced(2 * vertex + 2, 0, at.x, at.y) : line))
}

/** The lines less one point; a line of two goes altogether. */
export function removeLinePoint(lines: MultiLine, { ring, vertex }: VertexAddress): MultiLine {
  return lines.flatMap((line, i) => {
    if (i !== ring) return [line]
    return line.length <= 4 ? [] : [line.toSpliced(2 * vertex, 2)]
  })
}

interface LocatedOnLine {
  /** Of the point before the place. */
  readonly address: VertexAddress
  readonly at: Point
  readonly distance: number
}

/** The place on the lines nearest to a point; null without lines. */
export function nearestOnLines(lines: MultiLine, point: Point): LocatedOnLine | null {
  let best: LocatedOnLine | null = null
  for (const [index, line] of lines.entries()) {
    for (let vertex = 0; 2 * vertex + 2 < line.length; vertex++) {
      const at = nearestOnSegment(point, pointOf(line, vertex), pointOf(line, vertex + 1))
      const away = distance(at, point)
      if (best !== null && away >= best.distance) continue
      best = { address: addressOnLine(index, vertex), at, distance: away }
    }
  }
  return best
}

/** The parts of lines in an area, cut exactly at its outlines, on hundredths of a pixel. */
export function linesInside(lines: MultiLine, area: MultiPolygon): MultiLine {
  return lines.flatMap((line) => partsOf(line, area, true))
}

/** The parts of lines outside an area; the same lines if it touches none. */
export function linesOutside(lines: MultiLine, area: MultiPolygon): MultiLine {
  const parts = lines.flatMap((line) => partsOf(line, area, false))
  return sameLines(parts, lines) ? lines : parts
}

/** The parts into which an open line cuts lines, on hundredths of a pixel. */
export function cutLines(lines: MultiLine, along: Line): MultiLine {
  return lines.flatMap((line) => cutLine(line, along))
}

function cutLine(line: Line, along: Line): Line[] {
  const { x: startX, y: startY } = pointOf(line, 0)
  const parts: [number[], ...number[][]] = [[startX, startY]]
  let last = parts[0]
  for (let vertex = 0; 2 * vertex + 2 < line.length; vertex++) {
    const segment = [pointOf(line, vertex), pointOf(line, vertex + 1)] as const
    const crossed = crossedAt(along, along.length / 2 - 1, segment)
    for (const { x, y } of placesAlong(crossed, segment)) {
      const at = [snap(x), snap(y)]
      last.push(...at)
      last = at
      parts.push(last)
    }
    last.push(segment[1].x, segment[1].y)
  }
  return parts.map(withoutRepeats).filter((part) => part.length >= 4)
}

/**
 * Cleans lines for storage: finite coordinates on hundredths of a pixel within the bounds, without repeated
 * points; lines of fewer than two points are dropped.
 */
export function cleanLines(lines: MultiLine, bounds: Box): MultiLine {
  const kept = lines.flatMap((line) => {
    const clean = withoutRepeats(finitePoints(line).map(snap))
    const box = boxOfRing(clean)
    if (box === null || clean.length < 4) return []
    return boxHolds(bounds, box) ? [clean] : partsOf(clean, [polygonOfBox(bounds)], true)
  })
  return sameLines(kept, lines) ? lines : kept
}

function finitePoints(line: Line): Line {
  const points = Array.from({ length: line.length >> 1 }, (_, i) => pointOf(line, i))
  return ringOf(points.filter(({ x, y }) => Number.isFinite(x) && Number.isFinite(y)))
}

function withoutRepeats(line: Line): Line {
  return line.filter((_, i) => {
    const at = i - (i % 2)
    return at === 0 || line[at] !== line[at - 2] || line[at + 1] !== line[at - 1]
  })
}

function partsOf(line: Line, area: MultiPolygon, wanted: boolean): Line[] {
  const rings = area.flatMap(ringsOf)
  const parts: number[][] = []
  let isOpen = false
  for (let vertex = 0; 2 * vertex + 2 < line.length; vertex++) {
    const [from, to] = [pointOf(line, vertex), pointOf(line, vertex + 1)]
    const stops = [from, ...crossingsOf(rings, from, to), to]
    for (const [i, end] of stops.slice(1).entries()) {
      const start = stops[i] ?? from
      const isWanted = containsPoint(area, midpoint(start, end)) === wanted
      if (isWanted && !isOpen) parts.push([start.x, start.y])
      if (isWanted) parts.at(-1)?.push(end.x, end.y)
      isOpen = isWanted
    }
  }
  return parts
    .map((part) => withoutNeedless(part, line))
    .filter((part) => part.length >= 4 && lengthOfLine(part) > 0)
}

/** Without the places at which an outline was crossed or touched, except the ends. */
function withoutNeedless(part: readonly number[], line: Line): Line {
  const corners = new Set(Array.from({ length: line.length / 2 }, (_, i) => placeOf(line, i)))
  const points = Array.from({ length: part.length / 2 }, (_, i) => i)
  const kept = points.filter(
    (i) => i === 0 || i === points.length - 1 || corners.has(placeOf(part, i)),
  )
  return withoutRepeats(kept.flatMap((i) => [snap(part[2 * i] ?? 0), snap(part[2 * i + 1] ?? 0)]))
}

function placeOf(line: readonly number[], point: number): string {
  return `${line[2 * point]} ${line[2 * point + 1]}`
}

/** Where a segment crosses rings, in the order of the way. */
function crossingsOf(rings: readonly Ring[], from: Point, to: Point): Point[] {
  const parts = rings.flatMap((ring) => crossedAt(ring, ring.length / 2, [from, to]))
  return placesAlong(parts, [from, to])
}

type Segment = readonly [from: Point, to: Point]

/** The parts of a segment before its crossings with the first edges of a path. */
function crossedAt(path: Ring, edges: number, [from, to]: Segment): number[] {
  const found: number[] = []
  for (let edge = 0; edge < edges; edge++) {
    const [a, b] = [pointOf(path, edge), pointOf(path, edge + 1)]
    const [sideFrom, sideTo] = [turn(a, b, from), turn(a, b, to)]
    if (sideFrom >= 0 === sideTo >= 0 || turn(from, to, a) >= 0 === turn(from, to, b) >= 0) continue
    found.push(sideFrom / (sideFrom - sideTo))
  }
  return found
}

function placesAlong(parts: readonly number[], [from, to]: Segment): Point[] {
  return parts
    .toSorted((a, b) => a - b)
    .map((t) => ({ x: from.x + t * (to.x - from.x), y: from.y + t * (to.y - from.y) }))
}

/** Twice the area of a triangle, by whose sign a point lies on one side of a line or the other. */
function turn(from: Point, to: Point, point: Point): number {
  return (to.x - from.x) * (point.y - from.y) - (to.y - from.y) * (point.x - from.x)
}
