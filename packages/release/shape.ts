import { type CocoAnnotation, isRle } from '#coco/document'
import { decodeToBitmap } from '#coco/rle'
import { multiPolygonToRle } from '#coco/polygon-to-rle'
import type { MultiPolygon } from '#geometry/polygon'

/** Sides in pixels. */
export interface Size {
  readonly width: number
  readonly height: number
}

/** The area of an annotation that this product has written: its rings, or polygons without holes. */
export function shapeOf({ rings, segmentation, area }: CocoAnnotation): MultiPolygon {
  if (rings !== undefined) return rings.map(([outer = [], ...holes]) => ({ outer, holes }))
  if (isRle(segmentation) || area === 0) return []
  return segmentation.map((outer) => ({ outer, holes: [] }))
}

/** The pixels of areas, rows from the top: 1 inside, as pycocotools paints them. */
export function bitmapOf(shape: MultiPolygon, { width, height }: Size): Uint8Array {
  return decodeToBitmap(multiPolygonToRle(shape, [height, width]), 'row-major')
}
