import type { Circle } from '../circle.ts'
import { angleBetween } from '../vessels/crossings.ts'
import type { VesselNode } from '../vessels/graph.ts'
import type { VesselNetwork } from '../vessels/network.ts'
import { isCrowded, leaving, type Tie } from './ties.ts'

/** Log odds of one kind through a crossing, and of the two that cross. */
const crossing = { through: 2.5, across: -2.1 }
/** At a node of four or more vessels that is no crossing, pairs that turn more than this differ in kind. */
const knot = { turn: Math.PI / 3, logOdds: -1.5 }
/** Narrower by more than this is no continuation: rather one that passes over a wide vessel. */
const alikeShare = 0.6
/** Nearly straight continuation with a similar width: in the open, and on the disc. */
const continuation = { open: 4, crowded: 2.5 }
/** Other pairs at a bifurcation, by their turn; the first match applies. */
const byTurn: readonly { readonly below: number; readonly logOdds: number }[] = [
  { below: (35 * Math.PI) / 180, logOdds: 0.8 },
  { below: Math.PI / 3, logOdds: 2.9 },
  { below: Math.PI / 2, logOdds: 1.9 },
  { below: Infinity, logOdds: 1.1 },
]

/** Ties from vessels that branch, continue and cross. */
export function tiesWhereVesselsMeet(network: VesselNetwork, disc: Circle | null): Tie[] {
  const ties = network.nodes.flatMap((node, number) => {
    const crowded = isCrowded(node.at, disc)
    if (node.kind === 'crossing') return crowded ? [] : tiesOfCrossing(node)
    return node.continuations.map(([a, b]): Tie => {
      const meeting = { ...turnAndWidths(network, number, [a, b]), crowded }
      return { a, b, logOdds: node.segments.length > 3 ? atKnot(meeting) : atBranch(meeting) }
    })
  })
  return ties.filter(({ a, b, logOdds }) => a !== b && logOdds !== 0)
}

function tiesOfCrossing({ continuations }: VesselNode): Tie[] {
  const [first = [], second = []] = continuations
  return [
    ...continuations.map(([a, b]) => ({ a, b, logOdds: crossing.through })),
    ...first.flatMap((a) => second.map((b) => ({ a, b, logOdds: crossing.across }))),
  ]
}

/** Two segments at a node. */
interface Meeting {
  /** How far they are from being each other's straight continuation, in radians. */
  readonly turn: number
  readonly widthsAlike: boolean
  readonly crowded: boolean
}

function turnAndWidths(
  { segments }: VesselNetwork,
  node: number,
  [a, b]: readonly [number, number],
): Pick<Meeting, 'turn' | 'widthsAlike'> {
  const [one, other] = [segments[a], segments[b]]
  const [narrow = 0, wide = 0] = [one?.width ?? 0, other?.width ?? 0].toSorted((x, y) => x - y)
  const apart = angleBetween(leaving(one, node), leaving(other, node))
  return { turn: Math.PI - apart, widthsAlike: wide > 0 && narrow >= alikeShare * wide }
}

function atKnot({ turn, crowded }: Meeting): number {
  return !crowded && turn > knot.turn ? knot.logOdds : 0
}

function atBranch({ turn, widthsAlike, crowded }: Meeting): number {
  const straight = byTurn[0]?.below ?? 0
  if (turn < straight && widthsAlike) return crowded ? continuation.crowded : continuation.open
  return crowded ? 0 : (byTurn.find(({ below }) => turn < below)?.logOdds ?? 0)
}
