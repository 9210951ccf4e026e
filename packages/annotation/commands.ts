import type { Box } from '#geometry/box'
import { boxOf, boxOfRing, unionOfBoxes } from '#geometry/box'
import { snap } from '#geometry/point'
import type { MultiPolygon } from '#geometry/polygon'
import { translate } from '#geometry/polygon'
import type {
  Annotation,
  AnnotationDocument,
  AnnotationId,
  CategoryId,
  ImageFrame,
  Metadata,
} from './document.ts'
import { nextPosition } from './document.ts'

/** A change to the document as a function. What it does not find, it leaves as it is. */
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

export function setCategory(id: AnnotationId, categoryId: CategoryId): Command {
  return edit(id, { categoryId })
}

/** Null gives the annotation its category's colour again. */
export function setColor(id: AnnotationId, color: string | null): Command {
  return edit(id, { color })
}

/** Replaces all metadata of an annotation. */
export function setMetadata(id: AnnotationId, metadata: Metadata): Command {
  return edit(id, { metadata })
}

export function setGeometry(id: AnnotationId, geometry: MultiPolygon, isBox: boolean): Command {
  return edit(id, { geometry, isBox })
}

export function setKeypoints(id: AnnotationId, keypoints: readonly number[]): Command {
  return edit(id, { keypoints })
}

/** Takes the area and the keypoints away; the annotation stays. */
export function clearAnnotation(id: AnnotationId): Command {
  return edit(id, { geometry: [], keypoints: [], isBox: false })
}

/** Moves an annotation, its keypoints too, by a distance in pixels, but never out of the image. */
export function moveAnnotation(id: AnnotationId, dx: number, dy: number): Command {
  return (document) => {
    const annotation = document.annotations.get(id)
    if (annotation === undefined) return document
    return edit(id, movedWithin(annotation, dx, dy, document.image))(document)
  }
}

/** How far an annotation can really go when it is to move by a distance in pixels. */
export function limitMove(
  annotation: Annotation,
  dx: number,
  dy: number,
  image: ImageFrame,
): { readonly dx: number; readonly dy: number } {
  const box = extentOf(annotation)
  if (box === null) return { dx: 0, dy: 0 }
  return {
    dx: snap(Math.min(Math.max(dx, -box.x), image.width - box.x - box.width)),
    dy: snap(Math.min(Math.max(dy, -box.y), image.height - box.y - box.height)),
  }
}

/** The box around the area and the labelled keypoints; null for an annotation with neither. */
export function extentOf({ geometry, keypoints }: Annotation): Box | null {
  const labelled = labelledPoints(keypoints).flatMap(({ x, y }) => [x, y])
  const [area, points] = [boxOf(geometry), boxOfRing(labelled)]
  return area !== null && points !== null ? unionOfBoxes(area, points) : (area ?? points)
}

export function labelledPoints(keypoints: readonly number[]): { x: number; y: number }[] {
  return keypoints.flatMap((visibility, i) =>
    i % 3 === 2 && visibility > 0 ? [{ x: keypoints[i - 2] ?? 0, y: keypoints[i - 1] ?? 0 }] : [],
  )
}

function movedWithin(
  annotation: Annotation,
  wantedX: number,
  wantedY: number,
  image: ImageFrame,
): Partial<Annotation> {
  const { dx, dy } = limitMove(annotation, wantedX, wantedY, image)
  if (dx === 0 && dy === 0) return {}
  const moved = annotation.keypoints.map((value, i, keypoints) => {
    if (i % 3 === 2 || (keypoints[i - (i % 3) + 2] ?? 0) === 0) return value
    return snap(value + (i % 3 === 0 ? dx : dy))
  })
  return { geometry: translate(annotation.geometry, dx, dy), keypoints: moved }
}

/**
 * Puts copies on top of everything, each under a new id and moved by an offset in pixels so far as
 * the image has room. Copies of what another image holds come in the same way.
 */
export function pasteAnnotations(
  copies: readonly Annotation[],
  newId: () => AnnotationId,
  offset = 10,
): Command {
  return (document) => {
    const first = nextPosition(document.annotations)
    return copies.reduce((current, original, i) => {
      const copy = { ...original, id: newId(), position: first + i, creator: null }
      const moved = { ...copy, ...movedWithin(copy, offset, offset, document.image) }
      return addAnnotation(moved)(current)
    }, document)
  }
}

export function duplicateAnnotation(id: AnnotationId, newId: AnnotationId): Command {
  return (document) => {
    const original = document.annotations.get(id)
    return original === undefined ? document : pasteAnnotations([original], () => newId)(document)
  }
}

function edit(id: AnnotationId, changes: Partial<Annotation>): Command {
  return (document) => {
    const annotation = document.annotations.get(id)
    if (annotation === undefined || Object.keys(changes).length === 0) return document
    return addAnnotation({ ...annotation, ...changes })(document)
  }
}
