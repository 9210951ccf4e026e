import type { MultiPolygon, Polygon } from './polygon.ts'
import { ringsOf } from './polygon.ts'

/**
 * A shape in JSON, in image pixels. Where no polygon has a hole: COCO's list of flat polygons. Else
 * for each polygon the list of its flat rings, the outer one first.
 */
export type Segmentation = number[][] | { rings: number[][][] }

export type SegmentationFault =
  | 'not a segmentation'
  | 'polygon without rings'
  | 'ring is not a list'
  | 'too few points'
  | 'odd number of coordinates'
  | 'coordinate is not a finite number'

/** Says what is wrong with a segmentation, and in which ring of which polygon, counted from 0. */
export class SegmentationError extends Error {
  override readonly name = 'SegmentationError'
  readonly fault: SegmentationFault
  readonly polygon: number | null
  readonly ring: number | null

  constructor(fault: SegmentationFault, polygon: number | null = null, ring: number | null = null) {
    const where = polygon === null ? '' : `, polygon ${polygon}`
    super(`Segmentation refused: ${fault}${where}${ring === null ? '' : `, ring ${ring}`}.`)
    this.fault = fault
    this.polygon = polygon
    this.ring = ring
  }
}

export function toSegmentation(shape: MultiPolygon): Segmentation {
  return shape.every(({ holes }) => holes.length === 0)
    ? shape.map(({ outer }) => [...outer])
    : { rings: shape.map((polygon) => ringsOf(polygon).map((ring) => [...ring])) }
}

/**
 * The shape in a segmentation of either form; throws a SegmentationError for anything else. The
 * points are taken as they are: `sanitise` makes them fit to be kept.
 */
export function parseSegmentation(value: unknown): MultiPolygon {
  if (Array.isArray(value)) return value.map((ring, i) => parsePolygon([ring], i))
  if (typeof value !== 'object' || value === null || !('rings' in value)) {
    throw new SegmentationError('not a segmentation')
  }
  if (!Array.isArray(value.rings)) throw new SegmentationError('not a segmentation')
  return value.rings.map(parsePolygon)
}

function parsePolygon(value: unknown, polygon: number): Polygon {
  const rings = Array.isArray(value) ? value.map((ring, i) => parseRing(ring, polygon, i)) : []
  const [outer, ...holes] = rings
  if (outer === undefined) throw new SegmentationError('polygon without rings', polygon)
  return { outer, holes }
}

function parseRing(value: unknown, polygon: number, ring: number): number[] {
  const refuse = (fault: SegmentationFault): never => {
    throw new SegmentationError(fault, polygon, ring)
  }
  if (!Array.isArray(value)) return refuse('ring is not a list')
  if (!value.every((coordinate) => Number.isFinite(coordinate))) {
    return refuse('coordinate is not a finite number')
  }
  if (value.length % 2 !== 0) return refuse('odd number of coordinates')
  if (value.length < 6) return refuse('too few points')
  return [...value]
}
