import type { Point } from '#geometry/point'
import { distance } from '#geometry/point'

import type { EyeMaps } from '../eye-maps.ts'
import { median } from '../statistics.ts'
import type { TracedNetwork, TracedVessel } from '../vessels/traced-vessels.ts'

/** A crossing of an arteriole over a venule. */
export interface ArteriovenousCrossing {
  /** In image pixels. */
  readonly at: Point
  /**
   * The venule's width beside the crossing over its width farther away, of the side that is narrowed
   * less; null if either cannot be measured on both sides.
   */
  readonly narrowing: number | null
}

/** Below this a crossing is a candidate for nicking. */
export const nickingBelow = 0.75

/** Beside a crossing and farther away, in widths of the venule from the point where it is free. */
const beside = 1
const farther = { from: 2, to: 6 } as const
const fewestPlaces = 2

/**
 * The arteriovenous crossings of a network with how far the venule tapers at them. Nicking is a venule
 * that tapers on both sides of the arteriole, so the side that tapers less counts. Source: L. D.
 * Hubbard et al., Methods for evaluation of retinal microvascular abnormalities, Ophthalmology 1999;106:2269-80.
 */
export function findArteriovenousCrossings(
  { origin, pixelsPerMapPixel: scale }: EyeMaps,
  { network: { nodes, segments }, vessels }: TracedNetwork,
): ArteriovenousCrossing[] {
  return nodes.flatMap(({ kind, at, continuations }, node) => {
    if (kind !== 'crossing') return []
    const venule = continuations.find((pair) => kindOf(pair, vessels) === 'venule')
    if (
      venule === undefined ||
      !continuations.some((pair) => kindOf(pair, vessels) === 'arteriole')
    )
      return []
    const sides = venule.map((segment) => {
      const points = vessels[segment]?.points ?? []
      return taperOf(segments[segment]?.from === node ? points : points.toReversed())
    })
    const known = sides.flatMap((side) => side ?? [])
    return {
      at: { x: origin.x + at.x * scale, y: origin.y + at.y * scale },
      narrowing: known.length === 2 ? Math.max(...known) : null,
    }
  })
}

/** Null if the two segments are not of one kind. */
function kindOf(
  [a, b]: readonly [number, number],
  vessels: readonly TracedVessel[],
): TracedVessel['kind'] {
  const kind = vessels[a]?.kind ?? null
  return kind === vessels[b]?.kind ? kind : null
}

/** For a venule that begins at the crossing; null if it is too short. */
function taperOf(points: TracedVessel['points']): number | null {
  const free = points.filter(({ widthPx }) => widthPx !== null)
  const [first] = free
  const usual = median(free.flatMap(({ widthPx }) => widthPx ?? []))
  if (first === undefined || usual === null) return null
  const widthsBetween = (from: number, to: number): number[] =>
    free.flatMap((point) => {
      const away = distance(first, point) / usual
      return away >= from && away <= to ? (point.widthPx ?? []) : []
    })
  const [near, far] = [widthsBetween(0, beside), widthsBetween(farther.from, farther.to)]
  if (near.length < fewestPlaces || far.length < fewestPlaces) return null
  return (median(near) ?? 0) / (median(far) ?? Infinity)
}
