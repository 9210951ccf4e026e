import type { Point } from '#geometry/point'
import { distance, midpoint } from '#geometry/point'

import type { VesselGraph, VesselNode } from './graph.ts'
import type { Skeleton, SkeletonLine } from './trace.ts'
import { lengthOf } from './trace.ts'

/** Maximum stretch that two crossing vessels share, in radii plus pixels. */
const sharedRadii = 5
const sharedPx = 3
/** Maximum turn of each of two crossing vessels, and minimum angle between them. */
const sharpestTurn = (40 * Math.PI) / 180
const smallestAngle = (20 * Math.PI) / 180

/**
 * Distinguishes crossings from bifurcations. Four lines that meet at a node, or at the two nodes of a short
 * stretch, are two crossing vessels if they can be paired so that each continues nearly straight.
 */
export function pairCrossings(skeleton: Skeleton): VesselGraph {
  const draft = toDraft(skeleton)
  const crossings = candidates(draft).toSorted((a, b) => a.turn - b.turn)
  for (const crossing of crossings) addCrossing(draft, crossing)
  return toGraph(draft)
}

interface Draft {
  readonly lines: (SkeletonLine | null)[]
  readonly nodes: Skeleton['nodes'][number][]
  /** For each node the lines that meet there, by number. */
  readonly meeting: number[][]
  /** The nodes that are crossings. */
  readonly pairs: Map<number, Pairing>
  /** The nodes that crossings were made of. */
  readonly taken: Set<number>
}

type Pairing = readonly [readonly [number, number], readonly [number, number]]

interface Crossing {
  /** One node, or two with the stretch between them. */
  readonly nodes: readonly number[]
  readonly shared: number | null
  readonly pairing: Pairing
  readonly turn: number
}

function toDraft({ lines, nodes }: Skeleton): Draft {
  const meeting = nodes.map((): number[] => [])
  for (const [i, { from, to }] of lines.entries()) {
    meeting[from]?.push(i)
    meeting[to]?.push(i)
  }
  return { lines: [...lines], nodes: [...nodes], meeting, pairs: new Map(), taken: new Set() }
}

function candidates(draft: Draft): Crossing[] {
  const found: Crossing[] = []
  for (const [node, lines] of draft.meeting.entries()) {
    if (lines.length === 4) found.push(...judge(draft, { nodes: [node], shared: null }, lines))
  }
  for (const [shared, line] of draft.lines.entries()) {
    if (line === null || line.from === line.to) continue
    const ends = [draft.meeting[line.from] ?? [], draft.meeting[line.to] ?? []]
    const radius = Math.max(...[line.from, line.to].map((node) => draft.nodes[node]?.radius ?? 0))
    const isShort = lengthOf(line.points) <= sharedRadii * radius + sharedPx
    if (!isShort || ends.some((lines) => lines.length !== 3)) continue
    const outer = ends.flat().filter((i) => i !== shared)
    found.push(...judge(draft, { nodes: [line.from, line.to], shared }, outer))
  }
  return found
}

/** The crossing that four lines make, if any. */
function judge(
  draft: Draft,
  place: Pick<Crossing, 'nodes' | 'shared'>,
  lines: readonly number[],
): Crossing[] {
  const [a, b, c, d] = lines
  if (a === undefined || b === undefined || c === undefined || d === undefined) return []
  if (new Set(lines).size !== 4) return []
  const directions = new Map(lines.map((i) => [i, directionFrom(draft, place.nodes, i)]))
  const turnOf = (i: number, j: number): number =>
    Math.PI - angleBetween(directions.get(i), directions.get(j))
  const pairings: Pairing[] = [
    [
      [a, b],
      [c, d],
    ],
    [
      [a, c],
      [b, d],
    ],
    [
      [a, d],
      [b, c],
    ],
  ]
  return pairings.flatMap((pairing) => {
    const [[i, j], [k, l]] = pairing
    const turn = Math.max(turnOf(i, j), turnOf(k, l))
    const apart = angleBetween(directions.get(i), directions.get(k))
    const angle = Math.min(apart, Math.PI - apart)
    if (turn > sharpestTurn || angle < smallestAngle) return []
    return [{ ...place, pairing, turn }]
  })
}

/** The direction in which a line leaves a crossing, from outside of the vessels' common area on. */
function directionFrom({ lines, nodes }: Draft, at: readonly number[], i: number): Point {
  const line = lines[i]
  if (line === null || line === undefined) return { x: 0, y: 0 }
  const isForward = at.includes(line.from)
  const points = isForward ? line.points : line.points.toReversed()
  const radius = nodes[isForward ? line.from : line.to]?.radius ?? 0
  const near = pointAlong(points, radius + 1)
  const far = pointAlong(points, 3 * radius + 5)
  return { x: far.x - near.x, y: far.y - near.y }
}

function pointAlong(points: readonly Point[], length: number): Point {
  let rest = length
  for (let i = 1; i < points.length; i++) {
    const [a, b] = [points[i - 1], points[i]]
    if (a === undefined || b === undefined) break
    const step = distance(a, b)
    if (step >= rest) {
      const t = step === 0 ? 0 : rest / step
      return { x: a.x + t * (b.x - a.x), y: a.y + t * (b.y - a.y) }
    }
    rest -= step
  }
  return points.at(-1) ?? { x: 0, y: 0 }
}

/** Angle between two directions, from 0 to pi; 0 if one is missing. */
export function angleBetween(a: Point | undefined, b: Point | undefined): number {
  if (a === undefined || b === undefined) return 0
  return Math.abs(Math.atan2(a.x * b.y - a.y * b.x, a.x * b.x + a.y * b.y))
}

/** Makes a crossing of its nodes and lines unless another one has taken them. */
function addCrossing(draft: Draft, { nodes, shared, pairing }: Crossing): void {
  const [first, second] = nodes
  if (first === undefined || nodes.some((node) => draft.taken.has(node))) return
  if (second !== undefined && shared !== null) mergeNodes(draft, { first, second, shared })
  for (const node of nodes) draft.taken.add(node)
  draft.pairs.set(first, pairing)
}

function mergeNodes(
  draft: Draft,
  { first, second, shared }: { first: number; second: number; shared: number },
): void {
  const [a, b] = [draft.nodes[first], draft.nodes[second]]
  if (a === undefined || b === undefined) return
  draft.lines[shared] = null
  const reach = distance(a.at, b.at) / 2
  draft.nodes[first] = { at: midpoint(a.at, b.at), radius: Math.max(a.radius, b.radius) + reach }
  const moved = (draft.meeting[second] ?? []).filter((i) => i !== shared)
  for (const i of moved) {
    const line = draft.lines[i]
    if (line === null || line === undefined) continue
    draft.lines[i] = {
      ...line,
      from: line.from === second ? first : line.from,
      to: line.to === second ? first : line.to,
    }
  }
  draft.meeting[first] = [...(draft.meeting[first] ?? []).filter((i) => i !== shared), ...moved]
  draft.meeting[second] = []
}

function toGraph({ lines, nodes, meeting, pairs }: Draft): VesselGraph {
  const nodeNumbers = numbered(meeting.map((at) => at.length > 0))
  const lineNumbers = numbered(lines.map((line) => line !== null))
  const lineNumber = (i: number): number => lineNumbers[i] ?? -1
  const segments = lines.flatMap((line) =>
    line === null
      ? []
      : [
          {
            line: line.points,
            from: nodeNumbers[line.from] ?? -1,
            to: nodeNumbers[line.to] ?? -1,
          },
        ],
  )
  const graphNodes = nodes.flatMap((node, i): VesselNode[] => {
    const lineIds = (meeting[i] ?? []).map((line) => lineNumber(line))
    if (lineIds.length === 0) return []
    const pairing = pairs.get(i)
    const kind = pairing !== undefined ? 'crossing' : lineIds.length === 1 ? 'end' : 'bifurcation'
    const continuations =
      pairing?.map(([a, b]): readonly [number, number] => [lineNumber(a), lineNumber(b)]) ??
      allPairs(lineIds)
    return [{ kind, ...node, segments: lineIds, continuations }]
  })
  return { segments, nodes: graphNodes }
}

function numbered(isKept: readonly boolean[]): number[] {
  let next = 0
  return isKept.map((kept) => (kept ? next++ : -1))
}

function allPairs(items: readonly number[]): (readonly [number, number])[] {
  return items.flatMap((a, i) => items.slice(i + 1).map((b) => [a, b] as const))
}
