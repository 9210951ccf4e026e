import type { TracedNetwork, TracedVessel } from './traced-vessels.ts'
import { angleBetween } from './crossings.ts'
import { leaving } from '../arteries-veins/ties.ts'

/** A vessel through the nodes of its network, one kind all along. */
export type VesselRun = Omit<TracedVessel, 'medianWidthPx'>

/** A segment that turns more at a node is a branch, not the same vessel. */
const mostTurn = Math.PI / 3

/**
 * The vessels of a network as a reader follows them: segments of one kind that continue each other at a node
 * are one vessel. So a vessel has the same width beside a crossing, where it cannot be measured, as before
 * and behind it. At a branching, the branch that turns least continues, and the other starts a new vessel.
 * The certainty is the mean over a vessel's length.
 */
export function joinRuns(traced: TracedNetwork): VesselRun[] {
  const next = continuationsOf(traced)
  const seen = new Set<number>()
  return traced.vessels.flatMap((vessel, start) => {
    if (seen.has(start)) return []
    seen.add(start)
    const { from, to } = traced.network.segments[start] ?? { from: -1, to: -1 }
    const before = follow({ segment: start, node: from })
    const after = follow({ segment: start, node: to })
    const back = before.toReversed().map((part) => ({ ...part, points: part.points.toReversed() }))
    return [join([...back, vessel, ...after])]
  })

  /** The continuation from a segment's end, all points in the direction of travel. */
  function follow(end: SegmentEnd): TracedVessel[] {
    const segment = next.get(keyOf(end))
    const vessel = traced.vessels[segment ?? -1]
    if (segment === undefined || vessel === undefined || seen.has(segment)) return []
    seen.add(segment)
    const { from, to } = traced.network.segments[segment] ?? { from: -1, to: -1 }
    if (from === end.node) return [vessel, ...follow({ segment, node: to })]
    const points = vessel.points.toReversed()
    return [{ ...vessel, points }, ...follow({ segment, node: from })]
  }
}

interface SegmentEnd {
  readonly segment: number
  readonly node: number
}

function keyOf({ segment, node }: SegmentEnd): string {
  return `${segment} ${node}`
}

/** By its end, the segment that continues each one; none continues two. */
function continuationsOf({ network, vessels }: TracedNetwork): Map<string, number> {
  const next = new Map<string, number>()
  for (const [node, { continuations }] of network.nodes.entries()) {
    const turns = continuations.flatMap(([a, b]) => {
      const [one, other] = [network.segments[a], network.segments[b]]
      const turn = Math.PI - angleBetween(leaving(one, node), leaving(other, node))
      const isOne = a !== b && vessels[a]?.kind === vessels[b]?.kind && turn <= mostTurn
      return isOne ? [{ a, b, turn }] : []
    })
    for (const { a, b } of turns.toSorted((one, other) => one.turn - other.turn)) {
      const [endOfA, endOfB] = [keyOf({ segment: a, node }), keyOf({ segment: b, node })]
      if (next.has(endOfA) || next.has(endOfB)) continue
      next.set(endOfA, b).set(endOfB, a)
    }
  }
  return next
}

function join(parts: readonly TracedVessel[]): VesselRun {
  const points = parts.flatMap((part) => part.points)
  const sum = parts.reduce((total, part) => total + part.certainty * part.points.length, 0)
  return { points, kind: parts[0]?.kind ?? null, certainty: sum / Math.max(1, points.length) }
}
