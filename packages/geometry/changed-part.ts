import { type Box, boxOfRing } from './box.ts'
import type { Line } from './line.ts'
import { manySteps, placeNumber } from './point.ts'
import { type MultiPolygon, type Ring, ringsOf } from './polygon.ts'

/**
 * The box around everything in which one area, or its outline, differs from another: around the edges that
 * only one of them has. Null if there are none. Rings that are the same objects are not looked at.
 */
export function changedPart(before: MultiPolygon, after: MultiPolygon): Box | null {
  const numbers = new Map<number, number>()
  const { gone, come } = changedLines(ringsBesides(before, after), ringsBesides(after, before))
  const [goneEdges, comeEdges] = [edgesOf(gone, numbers), edgesOf(come, numbers)]
  return boxOfRing([...endsBesides(goneEdges, comeEdges), ...endsBesides(comeEdges, goneEdges)])
}

/** The rings of a shape that another does not share with it. */
function ringsBesides(shape: MultiPolygon, other: MultiPolygon): Ring[] {
  const known = new Set(other.flatMap(ringsOf))
  return shape.flatMap(ringsOf).filter((ring) => !known.has(ring))
}

interface Changed {
  readonly gone: Line[]
  readonly come: Line[]
}

/**
 * Compares rings of two shapes in their order, and returns each as a line without the points that both have
 * at the beginning and at the end. A change to a ring of very many vertices leaves few of its points.
 */
function changedLines(gone: readonly Ring[], come: readonly Ring[]): Changed {
  const lines: Changed = { gone: [], come: [] }
  for (let i = 0; i < Math.max(gone.length, come.length); i++) {
    const [before, after] = [closed(gone[i] ?? []), closed(come[i] ?? [])]
    const least = Math.min(before.length, after.length)
    let start = 0
    while (start < least && before[start] === after[start]) start++
    let end = 0
    while (end < least - start && before.at(-1 - end) === after.at(-1 - end)) end++
    // The edges that differ begin and end at a point that both have.
    const [from, to] = [Math.max(0, start - (start % 2) - 2), Math.max(0, end - (end % 2) - 2)]
    lines.gone.push(before.slice(from, before.length - to))
    lines.come.push(after.slice(from, after.length - to))
  }
  return lines
}

function closed(ring: Ring): Ring {
  return [...ring, ...ring.slice(0, 2)]
}

type Edges = ReadonlyMap<number, readonly [x1: number, y1: number, x2: number, y2: number]>

/** Edges by the numbers of their ends, which are the same for the same place, to a hundredth of a pixel. */
function edgesOf(lines: readonly Line[], numbers: Map<number, number>): Edges {
  const numberAt = (x: number, y: number): number => {
    const place = placeNumber(x, y)
    const number = numbers.get(place) ?? numbers.size
    numbers.set(place, number)
    return number
  }
  const edges = new Map<number, [number, number, number, number]>()
  for (const line of lines) {
    let [x1 = 0, y1 = 0] = line
    let from = numberAt(x1, y1)
    for (let i = 2; i < line.length; i += 2) {
      const [x2, y2] = [line[i] ?? 0, line[i + 1] ?? 0]
      const to = numberAt(x2, y2)
      edges.set(from * manySteps + to, [x1, y1, x2, y2])
      ;[x1, y1, from] = [x2, y2, to]
    }
  }
  return edges
}

/** The ends of the edges that others lack, as flat coordinates. */
function endsBesides(edges: Edges, others: Edges): number[] {
  const ends: number[] = []
  for (const [edge, places] of edges) if (!others.has(edge)) ends.push(...places)
  return ends
}
