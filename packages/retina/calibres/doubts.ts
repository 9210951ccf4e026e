import type { VesselKind } from './calibre.ts'
import type { Equivalent } from './equivalents.ts'
import { measureEquivalent } from './equivalents.ts'
import type { Disc, EyeMaps } from '../eye-maps.ts'
import type { NotMeasurableReason } from '../eye-measures.ts'
import { deviation } from '../statistics.ts'
import type { VesselRun } from '../vessels/runs.ts'
import type { Zone } from '../zones.ts'

/**
 * One standard deviation of the disc diameter that the network finds, as a share of it, on unseen photographs
 * whose discs experts outlined (docs/evaluation.md).
 */
export const discDiameterError = 0.06
/** For its centre, in its diameters. */
const discCentreError = 0.05
/** How often the kinds of vessels are drawn at random, by their certainty. */
const draws = 8
/** One standard deviation of the difference between network and expert, as a share of a calibre. */
const methodError: Readonly<Record<VesselKind, number>> = { arteriole: 0.03, venule: 0.03 }

interface Asked {
  readonly eye: EyeMaps
  readonly disc: Disc
  readonly zone: Zone
  readonly kind: VesselKind
}

/**
 * The central equivalent of a zone's vessels of a kind. Its uncertainty is one standard deviation of all
 * error sources: the position along a vessel, place and size of the disc, the vessels' kinds, blur, and the
 * difference from experts. For the disc and the kinds the calibre is measured again with possible
 * alternatives.
 */
export function measureWithDoubts(
  vessels: readonly VesselRun[],
  asked: Asked,
): Equivalent | NotMeasurableReason {
  const found = measureEquivalent(vessels, asked)
  if (typeof found === 'string') return found
  const { widthPx } = found
  const uncertaintyPx = Math.hypot(
    found.uncertaintyPx,
    byDisc(vessels, asked),
    byKinds(vessels, asked, widthPx),
    found.blurErrorPx,
    methodError[asked.kind] * widthPx,
  )
  return { ...found, uncertaintyPx }
}

/**
 * Half the difference between calibres with a smaller and a larger disc, and with discs shifted to either
 * side.
 */
function byDisc(vessels: readonly VesselRun[], asked: Asked): number {
  const { disc } = asked
  const { centre, diameterPx } = disc
  const widthBy = (changed: Partial<Disc>): number[] =>
    widthOf(measureEquivalent(vessels, { ...asked, disc: { ...disc, ...changed } }))
  const resized = (share: number) => widthBy({ diameterPx: diameterPx * (1 + share) })
  const moved = (x: number, y: number) =>
    widthBy({ centre: { x: centre.x + x * diameterPx, y: centre.y + y * diameterPx } })
  return Math.hypot(
    half(resized(discDiameterError), resized(-discDiameterError)),
    half(moved(discCentreError, 0), moved(-discCentreError, 0)),
    half(moved(0, discCentreError), moved(0, -discCentreError)),
  )
}

/** For two lists of one value each, or none. */
function half([a]: readonly number[], [b]: readonly number[]): number {
  return a === undefined || b === undefined ? 0 : Math.abs(a - b) / 2
}

/** For calibres in which each vessel changes kind as often as its kind is wrong. */
function byKinds(vessels: readonly VesselRun[], asked: Asked, widthPx: number): number {
  const widths = Array.from({ length: draws }, (_, draw) => {
    const drawn = vessels.map((vessel, i) =>
      evenly(i, draw) > vessel.certainty ? { ...vessel, kind: otherKind(vessel.kind) } : vessel,
    )
    return widthOf(measureEquivalent(drawn, asked))
  }).flat()
  return deviation([widthPx, ...widths])
}

function otherKind(kind: VesselKind | null): VesselKind | null {
  if (kind === null) return null
  return kind === 'arteriole' ? 'venule' : 'arteriole'
}

/**
 * Numbers between 0 and 1 that fill a square evenly and are the same every time. Source: M. Roberts,
 * The unreasonable effectiveness of quasirandom sequences, 2018.
 */
function evenly(i: number, k: number): number {
  return (0.5 + 0.7548776662 * (i + 1) + 0.569840291 * (k + 1)) % 1
}

function widthOf(found: Equivalent | NotMeasurableReason): number[] {
  return typeof found === 'string' ? [] : [found.widthPx]
}
