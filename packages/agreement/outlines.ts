import type { PolygonOperations } from '#geometry/boolean'
import { distanceToOutline } from '#geometry/locate'
import type { Point } from '#geometry/point'
import { area, ringsOf, type MultiPolygon, type Ring } from '#geometry/polygon'

/** How far two outlines agree. */
export interface OutlineAgreement {
  /** 2|A∩B| / (|A|+|B|), from 0 to 1; 1 if both are empty. */
  readonly dice: number
  /**
   * Distance in pixels from places on each outline to the other one: its mean over both, and the
   * larger of the two 95th percentiles. Null if one of them is empty.
   */
  readonly distance: { readonly mean: number; readonly most95: number } | null
}

/** Places on each outline from which the distance is measured. */
const places = 500

/**
 * Agreement of two areas in the same pixels, each without overlaps. Boundary distances as in T. Heimann
 * et al., IEEE Transactions on Medical Imaging 2009;28:1251-65.
 */
export function outlineAgreement(
  a: MultiPolygon,
  b: MultiPolygon,
  operations: PolygonOperations,
): OutlineAgreement {
  const both = area(a) + area(b)
  const common = both === 0 ? 0 : area(operations.intersection(a, b))
  const dice = both === 0 ? 1 : Math.min(1, (2 * common) / both)
  if (a.length === 0 || b.length === 0) return { dice, distance: null }
  const there = distancesTo(b, placesOn(a))
  const back = distancesTo(a, placesOn(b))
  const all = [...there, ...back]
  const mean = all.reduce((sum, each) => sum + each, 0) / all.length
  return { dice, distance: { mean, most95: Math.max(quantile95(there), quantile95(back)) } }
}

function distancesTo(shape: MultiPolygon, from: readonly Point[]): number[] {
  return from.map((place) => distanceToOutline(shape, place))
}

/** The smallest number that at least 95 % of the numbers do not exceed. */
function quantile95(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((x, y) => x - y)
  return sorted[Math.ceil(0.95 * sorted.length) - 1] ?? 0
}

/** Places at equal distances along all outlines of a shape. */
function placesOn(shape: MultiPolygon): Point[] {
  const edges = shape.flatMap(ringsOf).flatMap(edgesOf)
  const step = edges.reduce((sum, { length }) => sum + length, 0) / places
  if (step === 0) return edges.slice(0, 1).map(({ from }) => from)
  const found: Point[] = []
  let before = 0
  for (const { from, to, length } of edges) {
    while ((found.length + 0.5) * step < before + length) {
      const share = ((found.length + 0.5) * step - before) / length
      found.push({ x: from.x + share * (to.x - from.x), y: from.y + share * (to.y - from.y) })
    }
    before += length
  }
  return found
}

function edgesOf(ring: Ring): { from: Point; to: Point; length: number }[] {
  const point = (at: number): Point => ({
    x: ring[at % ring.length] ?? 0,
    y: ring[(at + 1) % ring.length] ?? 0,
  })
  return Array.from({ length: ring.length / 2 }, (_, i) => {
    const [from, to] = [point(2 * i), point(2 * i + 2)]
    return { from, to, length: Math.hypot(to.x - from.x, to.y - from.y) }
  })
}
