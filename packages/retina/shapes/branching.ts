import type { Point } from '#geometry/point'
import { distance } from '#geometry/point'

import { median } from '../statistics.ts'
import type { TracedVessel } from '../vessels/traced-vessels.ts'
import { angleBetween } from '../vessels/crossings.ts'
import type { VesselNetwork } from '../vessels/network.ts'

/** A vessel that divides in two. */
export interface Branching {
  /** In image pixels. */
  readonly at: Point
  readonly kind: TracedVessel['kind']
  /** (d1² + d2²) / d0² of the daughters' and the parent's widths; null if a width is missing. */
  readonly coefficient: number | null
  /** Between the daughters, in degrees. */
  readonly angle: number
}

/** A daughter's direction is taken from here to there, in widths of the parent from the node. */
const nearWidths = 1
const farWidths = 3
/** Its width is the median of this many places nearest to the node. */
const widthPlaces = 20

/**
 * The bifurcations of a network. The parent is the branch that leads towards the given place, the optic disc.
 * Daughters and parent may be of any kind; the branching has a kind if all three agree. Source: M. Zamir, J.
 * A. Medeiros, Arterial branching in man and monkey, J Gen Physiol 1982;79:353-60, for the coefficient (area
 * ratio).
 */
export function findBranchings(
  { nodes, segments }: VesselNetwork,
  vessels: readonly TracedVessel[],
  disc: Point,
): Branching[] {
  return nodes.flatMap(({ kind, segments: meeting }, node) => {
    if (kind !== 'bifurcation' || meeting.length !== 3 || new Set(meeting).size !== 3) return []
    const branches = meeting.flatMap((segment) => {
      const [vessel, course] = [vessels[segment], segments[segment]]
      if (vessel === undefined || course === undefined) return []
      const points = course.from === node ? vessel.points : vessel.points.toReversed()
      return [branchOf({ ...vessel, points })]
    })
    return describe(branches, disc) ?? []
  })
}

interface Branch {
  readonly kind: TracedVessel['kind']
  readonly widthPx: number | null
  readonly at: Point
  readonly points: readonly Point[]
}

/** Takes a vessel that begins at the node. */
function branchOf({ kind, points }: TracedVessel): Branch {
  const widths = points.flatMap(({ widthPx }) => widthPx ?? []).slice(0, widthPlaces)
  return { kind, widthPx: median(widths), at: points[0] ?? { x: 0, y: 0 }, points }
}

function describe(branches: readonly Branch[], disc: Point): Branching | undefined {
  const widthPx = Math.max(...branches.map((branch) => branch.widthPx ?? 0))
  if (widthPx === 0) return undefined
  const ends = branches.map((branch) => ({
    ...branch,
    end: pointFrom(branch, farWidths * widthPx),
  }))
  const [parent, ...daughters] = ends.toSorted(
    (a, b) => distance(a.end, disc) - distance(b.end, disc),
  )
  const [first, second] = daughters
  if (parent === undefined || first === undefined || second === undefined) return undefined
  const isOneKind = first.kind === parent.kind && second.kind === parent.kind
  const [d0, d1, d2] = [parent.widthPx, first.widthPx, second.widthPx]
  const [a, b] = [first, second].map((daughter) => {
    const near = pointFrom(daughter, nearWidths * widthPx)
    return { x: daughter.end.x - near.x, y: daughter.end.y - near.y }
  })
  return {
    at: parent.at,
    kind: isOneKind ? parent.kind : null,
    coefficient: d0 === null || d1 === null || d2 === null ? null : (d1 * d1 + d2 * d2) / (d0 * d0),
    angle: (180 / Math.PI) * angleBetween(a, b),
  }
}

/** The first place of a branch so far from the node, or its end. */
function pointFrom({ points, at }: Branch, away: number): Point {
  return points.find((point) => distance(point, at) >= away) ?? points.at(-1) ?? at
}
