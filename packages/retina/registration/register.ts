import type { RgbImage } from '#raster/image'

import { findFieldOfView } from '../field-of-view.ts'
import type { Agreement } from './agreement.ts'
import { agreementOf, isCredible, overlapOf } from './agreement.ts'
import type { Described } from './candidates.ts'
import { findCandidates } from './candidates.ts'
import { findJunctions, surroundingsOf } from './junctions.ts'
import type { QuadraticMap } from './quadratic-map.ts'
import { enlargeMap } from './quadratic-map.ts'
import { refine } from './refine.ts'
import type { RidgePoint, Ridges } from './ridges.ts'
import { centreLines, coherenceOf, fieldPx, findRidges } from './ridges.ts'

/** The vessels of a photograph, prepared for comparing them with those of others. */
export interface PreparedVessels extends Described {
  readonly ridges: Ridges
  readonly lines: readonly RidgePoint[]
}

/** Reasons why two photographs are not registered. */
type RegistrationRefusal =
  /** No field of view was found in one of them. */
  | 'no-field'
  /** One of them shows hardly any vessels. */
  | 'few-vessels'
  /** Their vessels do not match: they show different eyes, or hardly any common part. */
  | 'no-match'

/** The map from the first photograph to the second, in image pixels of both. */
interface Registered {
  readonly kind: 'registered'
  readonly map: QuadraticMap
  /** Share of the first photograph's vessels in the common part that agree, 0 as by chance and 1 all. */
  readonly agreement: number
  /** Share of the first photograph's field that the second shows. */
  readonly overlap: number
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
  const centre = { x: a.ridges.width / 2, y: a.ridges.height / 2 }
  const frame = { centre, unit: fieldPx / 2 }
  const [best] = findCandidates(a, b, frame)
    .flatMap((candidate) => {
      const map = refine(candidate.map, a.lines, { target: b.ridges, frame })
      if (map === undefined || !isCredible(map)) return []
      const agreement = agreementOf(map, a.lines, b.ridges)
      return agreement === undefined ? [] : [{ map, agreement }]
    })
    .toSorted((x, y) => y.agreement.share - x.agreement.share)
  if (best === undefined || !isOneEye(best.agreement)) {
    const isGrain = [a, b].some(({ ridges }) => coherenceOf(ridges) < leastCoherence)
    return { kind: 'refused', reason: isGrain ? 'few-vessels' : 'no-match' }
  }
  const [from, to] = [a.ridges.enlargement, b.ridges.enlargement]
  return {
    kind: 'registered',
    map: enlargeMap(best.map, { from, to }),
    agreement: best.agreement.share,
    overlap: overlapOf(best.map, a.ridges, b.ridges),
  }
}

function isOneEye({ share, certainty }: Agreement): boolean {
  return share >= leastShare && certainty >= leastCertainty
}
