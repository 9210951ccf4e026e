import { type Box, boxAround, boxOfRing } from './box.ts'
import { type MultiPolygon, pointOf, type Ring, ringsOf } from './polygon.ts'

/** The box around everything in which one area, or its outline, differs from another; null if nothing does. */
export function changedPart(before: MultiPolygon, after: MultiPolygon): Box | null {
  const gone = ringsBesides(before, after)
  const come = ringsBesides(after, before)
  const [only, instead] = [gone[0], come[0]]
  if (gone.length === 1 && come.length === 1 && only !== undefined && instead !== undefined) {
    return changedPartOfRing(only, instead)
  }
  return boxAround([...gone, ...come].flatMap((ring) => boxOfRing(ring) ?? []))
}

/** The rings of a shape that another does not share with it. */
function ringsBesides(shape: MultiPolygon, other: MultiPolygon): Ring[] {
  const known = new Set(other.flatMap(ringsOf))
  return shape.flatMap(ringsOf).filter((ring) => !known.has(ring))
}

/** Around the vertices that are not the same at both ends, and the two that their edges lead to. */
function changedPartOfRing(before: Ring, after: Ring): Box | null {
  const least = Math.min(before.length, after.length) / 2
  const isSame = (i: number, j: number) =>
    before[2 * i] === after[2 * j] && before[2 * i + 1] === after[2 * j + 1]
  const [endBefore, endAfter] = [before.length / 2, after.length / 2]
  let first = 0
  while (first < least && isSame(first, first)) first++
  if (first === endBefore && first === endAfter) return null
  let same = 0
  while (same < least - first && isSame(endBefore - 1 - same, endAfter - 1 - same)) same++
  return boxOfRing([
    ...verticesIn(before, first - 1, endBefore - same),
    ...verticesIn(after, first - 1, endAfter - same),
  ])
}

/** The coordinates of the vertices from one to another, both included, around the ring. */
function verticesIn(ring: Ring, from: number, to: number): number[] {
  const count = ring.length / 2
  return Array.from({ length: to - from + 1 }, (_, i) =>
    pointOf(ring, (from + i + count) % count),
  ).flatMap(({ x, y }) => [x, y])
}
