import { ringsOf, type MultiPolygon, type Ring } from '#geometry/polygon'
import type {
  CocoAnnotation,
  CocoBox,
  CocoMetadata,
  CocoOrigin,
  CocoSegmentation,
} from './document.ts'
import { multiPolygonToRle } from './polygon-to-rle.ts'
import { compressRle } from './rle-string.ts'
import { rleArea, rleBoundingBox, type RleSize } from './rle.ts'

/** Input for writing an annotation. */
export interface AnnotationSource {
  readonly id: number
  readonly imageId: number
  readonly categoryId: number
  /** Clipped to the image; empty for keypoints alone. */
  readonly shape: MultiPolygon
  /** x, y, v for each label of the category; empty if it has no labels. */
  readonly keypoints: readonly number[]
  readonly isCrowd: boolean
  readonly isBox: boolean
  readonly origin?: CocoOrigin
  readonly color?: string
  readonly metadata?: CocoMetadata
  readonly fields?: CocoMetadata
}

interface Extent {
  readonly segmentation: CocoSegmentation
  readonly rings?: readonly (readonly Ring[])[]
  readonly area: number
  readonly bbox: CocoBox
}

/**
 * The COCO annotation of a shape on an image of the given size; undefined if the shape has neither an area
 * nor a labelled keypoint.
 * An area without holes is written as flat polygons, with their exact area and bbox, as in COCO's own files.
 * With holes, or for a crowd, it is a compressed mask, with the area and bbox of its pixels, as pycocotools
 * computes them; the outlines are added as `rings`, so that nothing is lost on re-import. For keypoints
 * alone, area and bbox are those of the box around the labelled points, in pixels.
 */
export function toCocoAnnotation(
  source: AnnotationSource,
  size: RleSize,
): CocoAnnotation | undefined {
  const extent = extentOf(source, size)
  if (extent === undefined) return undefined
  const { keypoints } = source
  return {
    id: source.id,
    image_id: source.imageId,
    category_id: source.categoryId,
    ...extent,
    iscrowd: source.isCrowd ? 1 : 0,
    isbbox: source.isBox,
    ...(source.origin !== undefined && { origin: source.origin }),
    ...(keypoints.length > 0 && { keypoints, num_keypoints: countLabelled(keypoints) }),
    ...(source.color !== undefined && { color: source.color }),
    ...(source.metadata !== undefined && { metadata: source.metadata }),
    ...(source.fields !== undefined && { fields: source.fields }),
  }
}

/** The number of keypoints in x, y, v triples that are labelled (v above 0). */
export function countLabelled(keypoints: readonly number[]): number {
  return labelledPoints(keypoints).length / 2
}

function extentOf(source: AnnotationSource, size: RleSize): Extent | undefined {
  const { shape, keypoints, isCrowd } = source
  if (shape.length === 0) return extentOfKeypoints(labelledPoints(keypoints), size)
  const hasHoles = shape.some((polygon) => polygon.holes.length > 0)
  return hasHoles || isCrowd ? extentOfMask(shape, size) : extentOfPolygons(shape)
}

function extentOfMask(shape: MultiPolygon, size: RleSize): Extent {
  const rle = multiPolygonToRle(shape, size)
  const box = rleBoundingBox(rle) ?? { x: 0, y: 0, width: 0, height: 0 }
  return {
    segmentation: compressRle(rle),
    rings: shape.map(ringsOf),
    area: rleArea(rle),
    bbox: [box.x, box.y, box.width, box.height],
  }
}

function extentOfPolygons(shape: MultiPolygon): Extent {
  const rings = shape.map((polygon) => polygon.outer)
  return {
    segmentation: rings,
    area: rounded(rings.reduce((area, ring) => area + ringArea(ring), 0)),
    bbox: boundsOf(rings.flat()),
  }
}

function extentOfKeypoints(points: readonly number[], size: RleSize): Extent | undefined {
  if (points.length === 0) return undefined
  const [height, width] = size
  const pixels = points.map((value, index) =>
    Math.min(Math.max(Math.floor(value), 0), (index % 2 === 0 ? width : height) - 1),
  )
  const [x, y, spanX, spanY] = boundsOf(pixels)
  const bbox: CocoBox = [x, y, spanX + 1, spanY + 1]
  return { segmentation: [], area: bbox[2] * bbox[3], bbox }
}

function labelledPoints(keypoints: readonly number[]): number[] {
  const points: number[] = []
  for (let index = 0; index + 2 < keypoints.length; index += 3) {
    const [x = 0, y = 0, visibility = 0] = keypoints.slice(index, index + 3)
    if (visibility > 0) points.push(x, y)
  }
  return points
}

/** The shoelace formula; the direction of the ring does not matter. */
function ringArea(ring: Ring): number {
  let doubled = 0
  let [previousX = 0, previousY = 0] = ring.slice(-2)
  for (let index = 0; index + 1 < ring.length; index += 2) {
    const [x, y] = [ring[index] ?? 0, ring[index + 1] ?? 0]
    doubled += previousX * y - x * previousY
    previousX = x
    previousY = y
  }
  return Math.abs(doubled) / 2
}

function boundsOf(coordinates: readonly number[]): CocoBox {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (let index = 0; index + 1 < coordinates.length; index += 2) {
    const [x, y] = [coordinates[index] ?? 0, coordinates[index + 1] ?? 0]
    left = Math.min(left, x)
    right = Math.max(right, x)
    top = Math.min(top, y)
    bottom = Math.max(bottom, y)
  }
  return [left, top, rounded(right - left), rounded(bottom - top)]
}

/** Sums of coordinates in hundredths leave digits behind that mean nothing. */
function rounded(value: number): number {
  return Math.round(value * 1e6) / 1e6
}
