import type { Box } from './box.ts'
import { boxContains, boxesIntersect, boxOf, boxOfRing } from './box.ts'
import { type Meetings, meetingsOf } from './crossing.ts'
import { containsPoint, ringContains } from './locate.ts'
import type { Point } from './point.ts'
import type { MultiPolygon, Polygon, Ring } from './polygon.ts'
import { pointOf, ringsOf } from './polygon.ts'
import { orient } from './sanitise.ts'

/** A shape taken apart before a union or difference with another. */
export interface Parted {
  /** Rings that wind once around the area that the operation must process, and around nothing else. */
  readonly settled: readonly Ring[]
  /** The rest of the operation's input, still to be resolved: rings that may overlap or cross. */
  readonly unsettled: MultiPolygon
  /** Unchanged rings of the result: outer ones with positive, holes with negative signed area. */
  readonly untouched: readonly Ring[]
}

/**
 * Splits off the part of a shape that a union or difference with another shape leaves unchanged: polygons out
 * of its reach, and holes that none of its outlines enters. Holes that it covers are dropped: it fills them,
 * or removes everything around them. For a large shape in which a hand draws, this is nearly everything. A
 * polygon that overlaps another or itself, or has a hole that does not lie freely in it, counts as unsettled
 * as a whole.
 */
export function partUntouched(shape: MultiPolygon, other: MultiPolygon): Parted {
  const reach = boxOf(other)
  const isPlain = shape.length < 2 && shape.every(({ holes }) => holes.length === 0)
  if (reach === null || isPlain) return { settled: [], unsettled: shape, untouched: [] }
  const members = membersOf(shape, other)
  const starts = other.flatMap(ringsOf).map((ring) => pointOf(ring, 0))
  const parts = members.map((member): Parted => {
    const { polygon, box, meetings } = member
    if (!isSettled(member, members)) return { ...nothing, unsettled: [polygon] }
    if (!boxesIntersect(box, reach)) return { ...nothing, untouched: orientedRings(polygon) }
    const isNear = (hole: Ring, i: number) =>
      meetings[i + 1]?.other !== false || holdsAny(hole, starts)
    const near = polygon.holes.filter(isNear)
    const far = polygon.holes.filter((hole, i) => !isNear(hole, i))
    return {
      ...nothing,
      settled: orientedRings({ outer: polygon.outer, holes: near }),
      untouched: orientedHoles(far.filter((hole) => !containsPoint(other, pointOf(hole, 0)))),
    }
  })
  return {
    settled: parts.flatMap(({ settled }) => settled),
    unsettled: parts.flatMap(({ unsettled }) => unsettled),
    untouched: parts.flatMap(({ untouched }) => untouched),
  }
}

const nothing: Parted = { settled: [], unsettled: [], untouched: [] }
const nowhere: Box = { x: 0, y: 0, width: 0, height: 0 }

/** A polygon of the shape, with facts about its rings: the outer one, then the holes. */
interface Member {
  readonly polygon: Polygon
  readonly box: Box
  readonly meetings: readonly Meetings[]
}

function membersOf(shape: MultiPolygon, other: MultiPolygon): Member[] {
  const meetings = meetingsOf(shape.flatMap(ringsOf), other.flatMap(ringsOf))
  let first = 0
  return shape.map((polygon) => {
    const own = meetings.slice(first, first + 1 + polygon.holes.length)
    first += own.length
    return { polygon, box: boxOfRing(polygon.outer) ?? nowhere, meetings: own }
  })
}

/** Whether a polygon's rings meet nothing of the shape, and lie in each other as they should. */
function isSettled(member: Member, members: readonly Member[]): boolean {
  return (
    !member.meetings.some(({ own }) => own) &&
    members.every((other) => other === member || !boxesIntersect(other.box, member.box)) &&
    holesLieFreely(member.polygon)
  )
}

/**
 * Given rings that never meet: whether every hole is in the outer ring and in no other hole. Then the first
 * point of each is in an odd number of other rings; a point in the outer ring and one hole is in an even
 * number, and of two holes around it the second is in such a place itself. Like `ringContains`, for all holes
 * at once.
 */
function holesLieFreely(polygon: Polygon): boolean {
  const probes = polygon.holes
    .map((ring) => ({ ring, ...pointOf(ring, 0), isIn: false }))
    .toSorted((a, b) => a.y - b.y)
  for (const ring of ringsOf(polygon)) {
    for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
      const [xi = 0, yi = 0, xj = 0, yj = 0] = [ring[i], ring[i + 1], ring[j], ring[j + 1]]
      const end = Math.max(yi, yj)
      for (let p = firstFrom(probes, Math.min(yi, yj)); p < probes.length; p++) {
        const probe = probes[p]
        if (probe === undefined || probe.y >= end) break
        const isLeft = probe.x < xi + ((probe.y - yi) / (yj - yi)) * (xj - xi)
        if (isLeft && probe.ring !== ring) probe.isIn = !probe.isIn
      }
    }
  }
  return probes.every(({ isIn }) => isIn)
}

/** Index of the first element, in a list sorted by y, that is not above a row. */
function firstFrom(sorted: readonly { readonly y: number }[], y: number): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle]?.y ?? Infinity) < y) low = middle + 1
    else high = middle
  }
  return low
}

function holdsAny(hole: Ring, points: readonly Point[]): boolean {
  const box = boxOfRing(hole) ?? nowhere
  return points.some((point) => boxContains(box, point) && ringContains(hole, point))
}

function orientedRings({ outer, holes }: Polygon): Ring[] {
  return [orient(outer, 1), ...orientedHoles(holes)]
}

function orientedHoles(holes: readonly Ring[]): Ring[] {
  return holes.map((hole) => orient(hole, -1))
}
