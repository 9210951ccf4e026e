import { distance, type Point } from '#geometry/point'

import type { Laterality } from '../eye-maps.ts'

interface Round {
  readonly centre: Point
  readonly diameterPx: number
}

/** Where a photograph shows an eye, in its pixels; null for a part that was not found for certain. */
export interface EyePlace {
  /** The round field of view. */
  readonly field: Round | null
  readonly disc: Round | null
  readonly laterality: Laterality
}

/** Why the vessels of two photographs do not match. */
export type Mismatch =
  /** One shows a right and one a left eye. */
  | 'other-side'
  /** Both show the same region around the disc, with other vessels. */
  | 'other-eye'
  /** Of one eye, they would show hardly any common part. */
  | 'apart'

/** Of the photographs of one eye that have more than 0.4 in common, at least 98 % are registered. */
const plentyInCommon = 0.5
const littleInCommon = 0.3

/** Why the vessels of two photographs do not match; null if disc and fovea do not tell. */
export function mismatchOf(a: EyePlace, b: EyePlace): Mismatch | null {
  const sides = new Set([a.laterality, b.laterality])
  if (sides.has('left') && sides.has('right')) return 'other-side'
  const share = shareInCommon(a, b)
  if (share === null) return null
  if (share >= plentyInCommon) return 'other-eye'
  return share < littleInCommon ? 'apart' : null
}

/**
 * The share of the smaller field of view that two photographs of one eye would have in common, by the places
 * and sizes of their discs; null if a disc or a field was not found.
 */
function shareInCommon(a: EyePlace, b: EyePlace): number | null {
  const [first, second] = [inDiscs(a), inDiscs(b)]
  if (first === null || second === null) return null
  const least = Math.min(first.radius, second.radius)
  return commonArea(first, second) / (Math.PI * least * least)
}

interface Circle {
  readonly centre: Point
  readonly radius: number
}

/** The field of view, seen from the disc and in its diameters. */
function inDiscs({ field, disc }: EyePlace): Circle | null {
  if (field === null || disc === null) return null
  return {
    centre: {
      x: (field.centre.x - disc.centre.x) / disc.diameterPx,
      y: (field.centre.y - disc.centre.y) / disc.diameterPx,
    },
    radius: field.diameterPx / disc.diameterPx / 2,
  }
}

/** The area that two circles have in common: two segments, one of each. */
function commonArea(a: Circle, b: Circle): number {
  const apart = distance(a.centre, b.centre)
  const least = Math.min(a.radius, b.radius)
  if (apart >= a.radius + b.radius) return 0
  if (apart <= Math.abs(a.radius - b.radius)) return Math.PI * least * least
  // From the centre of the first to the line through both crossings.
  const toChord = (apart ** 2 + a.radius ** 2 - b.radius ** 2) / (2 * apart)
  return segment(a.radius, toChord) + segment(b.radius, apart - toChord)
}

/** The part of a circle beyond a line at a signed distance from its centre. */
function segment(radius: number, away: number): number {
  return radius ** 2 * Math.acos(away / radius) - away * Math.sqrt(radius ** 2 - away ** 2)
}
