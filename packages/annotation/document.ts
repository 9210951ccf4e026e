import type { Box } from '#geometry/box'
import type { MultiLine } from '#geometry/line'
import type { MultiPolygon } from '#geometry/polygon'
import type { FieldValues } from './fields.ts'
import type { Measurements } from './measurement.ts'
import type { Origin } from './origin.ts'
import { byHand } from './origin.ts'

/** Names an annotation in the editor from its first moment, before the server knows of it. */
export type AnnotationId = string
export type CategoryId = number

type MetadataValue = string | number | boolean | null
export type Metadata = Readonly<Record<string, MetadataValue>>

/** One object of one category on the image. */
export interface Annotation {
  readonly id: AnnotationId
  readonly categoryId: CategoryId
  readonly geometry: MultiPolygon
  /** Open lines, such as the centre line of a vessel; with an area or alone. */
  readonly lines: MultiLine
  /** COCO's flat [x, y, v]: v is 0 not labelled, 1 labelled but hidden, 2 visible. */
  readonly keypoints: readonly number[]
  /** Whether the geometry is one upright rectangle that was drawn as such and is edited as such. */
  readonly isBox: boolean
  /** How geometry, lines and keypoints came to be. */
  readonly origin: Origin
  /** Null takes the colour of the category. */
  readonly color: string | null
  readonly metadata: Metadata
  readonly fields: FieldValues
  /** Null until the server has said who it was. */
  readonly creator: string | null
  /** Rises in the order of creation: the order of the list, and of painting from below to above. */
  readonly position: number
}

/** The structure of the eye that a category stands for. */
export type CategoryRole = 'disc' | 'cup' | 'fovea' | 'arteriole' | 'venule'

export interface Category {
  readonly id: CategoryId
  readonly name: string
  readonly supercategory: string
  readonly color: string
  readonly keypointLabels: readonly string[]
  /** Pairs of places in keypointLabels, counted from 1 as in COCO. */
  readonly keypointEdges: readonly (readonly [number, number])[]
  readonly keypointColors: readonly string[]
  /** Null: none. */
  readonly role: CategoryRole | null
}

export interface ImageFrame {
  readonly id: number
  readonly width: number
  readonly height: number
  /** The size of a pixel on the retina; null or absent if it is not known. */
  readonly micrometresPerPixel?: number | null
}

export type Annotations = ReadonlyMap<AnnotationId, Annotation>

/**
 * The first category that stands for a structure; of the fovea, one that has a keypoint for it. Null
 * if there is none.
 */
export function categoryWithRole(
  { categories }: Pick<AnnotationDocument, 'categories'>,
  role: CategoryRole,
): Category | null {
  const isUsable = (category: Category) =>
    category.role === role && (role !== 'fovea' || category.keypointLabels.length > 0)
  return [...categories.values()].find(isUsable) ?? null
}

/** The id of the image's record, which no annotation has. */
export const imageRecordId = 'image'

/** Labels, field values and measurements of the image as a whole. */
export interface ImageRecord {
  readonly id: typeof imageRecordId
  /** The categories of the image as a whole, in ascending order. */
  readonly labels: readonly CategoryId[]
  readonly fields: FieldValues
  readonly measurements: Measurements
}

/** One part that is changed, undone, saved and merged independently. */
export type AnyRecord = Annotation | ImageRecord
/** An annotation's id, or `imageRecordId`. */
export type RecordId = string

export function isAnnotation(record: AnyRecord): record is Annotation {
  return record.id !== imageRecordId
}

/** All records of an image, which are saved and undone. */
export interface Annotated {
  readonly annotations: Annotations
  readonly imageRecord: ImageRecord
}

/**
 * The annotations of one image: the editor's single source of truth. Immutable; it is only
 * replaced.
 */
export interface AnnotationDocument extends Annotated {
  readonly image: ImageFrame
  readonly categories: ReadonlyMap<CategoryId, Category>
}

/** The document for annotations and the image's record, which is empty by default. */
export function documentOf(
  image: ImageFrame,
  categories: Iterable<Category>,
  annotations: Iterable<Annotation>,
  imageRecord: ImageRecord = emptyImageRecord,
): AnnotationDocument {
  return {
    image,
    categories: new Map(Array.from(categories, (category) => [category.id, category])),
    annotations: new Map(Array.from(annotations, (annotation) => [annotation.id, annotation])),
    imageRecord,
  }
}

/** Nothing said of the image yet. */
export const emptyImageRecord: ImageRecord = {
  id: imageRecordId,
  labels: [],
  fields: {},
  measurements: {},
}

/** The record with a label given to the image as a whole, or taken away. */
export function withLabel(record: ImageRecord, label: CategoryId, isGiven: boolean): ImageRecord {
  const others = record.labels.filter((other) => other !== label)
  return { ...record, labels: isGiven ? [...others, label].toSorted((a, b) => a - b) : others }
}

/** The image's area: (0, 0) to (width, height). */
export function boxOfImage({ width, height }: ImageFrame): Box {
  return { x: 0, y: 0, width, height }
}

/** An annotation without area and lines, on top of all others. */
export function emptyAnnotation(
  document: AnnotationDocument,
  about: Pick<Annotation, 'id' | 'categoryId'> & Partial<Pick<Annotation, 'creator' | 'metadata'>>,
): Annotation {
  return {
    geometry: [],
    lines: [],
    keypoints: [],
    isBox: false,
    origin: byHand,
    color: null,
    metadata: {},
    fields: {},
    creator: null,
    ...about,
    position: nextPosition(document.annotations),
  }
}

/**
 * A place above all others. Its random fraction gives annotations that two people create at the
 * same moment one order for everybody.
 */
export function nextPosition(annotations: Annotations): number {
  let top = 0
  for (const { position } of annotations.values()) top = Math.max(top, position)
  return Math.floor(top) + 1 + Math.random() * widestFraction
}

/** Small, so that hues derived from the place stay apart. */
const widestFraction = 1e-3

/** The annotations of a category in the order of the list. */
export function annotationsIn(document: AnnotationDocument, category: CategoryId): Annotation[] {
  return [...document.annotations.values()]
    .filter(({ categoryId }) => categoryId === category)
    .toSorted((a, b) => a.position - b.position)
}
