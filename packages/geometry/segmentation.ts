import type { MultiPolygon, Polygon } from './polygon.ts'
import { ringsOf } from './polygon.ts'

/**
 * A shape in JSON, in image pixels. If no polygon has a hole: COCO's list of flat polygons. Otherwise for
 * each polygon the list of its flat rings, the outer one first.
 */
export type Segmentation = number[][] | { rings: number[][][] }

/** Faults of a segmentation; polygons and their rings are counted from 0. */
export type SegmentationFault =
  | { readonly kind: 'form' }
  | { readonly kind: 'no_rings'; readonly polygon: number }
  | {
      readonly kind: 'ring_form' | 'few_points' | 'odd_coordinates' | 'not_finite'
      readonly polygon: number
      readonly ring: number
    }

/** Thrown if the input is not a segmentation. */
export class SegmentationError extends Error {
  override readonly name = 'SegmentationError'
  readonly fault: SegmentationFault

  constructor(fault: SegmentationFault) {
    super(fault.kind)
    this.fault = fault
  }
}

export function toSegmentation(shape: MultiPolygon): Segmentation {
  return shape.every(({ holes }) => holes.length === 0)
    ? shape.map(({ outer }) => [...outer])
    : { rings: shape.map((polygon) => ringsOf(polygon).map((ring) => [...ring])) }
}

/**
 * The shape in a segmentation of either form; throws a SegmentationError for anything else. Does
 * not clean the points: see `sanitise`.
 */
export function parseSegmentation(value: unknown): MultiPolygon {
  if (Array.isArray(value)) return value.map((ring, i) => parsePolygon([ring], i))
  if (typeof value !== 'object' || value === null || !('rings' in value)) {
    throw new SegmentationError({ kind: 'form' })
  }
  if (!Array.isArray(value.rings)) throw new SegmentationError({ kind: 'form' })
  return value.rings.map(parsePolygon)
}

function parsePolygon(value: unknown, polygon: number): Polygon {
  const rings = Array.isArray(value) ? value.map((ring, i) => parseRing(ring, polygon, i)) : []
  const [outer, ...holes] = rings
  if (outer === undefined) throw new SegmentationError({ kind: 'no_rings', polygon })
  return { outer, holes }
}

function parseRing(value: unknown, polygon: number, ring: number): number[] {
  const refuse = (kind: (SegmentationFault & { readonly ring: number })['kind']): never => {
    throw new SegmentationError({ kind, polygon, ring })
  }
  if (!Array.isArray(value)) return refuse('ring_form')
  if (!value.every((coordinate) => Number.isFinite(coordinate))) {
    return refuse('not_finite')
  }
  if (value.length % 2 !== 0) return refuse('odd_coordinates')
  if (value.length < 6) return refuse('few_points')
  return [...value]
}
