import { boxOf } from '#geometry/box'
import type { MultiLine } from '#geometry/line'
import { area, ringsOf, type MultiPolygon, type Ring } from '#geometry/polygon'
import type {
  CocoAnnotation,
  CocoBox,
  CocoMetadata,
  CocoOrigin,
  CocoSegmentation,
} from './document.ts'
import { multiPolygonToRle } from './polygon-to-rle.ts'
import { compressRle } from './rle-string.ts'
import type { RleSize } from './rle.ts'

/** Input for writing an annotation. */
export interface AnnotationSource {
  readonly id: number
  readonly imageId: number
  readonly categoryId: number
  /** Clipped to the image; empty for lines or keypoints alone. */
  readonly shape: MultiPolygon
  /** Open lines within the image. */
  readonly lines: MultiLine
  /** x, y, v for each label of the category; empty if it has no labels. */
  readonly keypoints: readonly number[]
  readonly isCrowd: boolean
  readonly isBox: boolean
  readonly origin?: CocoOrigin
  readonly position?: number
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
 * The COCO annotation of a shape on an image of the given size; undefined if the shape has neither an area,
 * a line nor a labelled keypoint.
 * An area without holes is written as flat polygons, as in COCO's own files. With holes, or for a crowd, it
 * is a compressed mask; the outlines are added as `rings`, so that nothing is lost on re-import. Area and
 * bbox are always those of the outlines, as everywhere else: the pixels of a mask, whose number pycocotools
 * computes, follow slanting outlines only roughly. For keypoints alone, they are those of the box around the
 * labelled points, in pixels. Lines are written as `lines`; alone they have an empty mask, the area 0 and the
 * box of their pixels.
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
    ...(source.lines.length > 0 && { lines: source.lines }),
    iscrowd: source.isCrowd ? 1 : 0,
    isbbox: source.isBox,
    ...(source.origin !== undefined && { origin: source.origin }),
    ...(source.position !== undefined && { position: source.position }),
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
  const { shape, lines, keypoints, isCrowd } = source
  if (shape.length === 0 && lines.length > 0) return extentOfLines(lines, size)
  if (shape.length === 0) return extentOfKeypoints(labelledPoints(keypoints), size)
  const hasHoles = shape.some((polygon) => polygon.holes.length > 0)
  return {
    ...(hasHoles || isCrowd
      ? { segmentation: maskOf(shape, size), rings: shape.map(ringsOf) }
      : { segmentation: shape.map(({ outer }) => outer) }),
    area: rounded(area(shape)),
    bbox: boundsOf(shape),
  }
}

function maskOf(shape: MultiPolygon, size: RleSize): CocoSegmentation {
  return compressRle(multiPolygonToRle(shape, size))
}

function boundsOf(shape: MultiPolygon): CocoBox {
  const { x, y, width, height } = boxOf(shape) ?? { x: 0, y: 0, width: 0, height: 0 }
  return [x, y, rounded(width), rounded(height)]
}

/** Readers that draw the mask of every annotation draw nothing. */
function extentOfLines(lines: MultiLine, size: RleSize): Extent {
  return { segmentation: maskOf([], size), area: 0, bbox: boundsOfPixels(lines.flat(), size) }
}

function extentOfKeypoints(points: readonly number[], size: RleSize): Extent | undefined {
  if (points.length === 0) return undefined
  const bbox = boundsOfPixels(points, size)
  return { segmentation: [], area: bbox[2] * bbox[3], bbox }
}

/** The box of the pixels in which points lie. */
function boundsOfPixels(points: readonly number[], [height, width]: RleSize): CocoBox {
  const pixels = points.map((value, index) =>
    Math.min(Math.max(Math.floor(value), 0), (index % 2 === 0 ? width : height) - 1),
  )
  const [x, y, spanX, spanY] = boundsOf([{ outer: pixels, holes: [] }])
  return [x, y, spanX + 1, spanY + 1]
}

function labelledPoints(keypoints: readonly number[]): number[] {
  const points: number[] = []
  for (let index = 0; index + 2 < keypoints.length; index += 3) {
    const [x = 0, y = 0, visibility = 0] = keypoints.slice(index, index + 3)
    if (visibility > 0) points.push(x, y)
  }
  return points
}

/** Sums of coordinates in hundredths leave digits behind that mean nothing. */
function rounded(value: number): number {
  return Math.round(value * 1e6) / 1e6
}
