import type { PolygonOperations } from '#geometry/boolean'
import { lengthOfLines, type MultiLine, nearestOnLines } from '#geometry/line'
import { distance, type Point } from '#geometry/point'
import type { MultiPolygon } from '#geometry/polygon'

import { type OutlineAgreement, outlineAgreement } from './outlines.ts'
import { distancesBetween, placesAlong } from './places.ts'

/** A point, which is compared with points of the same label. */
interface LabelledPoint extends Point {
  readonly label: number
}

/** Everything that a reader drew of one category, in image pixels. */
export interface Drawing {
  /** Without overlaps. */
  readonly area: MultiPolygon
  /** Lines of annotations without an area: the centre line beside an area belongs to that area. */
  readonly lines: MultiLine
  /** Points of annotations without an area. */
  readonly points: readonly LabelledPoint[]
}

interface Compared {
  readonly operations: PolygonOperations
  /** The longer side of the image in pixels, to which the tolerances of lines and points relate. */
  readonly longestSide: number
}

/**
 * Distance at which lines count as the same, as a share of the image's longer side: 2 pixels of DRIVE's 584,
 * as for the vessels of M. E. Gegúndez-Arias et al., IEEE Transactions on Medical Imaging 2012;31:231-9.
 */
const sameLine = 0.0035
/** The smallest such distance, in pixels. */
const leastSameLine = 2
/** The same for points: about an eighth of a disc diameter in a photograph of 45°. */
const samePoint = 0.02

/**
 * Agreement of two drawings. Areas, lines and points are compared with their own kind alone, and the kind
 * that agrees least counts: a line where the other reader drew an area, or nothing, is a difference.
 */
export function drawingAgreement(
  a: Drawing,
  b: Drawing,
  { operations, longestSide }: Compared,
): OutlineAgreement {
  const lineTolerance = Math.max(leastSameLine, sameLine * longestSide)
  const kinds = [
    ...(a.area.length + b.area.length > 0 ? [outlineAgreement(a.area, b.area, operations)] : []),
    ...within(linesFrom(a, b), linesFrom(b, a), lineTolerance),
    ...within(pointsFrom(a, b), pointsFrom(b, a), samePoint * longestSide),
  ]
  const [least] = kinds.toSorted((x, y) => x.dice - y.dice)
  return least ?? { dice: 1, distance: null }
}

interface Side {
  /** Length of the lines, or number of the points. */
  readonly size: number
  /** From places of equal weight to the other side. */
  readonly distances: readonly number[]
}

/**
 * The share of both sides that lies within a tolerance of the other side, as Dice coefficient; nothing if
 * both are empty. Source: S. Nikolov et al., Journal of Medical Internet Research 2021;23:e26151.
 */
function within(there: Side, back: Side, tolerance: number): OutlineAgreement[] {
  if (there.size + back.size === 0) return []
  const near = [there, back].map(({ size, distances }) => {
    const close = distances.filter((each) => each <= tolerance).length
    return distances.length === 0 ? 0 : (size * close) / distances.length
  })
  const dice = near.reduce((sum, each) => sum + each, 0) / (there.size + back.size)
  const [out, home] = [there, back].map(({ distances }) => distances.filter(Number.isFinite))
  const hasBoth = out !== undefined && home !== undefined && out.length > 0 && home.length > 0
  return [{ dice, distance: hasBoth ? distancesBetween(out, home) : null }]
}

function linesFrom({ lines }: Drawing, { lines: others }: Drawing): Side {
  return {
    size: lengthOfLines(lines),
    distances: placesAlong(lines).map(
      (place) => nearestOnLines(others, place)?.distance ?? Infinity,
    ),
  }
}

function pointsFrom({ points }: Drawing, { points: others }: Drawing): Side {
  return {
    size: points.length,
    distances: points.map((point) =>
      Math.min(
        ...others
          .filter(({ label }) => label === point.label)
          .map((other) => distance(point, other)),
      ),
    ),
  }
}
