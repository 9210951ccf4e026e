import { type Box, boxOfRing } from './box.ts'
import { stepsPerPixel } from './point.ts'
import { type MultiPolygon, type Ring, ringsOf } from './polygon.ts'

/**
 * The box around everything in which one area, or its outline, differs from another: around the edges that
 * only one of them has. Null if there are none. Rings that are the same objects are not looked at.
 */
export function changedPart(before: MultiPolygon, after: MultiPolygon): Box | null {
  const numbers = new Map<number, number>()
  const gone = edgesOf(ringsBesides(before, after), numbers)
  const come = edgesOf(ringsBesides(after, before), numbers)
  return boxOfRing([...endsBesides(gone, come), ...endsBesides(come, gone)])
}

/** The rings of a shape that another does not share with it. */
function ringsBesides(shape: MultiPolygon, other: MultiPolygon): Ring[] {
  const known = new Set(other.flatMap(ringsOf))
  return shape.flatMap(ringsOf).filter((ring) => !known.has(ring))
}

type Edges = ReadonlyMap<number, readonly [x1: number, y1: number, x2: number, y2: number]>

/** More than an image has steps across, and a shape has points. */
const many = 2 ** 26

/** Edges by the numbers of their ends, which are the same for the same place, to a hundredth of a pixel. */
function edgesOf(rings: readonly Ring[], numbers: Map<number, number>): Edges {
  const numberAt = (x: number, y: number): number => {
    const place = Math.round(x * stepsPerPixel) * many + Math.round(y * stepsPerPixel)
    const number = numbers.get(place) ?? numbers.size
    numbers.set(place, number)
    return number
  }
  const edges = new Map<number, [number, number, number, number]>()
  for (const ring of rings) {
    let [x1 = 0, y1 = 0] = ring.slice(-2)
    let from = numberAt(x1, y1)
    for (let i = 0; i < ring.length; i += 2) {
      const [x2, y2] = [ring[i] ?? 0, ring[i + 1] ?? 0]
      const to = numberAt(x2, y2)
      edges.set(from * many + to, [x1, y1, x2, y2])
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
