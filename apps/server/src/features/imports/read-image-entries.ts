import type { CocoLicense } from '#coco/document'
import { CocoEntryError } from '#coco/entry'
import { provenanceOf } from '#coco/licence'
import { readAnnotationIds, readCocoAnnotation, type ReadAnnotation } from '#coco/read-annotation'
import { readCocoImage, type ReadImage } from '#coco/read-image'
import type { DatasetField } from '#contract/fields/field'
import type { FieldValues } from '#contract/fields/value'
import type { ImportReason } from '#contract/imports'
import { english, message, type Message } from '#contract/messages/message'
import type { PolygonOperations } from '#geometry/boolean'

import { cocoFaultMessage } from '../../platform/faults/coco.ts'
import { mostPoints, pointCount, storedShape } from '../annotations/shape.ts'
import type { AnnotationValues } from '../fields/annotation-values.ts'
import { fittingValues } from './fitting-values.ts'
import { saveIdOf, type AnnotationContent } from './annotation-identity.ts'
import type { ImportedCategory } from './import-categories.ts'
import type { MatchedImage } from './match-images.ts'
import { readEntry, type Place } from './read-file.ts'

/** An annotation as an import stores it. */
export interface NewAnnotation extends AnnotationContent {
  readonly created_save_id: string
  readonly fields: FieldValues
  readonly field_versions: Readonly<Record<string, number>>
  readonly origin: ReadAnnotation['origin']
  readonly area: number
  readonly box_x: number
  readonly box_y: number
  readonly box_width: number
  readonly box_height: number
}

/** All content of the file about one image, ready to be stored. */
export interface ImageContent {
  readonly metadata: ReadImage['metadata']
  /** Categories of the image as a whole. */
  readonly categoryIds: readonly number[]
  /** Values that fit the dataset's fields. */
  readonly fields: FieldValues
  readonly annotations: readonly NewAnnotation[]
  /** Entries that are left out, although their image is imported. */
  readonly leftOut: readonly LeftOut[]
}

interface LeftOut {
  readonly reason: ImportReason
  readonly told: Message
  /** 1 if nothing of the annotation is used, else 0. */
  readonly annotations: 0 | 1
}

/** One invalid entry excludes its whole image, because half of it would mislead. */
export class UnusableEntry extends Error {
  readonly reason: ImportReason
  readonly told: Message

  constructor(reason: ImportReason, told: Message) {
    super(english(told))
    this.reason = reason
    this.told = told
  }
}

interface Entries {
  /** File descriptor. */
  readonly file: number
  readonly image: MatchedImage
  readonly places: readonly Place[]
  readonly categories: ReadonlyMap<number, ImportedCategory>
  readonly licences: ReadonlyMap<number, CocoLicense>
  /** The dataset's fields. */
  readonly fields: readonly DatasetField[]
  readonly operations: PolygonOperations
}

/** Maximum on one image: its transaction holds them all in memory. */
const mostAnnotations = 50_000

/** @throws {UnusableEntry} */
export function readImageEntries(entries: Entries): ImageContent {
  const { file, image, places } = entries
  if (places.length > mostAnnotations) {
    throw new UnusableEntry(
      'annotation_unusable',
      message('imports.caseTooMany', { file: image.path, most: mostAnnotations }),
    )
  }
  const read = readImage(file, image)
  const ids = new Set<number>()
  const leftOut: LeftOut[] = []
  const found = places.map((place) => readAnnotation(readEntry(file, place), image))
  const annotations = inOrder(found).flatMap((annotation) => {
    const { id } = annotation
    if (ids.has(id)) {
      throw new UnusableEntry(
        'annotation_id_twice',
        message('imports.caseAnnotationTwice', { file: image.path, id }),
      )
    }
    ids.add(id)
    const values = fittingValues(entries.fields, annotation.fields, ['annotation'])
    if (values.leftOut.length > 0) leftOut.push(unusableFields(image, values.leftOut))
    const misfit = findMisfit(annotation, entries)
    if (misfit === undefined) return [{ ...toNewAnnotation(annotation, entries), ...values.kept }]
    leftOut.push(misfit)
    // Outlines, lines and boxes do not depend on the labels of keypoints.
    if (misfit.annotations === 1) return []
    return [{ ...toNewAnnotation({ ...annotation, keypoints: [] }, entries), ...values.kept }]
  })
  // The file's own metadata take precedence over derived fields.
  const metadata = { ...provenanceOf(read, entries.licences), ...read.metadata }
  const categoryIds = categoriesHere(read.categoryIds, entries)
  const own = fittingValues(entries.fields, read.fields, ['image', 'eye', 'visit'])
  if (own.leftOut.length > 0) leftOut.push(unusableFields(image, own.leftOut))
  return { metadata, categoryIds, fields: own.kept.fields, annotations, leftOut }
}

/** From below to above, as a file of ours states; any other file has its order. */
function inOrder(annotations: readonly ReadAnnotation[]): readonly ReadAnnotation[] {
  if (annotations.every(({ position }) => position === null)) return annotations
  return annotations.toSorted((a, b) => (a.position ?? a.id) - (b.position ?? b.id))
}

function unusableFields({ path }: MatchedImage, keys: readonly string[]): LeftOut {
  return {
    reason: 'fields_unusable',
    told: message('imports.caseFields', { file: path, keys: keys.slice(0, 5).join(', ') }),
    annotations: 0,
  }
}

function readImage(file: number, image: MatchedImage): ReadImage {
  try {
    return readCocoImage(readEntry(file, image.place))
  } catch (error) {
    throw error instanceof CocoEntryError
      ? new UnusableEntry(
          'image_unusable',
          message('imports.caseImageSays', {
            file: image.path,
            detail: cocoFaultMessage(error.fault),
          }),
        )
      : error
  }
}

/**
 * Removes keypoints whose number differs from the labels of the category here, which may come from
 * another file.
 */
function findMisfit(
  { id, categoryId, keypoints, shape, lines }: ReadAnnotation,
  entries: Entries,
): LeftOut | undefined {
  const category = categoryOf(categoryId, entries)
  const expected = category.keypointLabels.length
  if (keypoints.length === 0 || keypoints.length === 3 * expected) return undefined
  const received = keypoints.length / 3
  const at = { file: entries.image.path, id, category: category.name }
  return {
    reason: 'keypoints_differ',
    told: message('imports.caseKeypoints', { ...at, received, expected }),
    annotations: shape.length === 0 && lines.length === 0 ? 1 : 0,
  }
}

/** @throws {UnusableEntry} if the file does not have it. */
function categoryOf(id: number, { image, categories }: Entries): ImportedCategory {
  const category = categories.get(id)
  if (category === undefined) throw noCategory(image, id)
  return category
}

function toNewAnnotation(
  read: ReadAnnotation,
  entries: Entries,
): Omit<NewAnnotation, keyof AnnotationValues> {
  const { image, operations } = entries
  const at = { file: image.path, id: read.id }
  const category = categoryOf(read.categoryId, entries)
  const drawn = { area: read.shape, lines: read.lines }
  if (pointCount(drawn) > mostPoints) {
    throw new UnusableEntry(
      'annotation_unusable',
      message('imports.caseTooManyPoints', { ...at, most: mostPoints }),
    )
  }
  const stored = storedShape(drawn, image, operations)
  const lines = JSON.parse(stored.lines) as number[][]
  const isOutside = stored.area === 0 && lines.length === 0
  if ((read.shape.length > 0 || read.lines.length > 0) && isOutside) {
    throw new UnusableEntry('outside_image', message('imports.caseOutside', at))
  }
  const content = {
    category_id: category.id,
    geometry: stored.geometry.toString('base64'),
    lines,
    keypoints: read.keypoints,
    is_box: read.isBox,
    is_crowd: read.isCrowd,
    color: read.color,
    metadata: read.metadata,
  }
  const created_save_id = saveIdOf(image.imageId, read.id, content)
  return { ...stored, ...content, origin: read.origin, created_save_id }
}

function readAnnotation(entry: unknown, image: MatchedImage): ReadAnnotation {
  try {
    return readCocoAnnotation(entry, [image.height, image.width])
  } catch (error) {
    if (!(error instanceof CocoEntryError)) throw error
    const { id } = readAnnotationIds(entry)
    throw new UnusableEntry(
      'annotation_unusable',
      message('imports.caseAnnotation', {
        file: image.path,
        id,
        detail: cocoFaultMessage(error.fault),
      }),
    )
  }
}

function noCategory({ path }: MatchedImage, id: number): UnusableEntry {
  return new UnusableEntry(
    'category_missing',
    message('imports.caseNoCategory', { file: path, id }),
  )
}

function categoriesHere(fileIds: readonly number[], entries: Entries): readonly number[] {
  return [...new Set(fileIds.map((id) => categoryOf(id, entries).id))]
}
