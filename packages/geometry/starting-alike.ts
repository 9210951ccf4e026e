import { placeNumber } from './point.ts'
import { mapRings, type MultiPolygon, type Ring, ringsOf } from './polygon.ts'

/**
 * The same area, each ring of which starts at the first of its points that an area before had, in the order
 * of that area. A changed ring of very many vertices then differs from the one before in one stretch.
 */
export function startingAlike(shape: MultiPolygon, before: MultiPolygon): MultiPolygon {
  const order = new Map<number, number>()
  for (const ring of before.flatMap(ringsOf)) {
    for (let i = 0; i < ring.length; i += 2) {
      const place = placeAt(ring, i)
      if (!order.has(place)) order.set(place, order.size)
    }
  }
  return mapRings(shape, (ring) => startingAt(ring, firstIn(ring, order)))
}

function placeAt(ring: Ring, i: number): number {
  return placeNumber(ring[i] ?? 0, ring[i + 1] ?? 0)
}

/** Index of the first coordinate of the point that comes first in an order. */
function firstIn(ring: Ring, order: ReadonlyMap<number, number>): number {
  let [first, least] = [0, Infinity]
  for (let i = 0; i < ring.length; i += 2) {
    const at = order.get(placeAt(ring, i)) ?? Infinity
    if (at < least) [first, least] = [i, at]
  }
  return first
}

function startingAt(ring: Ring, i: number): Ring {
  return i === 0 ? ring : [...ring.slice(i), ...ring.slice(0, i)]
}
