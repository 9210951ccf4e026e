import type { RgbImage } from '#raster/image'

import { findFieldOfView } from '../field-of-view.ts'
import type { Agreement } from './agreement.ts'
import { agreementOf, isCredible } from './agreement.ts'
import type { Described } from './candidates.ts'
import { findCandidates } from './candidates.ts'
import { findJunctions, surroundingsOf } from './junctions.ts'
import type { Enlargement, MapFrame, QuadraticMap, Tie } from './quadratic-map.ts'
import { enlargeMap, fitMap } from './quadratic-map.ts'
import { refine } from './refine.ts'
import type { RidgePoint, Ridges } from './ridges.ts'
import { centreLines, coherenceOf, fieldPx, findRidges } from './ridges.ts'

/** The vessels of a photograph, prepared for comparing them with those of others. */
export interface PreparedVessels extends Described {
  readonly ridges: Ridges
  readonly lines: readonly RidgePoint[]
}

/** Reasons why two photographs are not registered. */
export type RegistrationRefusal =
  /** No field of view was found in one of them. */
  | 'no-field'
  /** One of them shows hardly any vessels. */
  | 'few-vessels'
  /** Their vessels do not match: they show different eyes, or hardly any common part. */
  | 'no-match'
  /** Places set by hand determine no map: there are too few, or they lie on a line. */
  | 'few-places'

/** The map from the first photograph to the second, in image pixels of both. */
interface Registered {
  readonly kind: 'registered'
  readonly map: QuadraticMap
  /**
   * Share of the first photograph's vessels in the common part that agree, 0 as by chance and 1 all; null if
   * the map only follows places that were set by hand.
   */
  readonly agreement: number | null
}

export type Registration =
  | Registered
  | { readonly kind: 'refused'; readonly reason: RegistrationRefusal }

/** Less coherent lines are grain: noise alone has 0.2, a photograph with vessels 0.4 and more. */
const leastCoherence = 0.3
/** Thresholds between one eye and two, set on photographs that the benchmark does not use. */
const leastShare = 0.15
const leastCertainty = 8

/** Registers two photographs of one eye, or says why not. */
export function registerPhotographs(first: RgbImage, second: RgbImage): Registration {
  const [a, b] = [prepareVessels(first), prepareVessels(second)]
  return a === undefined || b === undefined
    ? { kind: 'refused', reason: 'no-field' }
    : registerVessels(a, b)
}

/** The vessels of a photograph; undefined if it shows no field of view. */
export function prepareVessels(photograph: RgbImage): PreparedVessels | undefined {
  const field = findFieldOfView(photograph)
  if (field.kind === 'not-a-fundus') return undefined
  const ridges = findRidges(photograph, field)
  return {
    ridges,
    lines: centreLines(ridges),
    junctions: findJunctions(ridges),
    surroundings: surroundingsOf(ridges),
  }
}

/**
 * Registers photographs by their vessels: rough maps from junctions, refined on centre lines, of which the
 * one is taken under which the most centre lines lie on vessels of the other photograph.
 */
export function registerVessels(a: PreparedVessels, b: PreparedVessels): Registration {
  const candidates = findCandidates(a, b, frameOf(a)).map(({ map }) => map)
  const found = bestOf(candidates, a, b)
  if (found !== undefined) return found
  const isGrain = [a, b].some(({ ridges }) => coherenceOf(ridges) < leastCoherence)
  return { kind: 'refused', reason: isGrain ? 'few-vessels' : 'no-match' }
}

/**
 * Registers photographs by at least three places that a person has set in both, and by the vessels if those
 * agree with the places.
 */
export function registerByHand(
  first: RgbImage,
  second: RgbImage,
  places: readonly Pick<Tie, 'from' | 'to'>[],
): Registration {
  const centre = { x: first.width / 2, y: first.height / 2 }
  const ties = places.map((place) => ({ ...place, weight: 1 }))
  const map = fitMap(ties, { centre, unit: first.width / 2 }, 'affine')
  if (map === undefined || !isCredible(map)) return { kind: 'refused', reason: 'few-places' }
  const [a, b] = [prepareVessels(first), prepareVessels(second)]
  const near = a !== undefined && b !== undefined ? refineHand(map, a, b) : undefined
  return near ?? { kind: 'registered', map, agreement: null }
}

function refineHand(map: QuadraticMap, a: PreparedVessels, b: PreparedVessels) {
  const [from, to] = [inverse(a.ridges.enlargement), inverse(b.ridges.enlargement)]
  return bestOf([enlargeMap(map, { from, to })], a, b)
}

function inverse({ x, y }: Enlargement): Enlargement {
  return { x: 1 / x, y: 1 / y }
}

function frameOf({ ridges }: PreparedVessels): MapFrame {
  return { centre: { x: ridges.width / 2, y: ridges.height / 2 }, unit: fieldPx / 2 }
}

/** The candidate that fits best after refinement, in image pixels; undefined if none fits. */
function bestOf(
  candidates: readonly QuadraticMap[],
  a: PreparedVessels,
  b: PreparedVessels,
): Registered | undefined {
  const [best] = candidates
    .flatMap((candidate) => {
      const map = refine(candidate, a.lines, { target: b.ridges, frame: frameOf(a) })
      if (map === undefined || !isCredible(map)) return []
      const agreement = agreementOf(map, a.lines, b.ridges)
      return agreement !== undefined && isOneEye(agreement) ? [{ map, agreement }] : []
    })
    .toSorted((x, y) => y.agreement.share - x.agreement.share)
  if (best === undefined) return undefined
  const [from, to] = [a.ridges.enlargement, b.ridges.enlargement]
  const map = enlargeMap(best.map, { from, to })
  return { kind: 'registered', map, agreement: best.agreement.share }
}

function isOneEye({ share, certainty }: Agreement): boolean {
  return share >= leastShare && certainty >= leastCertainty
}
