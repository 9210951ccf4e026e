import type { Box } from '#geometry/box'
import { boxOf, boxOfRing, unionOfBoxes } from '#geometry/box'
import type { MultiLine } from '#geometry/line'
import { boxOfLines, translateLines } from '#geometry/line'
import { snap } from '#geometry/point'
import type { MultiPolygon } from '#geometry/polygon'
import { translate } from '#geometry/polygon'
import type {
  Annotation,
  AnnotationDocument,
  AnnotationId,
  Category,
  CategoryId,
  ImageFrame,
  ImageRecord,
  Metadata,
} from './document.ts'
import { withLabel } from './document.ts'
import type { FieldValue } from './fields.ts'
import { withField } from './fields.ts'
import type { Measurement, MeasurementId } from './measurement.ts'
import type { Origin } from './origin.ts'
import { byHand, joinedOrigin } from './origin.ts'
import { sameContent } from './records.ts'

/** A change to the document as a function. It ignores ids that do not exist. */
export type Command = (document: AnnotationDocument) => AnnotationDocument

export function addAnnotation(annotation: Annotation): Command {
  return (document) => ({
    ...document,
    annotations: new Map(document.annotations).set(annotation.id, annotation),
  })
}

export function deleteAnnotations(ids: Iterable<AnnotationId>): Command {
  return (document) => {
    const annotations = new Map(document.annotations)
    for (const id of ids) annotations.delete(id)
    return annotations.size === document.annotations.size ? document : { ...document, annotations }
  }
}

/** Leaves an annotation unchanged if it has keypoints for which the category has no labels. */
export function setCategory(id: AnnotationId, categoryId: CategoryId): Command {
  return (document) => {
    const annotation = document.annotations.get(id)
    const category = document.categories.get(categoryId)
    if (annotation === undefined || category === undefined) return document
    if (!fitsCategory(annotation, category)) return document
    const { length } = category.keypointLabels
    return edit(id, { categoryId, keypoints: padded(annotation.keypoints, length) })(document)
  }
}

/** Whether a category has a label for each labelled keypoint of an annotation. */
export function fitsCategory({ keypoints }: Annotation, { keypointLabels }: Category): boolean {
  return labelledPoints(keypoints.slice(3 * keypointLabels.length)).length === 0
}

/**
 * Returns the same keypoints if there are none or enough already; missing ones are filled in as not
 * labelled.
 */
function padded(keypoints: readonly number[], places: number): readonly number[] {
  const length = 3 * places
  if (keypoints.length === 0 || keypoints.length === length) return keypoints
  return Array.from({ length }, (_, i) => keypoints[i] ?? 0)
}

/** Null gives the annotation its category's colour again. */
export function setColor(id: AnnotationId, color: string | null): Command {
  return edit(id, { color })
}

/**
 * Replaces the metadata of an annotation. With `before`, from which it was edited, entries that are as there stay
 * as they are now, and so do those that others have added since.
 */
export function setMetadata(id: AnnotationId, wanted: Metadata, before?: Metadata): Command {
  return (document) => {
    const annotation = document.annotations.get(id)
    if (annotation === undefined) return document
    const { metadata } = annotation
    return edit(id, { metadata: editedFrom(before ?? metadata, wanted, metadata) })(document)
  }
}

function editedFrom(before: Metadata, wanted: Metadata, now: Metadata): Metadata {
  const kept = Object.entries(wanted).flatMap(([key, value]) => {
    if (before[key] !== value) return [[key, value] as const]
    const current = now[key]
    return current === undefined ? [] : [[key, current] as const]
  })
  const added = Object.entries(now).filter(
    ([key]) => !Object.hasOwn(before, key) && !Object.hasOwn(wanted, key),
  )
  return Object.fromEntries([...kept, ...added])
}

/** Sets a field of an annotation; null unsets it. */
export function setAnnotationField(
  id: AnnotationId,
  key: string,
  value: FieldValue | null,
): Command {
  return (document) => {
    const annotation = document.annotations.get(id)
    if (annotation === undefined) return document
    return edit(id, { fields: withField(annotation.fields, key, value) })(document)
  }
}

/** Sets a field of the image; null unsets it. */
export function setImageField(key: string, value: FieldValue | null): Command {
  return (document) => {
    const { fields } = document.imageRecord
    return editImage({ fields: withField(fields, key, value) })(document)
  }
}

/** Gives a label to the image as a whole, or takes it away. */
export function setLabel(label: CategoryId, isGiven: boolean): Command {
  return (document) => editImage(withLabel(document.imageRecord, label, isGiven))(document)
}

/** Keeps a measurement of the image; null removes it. */
export function setMeasurement(id: MeasurementId, measurement: Measurement | null): Command {
  return (document) => {
    const { [id]: _, ...others } = document.imageRecord.measurements
    const measurements = measurement === null ? others : { ...others, [id]: measurement }
    return editImage({ measurements })(document)
  }
}

function editImage(changes: Partial<ImageRecord>): Command {
  return (document) => {
    const imageRecord = { ...document.imageRecord, ...changes }
    return sameContent(document.imageRecord, imageRecord) ? document : { ...document, imageRecord }
  }
}

export function setGeometry(
  id: AnnotationId,
  geometry: MultiPolygon,
  isBox: boolean,
  by: Origin = byHand,
): Command {
  return redraw(id, { geometry, isBox }, by)
}

/** An area and the lines with it. */
export type Drawn = Pick<Annotation, 'geometry' | 'lines'>

/** Sets area and lines together. */
export function setDrawn(
  id: AnnotationId,
  { geometry, lines }: Drawn,
  isBox: boolean,
  by: Origin = byHand,
): Command {
  return redraw(id, { geometry, lines, isBox }, by)
}

export function setLines(id: AnnotationId, lines: MultiLine): Command {
  return redraw(id, { lines }, byHand)
}

export function setKeypoints(id: AnnotationId, keypoints: readonly number[]): Command {
  return redraw(id, { keypoints }, byHand)
}

/** Takes the area, the lines and the keypoints away; the annotation stays. */
export function clearAnnotation(id: AnnotationId): Command {
  return edit(id, { geometry: [], lines: [], keypoints: [], isBox: false, origin: byHand })
}

/** The same for several annotations, as one change. */
export function forEach(
  ids: Iterable<AnnotationId>,
  command: (id: AnnotationId) => Command,
): Command {
  return (document) => [...ids].reduce((current, id) => command(id)(current), document)
}

/** A way in image pixels. */
export interface Shift {
  readonly dx: number
  readonly dy: number
}

/**
 * Moves annotations, their keypoints too, by a distance in pixels: all by the same, and none out of
 * the image.
 */
export function moveAnnotations(ids: readonly AnnotationId[], wanted: Shift): Command {
  return (document) => {
    const annotations = ids.flatMap((id) => document.annotations.get(id) ?? [])
    const shift = limitShift(annotations, wanted, document.image)
    if (shift.dx === 0 && shift.dy === 0) return document
    const moved = new Map(
      annotations.map((annotation) => [annotation.id, shifted(annotation, shift)]),
    )
    return forEach(moved.keys(), (id) => redraw(id, moved.get(id) ?? {}, byHand))(document)
  }
}

/** Limits a shift in pixels to the distance that all the annotations can move together. */
export function limitShift(
  annotations: readonly Annotation[],
  { dx, dy }: Shift,
  image: ImageFrame,
): Shift {
  const boxes = annotations.flatMap((annotation) => extentOf(annotation) ?? [])
  const [first, ...others] = boxes
  if (first === undefined) return { dx: 0, dy: 0 }
  const box = others.reduce(unionOfBoxes, first)
  return {
    dx: snap(Math.min(Math.max(dx, -box.x), image.width - box.x - box.width)),
    dy: snap(Math.min(Math.max(dy, -box.y), image.height - box.y - box.height)),
  }
}

/** The parts of an annotation that have a place on the image. */
export type Placed = Pick<Annotation, 'geometry' | 'lines' | 'keypoints'>

const extents = new WeakMap<Placed, Box | null>()

/** The box around the area, the lines and the labelled keypoints; null for an annotation with none. */
export function extentOf(annotation: Placed): Box | null {
  const known = extents.get(annotation)
  if (known !== undefined) return known
  const extent = boxAround(annotation)
  extents.set(annotation, extent)
  return extent
}

function boxAround({ geometry, lines, keypoints }: Placed): Box | null {
  const labelled = labelledPoints(keypoints).flatMap(({ x, y }) => [x, y])
  const parts = [boxOf(geometry), boxOfLines(lines), boxOfRing(labelled)]
  const [first, ...others] = parts.filter((box) => box !== null)
  return first === undefined ? null : others.reduce(unionOfBoxes, first)
}

export function labelledPoints(keypoints: readonly number[]): { x: number; y: number }[] {
  return keypoints.flatMap((visibility, i) =>
    i % 3 === 2 && visibility > 0 ? [{ x: keypoints[i - 2] ?? 0, y: keypoints[i - 1] ?? 0 }] : [],
  )
}

/** Moves an annotation's area, lines and keypoints. */
export function shifted(
  { geometry, lines, keypoints }: Annotation,
  { dx, dy }: Shift,
): Partial<Annotation> {
  const moved = keypoints.map((value, i) => {
    if (i % 3 === 2 || (keypoints[i - (i % 3) + 2] ?? 0) === 0) return value
    return snap(value + (i % 3 === 0 ? dx : dy))
  })
  return {
    geometry: translate(geometry, dx, dy),
    lines: translateLines(lines, dx, dy),
    keypoints: moved,
  }
}

/** Changes the geometry; the origin of the annotation becomes that of both. */
function redraw(id: AnnotationId, changes: Partial<Annotation>, by: Origin): Command {
  return (document) => {
    const annotation = document.annotations.get(id)
    if (annotation === undefined) return document
    if (sameContent(annotation, { ...annotation, ...changes })) return document
    const origin = extentOf(annotation) === null ? by : joinedOrigin(annotation.origin, by)
    return edit(id, { ...changes, origin })(document)
  }
}

/** Leaves an annotation as it is that has all this already, so that there is nothing to undo. */
function edit(id: AnnotationId, changes: Partial<Annotation>): Command {
  return (document) => {
    const annotation = document.annotations.get(id)
    if (annotation === undefined) return document
    const edited = { ...annotation, ...changes }
    return sameContent(annotation, edited) ? document : addAnnotation(edited)(document)
  }
}
