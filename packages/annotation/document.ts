import type { Box } from '#geometry/box'
import type { MultiPolygon } from '#geometry/polygon'
import { sameShape } from '#geometry/polygon'
import type { Origin } from './origin.ts'
import { byHand, sameOrigin } from './origin.ts'

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
  /** COCO's flat [x, y, v]: v is 0 not labelled, 1 labelled but hidden, 2 visible. */
  readonly keypoints: readonly number[]
  /** Whether the geometry is one upright rectangle that was drawn as such and is edited as such. */
  readonly isBox: boolean
  /** How geometry and keypoints came to be. */
  readonly origin: Origin
  /** Null takes the colour of the category. */
  readonly color: string | null
  readonly metadata: Metadata
  /** Null until the server has said who it was. */
  readonly creator: string | null
  /** Rises in the order of making: the order of the list, and of painting from below to above. */
  readonly position: number
}

export interface Category {
  readonly id: CategoryId
  readonly name: string
  readonly supercategory: string
  readonly color: string
  readonly keypointLabels: readonly string[]
  /** Pairs of places in keypointLabels, counted from 1 as in COCO. */
  readonly keypointEdges: readonly (readonly [number, number])[]
  readonly keypointColors: readonly string[]
}

export interface ImageFrame {
  readonly id: number
  readonly width: number
  readonly height: number
  /** The size of a pixel on the retina; null or absent if it is not known. */
  readonly micrometresPerPixel?: number | null
}

export type Annotations = ReadonlyMap<AnnotationId, Annotation>
/** The categories of the image as a whole. */
export type Labels = ReadonlySet<CategoryId>

/** What people say of an image: all that is saved and undone. */
export interface Annotated {
  readonly annotations: Annotations
  readonly labels: Labels
}

/** What is annotated on one image: the truth of the editor. It is never changed, only replaced. */
export interface AnnotationDocument extends Annotated {
  readonly image: ImageFrame
  readonly categories: ReadonlyMap<CategoryId, Category>
}

export function documentOf(
  image: ImageFrame,
  categories: Iterable<Category>,
  annotations: Iterable<Annotation>,
  labels: Iterable<CategoryId> = [],
): AnnotationDocument {
  return {
    image,
    categories: new Map(Array.from(categories, (category) => [category.id, category])),
    annotations: new Map(Array.from(annotations, (annotation) => [annotation.id, annotation])),
    labels: new Set(labels),
  }
}

/** The image's area: (0, 0) to (width, height). */
export function boxOfImage({ width, height }: ImageFrame): Box {
  return { x: 0, y: 0, width, height }
}

/** An annotation without area, on top of all others. */
export function emptyAnnotation(
  document: AnnotationDocument,
  about: Pick<Annotation, 'id' | 'categoryId'> & Partial<Pick<Annotation, 'creator' | 'metadata'>>,
): Annotation {
  return {
    geometry: [],
    keypoints: [],
    isBox: false,
    origin: byHand,
    color: null,
    metadata: {},
    creator: null,
    ...about,
    position: nextPosition(document.annotations),
  }
}

export function nextPosition(annotations: Annotations): number {
  let top = 0
  for (const { position } of annotations.values()) top = Math.max(top, position)
  return top + 1
}

/** The annotations of a category in the order of the list. */
export function annotationsIn(document: AnnotationDocument, category: CategoryId): Annotation[] {
  return [...document.annotations.values()]
    .filter(({ categoryId }) => categoryId === category)
    .toSorted((a, b) => a.position - b.position)
}

/**
 * The parts of an annotation that people edit, each saved, undone and compared as a whole. The origin
 * goes with the geometry, so that undo restores both.
 */
export type Aspect = 'categoryId' | 'geometry' | 'keypoints' | 'color' | 'metadata'

const sameIn: Readonly<Record<Aspect, (a: Annotation, b: Annotation) => boolean>> = {
  categoryId: (a, b) => a.categoryId === b.categoryId,
  geometry: (a, b) =>
    a.isBox === b.isBox && sameOrigin(a.origin, b.origin) && sameShape(a.geometry, b.geometry),
  keypoints: (a, b) =>
    a.keypoints.length === b.keypoints.length &&
    a.keypoints.every((value, i) => value === b.keypoints[i]),
  color: (a, b) => a.color === b.color,
  metadata: (a, b) => sameMetadata(a.metadata, b.metadata),
}

const allAspects = Object.keys(sameIn) as readonly Aspect[]

function sameMetadata(a: Metadata, b: Metadata): boolean {
  const keys = Object.keys(a)
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && a[key] === b[key])
  )
}

/** In which aspects two annotations differ. */
export function changedAspects(a: Annotation, b: Annotation): Aspect[] {
  return a === b ? [] : allAspects.filter((aspect) => !sameIn[aspect](a, b))
}

/** Whether two annotations hold the same, whatever they are called and wherever they stand. */
export function sameContent(a: Annotation, b: Annotation): boolean {
  return a === b || allAspects.every((aspect) => sameIn[aspect](a, b))
}

/** Whether two states of an annotation differ in nothing. */
export function isTheSame(a: Annotation, b: Annotation): boolean {
  return sameContent(a, b) && a.creator === b.creator && a.position === b.position
}

/** An annotation with some of its aspects taken from another. */
export function withAspects(
  annotation: Annotation,
  aspects: readonly Aspect[],
  source: Annotation,
): Annotation {
  const from = (aspect: Aspect) => (aspects.includes(aspect) ? source : annotation)
  return {
    ...annotation,
    categoryId: from('categoryId').categoryId,
    geometry: from('geometry').geometry,
    isBox: from('geometry').isBox,
    origin: from('geometry').origin,
    keypoints: from('keypoints').keypoints,
    color: from('color').color,
    metadata: from('metadata').metadata,
  }
}
