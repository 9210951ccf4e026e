import { polygonOfBox } from '#geometry/box'
import type { MultiLine } from '#geometry/line'
import { ringsOf, type MultiPolygon } from '#geometry/polygon'
import { parseSegmentation, SegmentationError } from '#geometry/segmentation'
import { countLabelled } from './annotation.ts'
import type { CocoOrigin } from './document.ts'
import {
  CocoEntryError,
  colorOf,
  fieldsOf,
  idOf,
  metadataOf,
  valuesOf,
  type MetadataValue,
} from './entry.ts'
import { originOf } from './read-origin.ts'
import { multiPolygonToRle, RingError } from './polygon-to-rle.ts'
import { parseRle } from './rle-string.ts'
import { RleError, type Rle, type RleSize } from './rle.ts'
import { rleToPolygons } from './rle-to-polygons.ts'

/** The supported content of a COCO annotation. */
export interface ReadAnnotation {
  readonly id: number
  readonly imageId: number
  readonly categoryId: number
  /** Not clipped to the image yet; empty for lines or keypoints alone and for a mere label of the image. */
  readonly shape: MultiPolygon
  /** Open lines, not clipped either. */
  readonly lines: MultiLine
  /** x, y, v for each label of the category, or none. */
  readonly keypoints: readonly number[]
  readonly isCrowd: boolean
  readonly isBox: boolean
  readonly origin: CocoOrigin
  /** Place among the annotations of its image, from below to above; null if the file has none. */
  readonly position: number | null
  readonly color: string | null
  readonly metadata: Readonly<Record<string, MetadataValue>>
  /** Values by the keys of their fields, not checked yet. */
  readonly fields: Readonly<Record<string, unknown>>
}

type Fields = Readonly<Record<string, unknown>>

/** Farther out no point belongs to an image. */
const farthest = 1e6

/** Only the ids of a COCO annotation. Throws CocoEntryError if one is missing. */
export function readAnnotationIds(entry: unknown): { id: number; imageId: number } {
  const fields = fieldsOf(entry, 'annotation')
  return { id: idOf(fields['id'], 'id'), imageId: idOf(fields['image_id'], 'image_id') }
}

/**
 * Reads a COCO annotation on an image of the given size. Its area comes, in this order, from flat polygons; a
 * run-length mask in either form, or the outlines with it if they produce exactly that mask; its box, if
 * there is nothing else, no lines either, and it is not marked as no box. `area` and `num_keypoints` follow from the rest and
 * are not read. Throws CocoEntryError on unusable content.
 */
export function readCocoAnnotation(entry: unknown, size: RleSize): ReadAnnotation {
  const fields = fieldsOf(entry, 'annotation')
  const keypoints = keypointsOf(fields['keypoints'])
  const lines = linesOf(fields['lines'])
  return {
    ...readAnnotationIds(fields),
    categoryId: idOf(fields['category_id'], 'category_id'),
    ...areaOf(fields, size, lines.length > 0),
    lines,
    keypoints: countLabelled(keypoints) === 0 ? [] : keypoints,
    isCrowd: fields['iscrowd'] === 1 || fields['iscrowd'] === true,
    origin: originOf(fields),
    position: typeof fields['position'] === 'number' ? fields['position'] : null,
    color: colorOf(fields['color']) ?? null,
    metadata: metadataOf(fields['metadata']),
    fields: valuesOf(fields['fields']),
  }
}

function areaOf(
  fields: Fields,
  size: RleSize,
  hasLines: boolean,
): Pick<ReadAnnotation, 'shape' | 'isBox'> {
  const shape = segmentedArea(fields, size)
  const saysBox = fields['isbbox']
  if (shape.length > 0 || saysBox === false || hasLines) return { shape, isBox: saysBox === true }
  const box = boxOf(fields['bbox'])
  return { shape: box, isBox: box.length > 0 }
}

function segmentedArea(fields: Fields, size: RleSize): MultiPolygon {
  const { segmentation } = fields
  if (segmentation === undefined || segmentation === null) return []
  if (Array.isArray(segmentation)) return polygonsOf(segmentation)
  const mask = maskOf(segmentation, size)
  try {
    return outlinesBeside(mask, fields['rings']) ?? rleToPolygons(mask)
  } catch (error) {
    throw error instanceof RleError ? new CocoEntryError({ kind: 'mask', why: error.fault }) : error
  }
}

/** Rings of fewer than three points have no area, in pycocotools neither. */
function polygonsOf(rings: readonly unknown[]): MultiPolygon {
  try {
    const shape = parseSegmentation(rings.filter((ring) => !Array.isArray(ring) || !isSliver(ring)))
    if (shape.every(({ outer }) => outer.every(isCoordinate))) return shape
  } catch (error) {
    if (!(error instanceof SegmentationError)) throw error
    throw new CocoEntryError({ kind: 'polygon', why: error.fault })
  }
  throw new CocoEntryError({ kind: 'far_point' })
}

function isSliver(ring: readonly unknown[]): boolean {
  return ring.length % 2 === 0 && ring.length < 6
}

function maskOf(segmentation: unknown, [height, width]: RleSize): Rle {
  const { size, counts } = fieldsOf(segmentation, 'segmentation')
  const [maskHeight, maskWidth] = Array.isArray(size) ? (size as unknown[]) : []
  if (maskHeight !== height || maskWidth !== width) {
    throw new CocoEntryError({
      kind: 'mask_size',
      inMask: `${String(maskHeight)} x ${String(maskWidth)}`,
      height,
      width,
    })
  }
  if (typeof counts !== 'string' && !isNumbers(counts)) {
    throw new CocoEntryError({ kind: 'mask_form' })
  }
  try {
    return parseRle(
      typeof counts === 'string'
        ? { size: [height, width], counts }
        : { size: [height, width], counts },
    )
  } catch (error) {
    throw error instanceof RleError ? new CocoEntryError({ kind: 'mask', why: error.fault }) : error
  }
}

/** Undefined if there are none, or they do not match the mask: then the mask is right. */
function outlinesBeside(mask: Rle, rings: unknown): MultiPolygon | undefined {
  if (rings === undefined) return undefined
  try {
    const shape = parseSegmentation({ rings })
    const { counts } = multiPolygonToRle(shape, mask.size)
    const isSame =
      shape.flatMap(ringsOf).flat().every(isCoordinate) &&
      counts.length === mask.counts.length &&
      counts.every((run, i) => run === mask.counts[i])
    return isSame ? shape : undefined
  } catch (error) {
    if (error instanceof SegmentationError || error instanceof RingError) return undefined
    throw error
  }
}

function boxOf(value: unknown): MultiPolygon {
  if (value === undefined || value === null) return []
  if (!isNumbers(value)) throw new CocoEntryError({ kind: 'box' })
  if (value.length === 0) return []
  const [x = 0, y = 0, width = 0, height = 0] = value
  const isBox = value.length === 4 && value.every(isCoordinate) && width > 0 && height > 0
  if (isBox) return [polygonOfBox({ x, y, width, height })]
  throw new CocoEntryError({ kind: 'box_form' })
}

/** Open lines; null and a missing list are none. */
function linesOf(value: unknown): MultiLine {
  if (value === undefined || value === null) return []
  const isUsable =
    Array.isArray(value) &&
    value.every(
      (line) =>
        isNumbers(line) && line.length >= 4 && line.length % 2 === 0 && line.every(isCoordinate),
    )
  if (isUsable) return value
  throw new CocoEntryError({ kind: 'lines' })
}

function keypointsOf(value: unknown): readonly number[] {
  if (value === undefined || value === null) return []
  const isUsable =
    isNumbers(value) &&
    value.length % 3 === 0 &&
    value.every((each, i) => (i % 3 === 2 ? [0, 1, 2].includes(each) : isCoordinate(each)))
  if (isUsable) return value
  throw new CocoEntryError({ kind: 'keypoints' })
}

function isNumbers(value: unknown): value is readonly number[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'number')
}

function isCoordinate(value: number): boolean {
  return Math.abs(value) <= farthest
}
