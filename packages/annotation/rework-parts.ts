import type { PolygonOperations } from '#geometry/boolean'
import { boxesIntersect, boxOf } from '#geometry/box'
import { connectedLines, liesOnLine } from '#geometry/connected-lines'
import type { Line, MultiLine } from '#geometry/line'
import { boxOfLines, cutLines, lengthOfLines, linesInside, linesOutside } from '#geometry/line'
import { distanceToOutline } from '#geometry/locate'
import type { MultiPolygon } from '#geometry/polygon'
import { pointOf } from '#geometry/polygon'
import { splitAlong } from '#geometry/split'
import type { Drawn } from './commands.ts'

/** Lines that stay together, and the number of the area with which they go; null: they go alone. */
interface Strand {
  readonly lines: MultiLine
  readonly home: number | null
}

/**
 * The parts into which a drawn line splits an area with its lines: first the one that is not severed. Connected
 * lines go with the area in which most of their length lies; outside every area, the longest part is not
 * severed. The drawn line cuts no lines that stay together.
 */
export function splitDrawn(
  drawn: Drawn,
  along: Line,
  operations: PolygonOperations,
): readonly Drawn[] {
  const areas = splitAlong(drawn.geometry, along, operations)
  const strands = connectedLines(drawn.lines).flatMap((lines) => severed(lines, along, areas))
  return partsOr(drawn, areas, strands)
}

function severed(lines: MultiLine, along: Line, areas: readonly MultiPolygon[]): Strand[] {
  const cut = connectedLines(cutLines(lines, along), (end) => liesOnLine(end, along))
  const strands = cut
    .toSorted((a, b) => lengthOfLines(b) - lengthOfLines(a))
    .map((part) => ({ lines: part, home: homeOf(insides(part, areas)) }))
  const isOutside = strands.every(({ home }) => home === null)
  const settled = isOutside
    ? strands.map((strand, i) => (i === 0 ? atHome(strand) : strand))
    : strands
  const homes = new Set(settled.map(({ home }) => home))
  const [home = 0] = homes
  return homes.size > 1 ? settled : [{ lines, home }]
}

function atHome({ lines }: Strand): Strand {
  return { lines, home: 0 }
}

/**
 * The connected parts of an area with its lines. Lines go with the area in which they lie, cut at the
 * outlines of several; connected lines outside every area are a part.
 */
export function separateDrawn(drawn: Drawn): readonly Drawn[] {
  const areas = drawn.geometry.map((polygon) => [polygon])
  const strands = connectedLines(drawn.lines).flatMap((lines) => separated(lines, areas))
  return partsOr(drawn, areas, strands)
}

function separated(lines: MultiLine, areas: readonly MultiPolygon[]): Strand[] {
  const inside = insides(lines, areas)
  if (inside.filter((part) => part.length > 0).length < 2) return [{ lines, home: homeOf(inside) }]
  const outside = linesOutside(lines, areas.flat())
  return [
    ...inside.map((part, home) => ({ lines: part, home })),
    ...outside.map((line) => ({ lines: [line], home: nearestTo(line, areas) })),
  ]
}

/** The parts of lines in each of several areas. */
function insides(lines: MultiLine, areas: readonly MultiPolygon[]): readonly MultiLine[] {
  const box = boxOfLines(lines)
  return areas.map((area) => {
    const around = boxOf(area)
    const isNear = box !== null && around !== null && boxesIntersect(box, around)
    return isNear ? linesInside(lines, area) : []
  })
}

/** The area with the greatest length of lines; null if none has any. */
function homeOf(inside: readonly MultiLine[]): number | null {
  const lengths = inside.map(lengthOfLines)
  const most = Math.max(0, ...lengths)
  return most === 0 ? null : lengths.indexOf(most)
}

/** The area whose outline is nearest to an end of a line. */
function nearestTo(line: Line, areas: readonly MultiPolygon[]): number {
  const ends = [pointOf(line, 0), pointOf(line, line.length / 2 - 1)]
  const distances = areas.map((area) =>
    Math.min(...ends.map((end) => distanceToOutline(area, end))),
  )
  return distances.indexOf(Math.min(...distances))
}

/** Areas with their lines, then the lines that go alone; what is in one part stays exactly as it is. */
function partsOr(
  drawn: Drawn,
  areas: readonly MultiPolygon[],
  strands: readonly Strand[],
): readonly Drawn[] {
  const linesOf = (wanted: number) =>
    strands.flatMap(({ lines, home }) => (home === wanted ? lines : []))
  const withArea = areas.map((geometry, i) => ({ geometry, lines: linesOf(i) }))
  const alone = strands.flatMap(({ lines, home }) =>
    home === null ? [{ geometry: [], lines }] : [],
  )
  const parts = [...withArea, ...alone]
  return parts.length > 1 ? parts : [drawn]
}
