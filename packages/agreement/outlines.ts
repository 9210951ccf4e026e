import type { PolygonOperations } from '#geometry/boolean'
import { distanceToOutline } from '#geometry/locate'
import { area, ringsOf, type MultiPolygon } from '#geometry/polygon'

import { type Distances, distancesBetween, placesAlong } from './places.ts'

/** How far two drawings agree. */
export interface OutlineAgreement {
  /** 2|A∩B| / (|A|+|B|), from 0 to 1; 1 if both are empty. */
  readonly dice: number
  /** Null if one of them is empty. */
  readonly distance: Distances | null
}

/** Agreement of two areas in the same pixels, each without overlaps. */
export function outlineAgreement(
  a: MultiPolygon,
  b: MultiPolygon,
  operations: PolygonOperations,
): OutlineAgreement {
  const both = area(a) + area(b)
  const common = both === 0 ? 0 : area(operations.intersection(a, b))
  const dice = both === 0 ? 1 : Math.min(1, (2 * common) / both)
  if (a.length === 0 || b.length === 0) return { dice, distance: null }
  return { dice, distance: distancesBetween(distances(a, b), distances(b, a)) }
}

function distances(from: MultiPolygon, to: MultiPolygon): number[] {
  const closed = from.flatMap(ringsOf).map((ring) => [...ring, ...ring.slice(0, 2)])
  return placesAlong(closed).map((place) => distanceToOutline(to, place))
}
