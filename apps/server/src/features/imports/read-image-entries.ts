import type { FileHandle } from 'node:fs/promises'

import { CocoEntryError } from '#coco/entry'
import { readCocoAnnotation, type ReadAnnotation } from '#coco/read-annotation'
import { readCocoImage, type ReadImage } from '#coco/read-image'
import type { ImportReason } from '#contract/imports'
import type { PolygonOperations } from '#geometry/boolean'
import { vertexCount } from '#geometry/polygon'

import { mostPoints, storedShape } from '../annotations/shape.ts'
import type { ImportedCategory } from './import-categories.ts'
import type { MatchedImage } from './match-images.ts'
import { readEntry, type Place } from './read-file.ts'

/** An annotation as an import stores it. */
export interface NewAnnotation {
  /** The annotation's id in the file; null for a category of the image as a whole. */
  readonly fileId: number | null
  readonly columns: ReturnType<typeof storedShape> & {
    readonly category_id: number
    readonly keypoints: number[]
    readonly is_box: boolean
    readonly is_crowd: boolean
    readonly color: string | null
  }
  readonly metadata: ReadAnnotation['metadata']
}

/** All that the file says about one image, ready to be stored. */
export interface ImageContent {
  readonly metadata: ReadImage['metadata']
  readonly annotations: readonly NewAnnotation[]
}

/** One entry that cannot be used: then nothing of its image is, for half of it would mislead. */
export class UnusableEntry extends Error {
  readonly reason: ImportReason

  constructor(reason: ImportReason, message: string) {
    super(message)
    this.reason = reason
  }
}

interface Entries {
  readonly handle: FileHandle
  readonly image: MatchedImage
  readonly places: readonly Place[]
  readonly categories: ReadonlyMap<number, ImportedCategory>
  readonly operations: PolygonOperations
}

/** @throws {UnusableEntry} */
export async function readImageEntries(entries: Entries): Promise<ImageContent> {
  const { handle, image, places } = entries
  const { metadata, categoryIds } = await readImage(handle, image)
  const annotations: NewAnnotation[] = []
  const ids = new Set<number>()
  for (const place of places) {
    const entry = await readEntry(handle, place)
    const annotation = toNewAnnotation(entry, entries)
    const { fileId } = annotation
    if (fileId !== null && ids.has(fileId)) {
      throw new UnusableEntry('annotation_id_twice', `The annotation id ${fileId} is used twice.`)
    }
    if (fileId !== null) ids.add(fileId)
    annotations.push(annotation)
  }
  return { metadata, annotations: [...annotations, ...labels(categoryIds, annotations, entries)] }
}

async function readImage(handle: FileHandle, image: MatchedImage): Promise<ReadImage> {
  try {
    return readCocoImage(await readEntry(handle, image.place))
  } catch (error) {
    throw error instanceof CocoEntryError
      ? new UnusableEntry('image_unusable', error.message)
      : error
  }
}

function toNewAnnotation(
  entry: unknown,
  { image, categories, operations }: Entries,
): NewAnnotation {
  const read = readAnnotation(entry, image)
  const say = (reason: ImportReason, what: string): UnusableEntry =>
    new UnusableEntry(reason, `Annotation ${read.id}: ${what}`)
  const category = categories.get(read.categoryId)
  if (category === undefined) {
    throw say('category_missing', `The file has no category ${read.categoryId}.`)
  }
  if (read.keypoints.length > 0 && read.keypoints.length !== 3 * category.keypointLabels.length) {
    throw say(
      'keypoints_differ',
      `It has ${read.keypoints.length / 3} keypoints, the category ${category.name} here ${category.keypointLabels.length}.`,
    )
  }
  if (vertexCount(read.shape) > mostPoints) {
    throw say('annotation_unusable', `It has more than ${mostPoints} points.`)
  }
  const shape = storedShape(read.shape, image, operations)
  if (read.shape.length > 0 && shape.area === 0) {
    throw say('outside_image', 'Nothing of it lies within the image.')
  }
  return {
    fileId: read.id,
    columns: {
      ...shape,
      category_id: category.id,
      keypoints: [...read.keypoints],
      is_box: read.isBox,
      is_crowd: read.isCrowd,
      color: read.color,
    },
    metadata: read.metadata,
  }
}

function readAnnotation(entry: unknown, { width, height }: MatchedImage): ReadAnnotation {
  try {
    return readCocoAnnotation(entry, [height, width])
  } catch (error) {
    if (!(error instanceof CocoEntryError)) throw error
    throw new UnusableEntry('annotation_unusable', `${nameOf(entry)}: ${error.message}`)
  }
}

function nameOf(entry: unknown): string {
  const id: unknown = typeof entry === 'object' && entry !== null && 'id' in entry ? entry.id : ''
  return typeof id === 'number' ? `Annotation ${id}` : 'An annotation'
}

/** Categories of the image that none of its annotations has are annotations without an area. */
function labels(
  categoryIds: readonly number[],
  annotations: readonly NewAnnotation[],
  { categories, image, operations }: Entries,
): NewAnnotation[] {
  const annotated = new Set(annotations.map(({ columns }) => columns.category_id))
  const missing = new Set<number>()
  for (const fileId of categoryIds) {
    const category = categories.get(fileId)
    if (category === undefined) {
      throw new UnusableEntry('category_missing', `The file has no category ${fileId}.`)
    }
    if (!annotated.has(category.id)) missing.add(category.id)
  }
  return [...missing].map((category_id) => ({
    fileId: null,
    columns: {
      ...storedShape([], image, operations),
      category_id,
      keypoints: [],
      is_box: false,
      is_crowd: false,
      color: null,
    },
    metadata: {},
  }))
}
