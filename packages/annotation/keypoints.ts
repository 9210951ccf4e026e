import { boxContains, growBox, nearestInBox } from '#geometry/box'
import type { Point } from '#geometry/point'
import { distance, snap } from '#geometry/point'
import type { Ring } from '#geometry/polygon'
import type { Command } from './commands.ts'
import { setKeypoints } from './commands.ts'
import type { Annotation, AnnotationDocument, AnnotationId, Category } from './document.ts'
import { boxOfImage } from './document.ts'
import type { Aim } from './reach.ts'
import { reachOf } from './reach.ts'
import type { View } from './view.ts'

/** A labelled keypoint; 2 is visible in the photograph, 1 hidden by something. */
export interface Keypoint {
  /** Its place among the labels of the category, from 0. */
  readonly place: number
  readonly at: Point
  readonly visibility: 1 | 2
}

/** The number of keypoints an annotation can have: one per label, or the number it already has. */
export function keypointPlaces(document: AnnotationDocument, annotation: Annotation): number {
  const labels = categoryOf(document, annotation)?.keypointLabels.length ?? 0
  return Math.max(labels, annotation.keypoints.length / 3)
}

function categoryOf(
  { categories }: AnnotationDocument,
  { categoryId }: Annotation,
): Category | undefined {
  return categories.get(categoryId)
}

export function keypointsOf({ keypoints }: Pick<Annotation, 'keypoints'>): Keypoint[] {
  return Array.from({ length: Math.floor(keypoints.length / 3) }, (_, place) => {
    const [x = 0, y = 0, v = 0] = keypoints.slice(3 * place, 3 * place + 3)
    return { place, at: { x, y }, v }
  }).flatMap(({ place, at, v }) => (v > 0 ? [{ place, at, visibility: v === 1 ? 1 : 2 }] : []))
}

/** The keypoint that a press at a point takes, the nearest within reach of the hand. */
export function keypointAt(annotation: Annotation, view: View, aim: Aim): Keypoint | null {
  const reach = reachOf(aim, view)
  const near = keypointsOf(annotation)
    .map((keypoint) => ({ keypoint, away: distance(keypoint.at, aim.at) }))
    .filter(({ away }) => away <= reach)
    .toSorted((a, b) => a.away - b.away)
  return near[0]?.keypoint ?? null
}

/**
 * Index of the label to place next: the current one if it is not placed yet, else the next one that
 * is not, wrapping around; -1 if all are placed.
 */
export function nextPlace(annotation: Annotation, view: View): number {
  const labels = categoryOf(view.document, annotation)?.keypointLabels.length ?? 0
  const placed = new Set(keypointsOf(annotation).map(({ place }) => place))
  const first = Math.max(0, view.currentKeypoint)
  const turns = Array.from({ length: labels }, (_, i) => (first + i) % labels)
  return turns.find((place) => !placed.has(place)) ?? -1
}

/**
 * Position inside the image at which a keypoint can be placed for a pointer; null if the pointer is
 * far outside.
 */
export function keypointPlacedAt(view: View, aim: Aim): Point | null {
  const image = boxOfImage(view.document.image)
  const isNear = boxContains(growBox(image, reachOf(aim, view)), aim.at)
  return isNear ? insideImage(view.document, aim.at) : null
}

function insideImage({ image }: AnnotationDocument, { x, y }: Point): Point {
  return nearestInBox(boxOfImage(image), { x: snap(x), y: snap(y) })
}

/** Labels a keypoint, or moves one; it stays inside the image. */
export function putKeypoint(id: AnnotationId, place: number, at: Point): Command {
  return editKeypoint(id, place, ({ visibility }, document) => {
    return { ...insideImage(document, at), visibility: visibility === 0 ? 2 : visibility }
  })
}

/** Says of a visible keypoint that it is hidden, and the other way round. */
export function toggleKeypoint(id: AnnotationId, place: number): Command {
  const toggled = [0, 2, 1] as const
  return editKeypoint(id, place, ({ x, y, visibility }) => {
    return { x, y, visibility: toggled[visibility] }
  })
}

/** Makes a keypoint one that is not labelled. */
export function removeKeypoint(id: AnnotationId, place: number): Command {
  return editKeypoint(id, place, () => ({ x: 0, y: 0, visibility: 0 }))
}

interface Triple extends Point {
  readonly visibility: 0 | 1 | 2
}

function editKeypoint(
  id: AnnotationId,
  place: number,
  edit: (keypoint: Triple, document: AnnotationDocument) => Triple,
): Command {
  return (document) => {
    const annotation = document.annotations.get(id)
    if (annotation === undefined) return document
    const places = keypointPlaces(document, annotation)
    if (place < 0 || place >= places) return document
    const known = keypointsOf(annotation).find((keypoint) => keypoint.place === place)
    const before: Triple =
      known === undefined
        ? { x: 0, y: 0, visibility: 0 }
        : { ...known.at, visibility: known.visibility }
    const { x, y, visibility } = edit(before, document)
    if (x === before.x && y === before.y && visibility === before.visibility) return document
    const keypoints = Array.from({ length: 3 * places }, (_, i) => annotation.keypoints[i] ?? 0)
    keypoints.splice(3 * place, 3, x, y, visibility)
    return setKeypoints(id, keypoints)(document)
  }
}

/** The lines between labelled keypoints that a category joins, each [x1, y1, x2, y2]. */
export function skeletonOf(annotation: Annotation, category: Category | undefined): Ring[] {
  const placed = new Map(keypointsOf(annotation).map(({ place, at }) => [place, at]))
  return (category?.keypointEdges ?? []).flatMap(([from, to]) => {
    const [a, b] = [placed.get(from - 1), placed.get(to - 1)]
    return a === undefined || b === undefined ? [] : [[a.x, a.y, b.x, b.y]]
  })
}
