import type { Box } from '#geometry/box'
import { boxContains } from '#geometry/box'
import { cleanLines } from '#geometry/line'
import { snap } from '#geometry/point'
import type { Ring } from '#geometry/polygon'
import { reverseRing } from '#geometry/polygon'
import { sanitise } from '#geometry/sanitise'
import type { Command } from './commands.ts'
import { addAnnotation, extentOf, limitShift, shifted } from './commands.ts'
import type { Annotation, AnnotationId, ImageFrame } from './document.ts'
import { boxOfImage, nextPosition } from './document.ts'

/** Offset of a copy from its original, in image pixels. */
export const copyOffset = 10

/** Copies under new ids, in the order of painting. */
export function copiesOf(
  annotations: readonly Annotation[],
  newId: () => AnnotationId,
): readonly Annotation[] {
  return annotations
    .toSorted((a, b) => a.position - b.position)
    .map((annotation) => ({ ...annotation, id: newId(), creator: null }))
}

/**
 * The annotation mirrored left to right in an image of this width in pixels, as the fellow eye has
 * it. It stays as drawn as it was.
 */
export function mirrored(annotation: Annotation, width: number): Annotation {
  const turn = (line: Ring) => line.map((value, i) => (i % 2 === 0 ? snap(width - value) : value))
  const turned = (ring: Ring) => reverseRing(turn(ring))
  const keypoints = annotation.keypoints.map((value, i, all) => {
    const isLabelled = (all[i - (i % 3) + 2] ?? 0) > 0
    return i % 3 === 0 && isLabelled ? snap(width - value) : value
  })
  const geometry = annotation.geometry.map(({ outer, holes }) => {
    return { outer: turned(outer), holes: holes.map(turned) }
  })
  return { ...annotation, geometry, lines: annotation.lines.map(turn), keypoints }
}

/**
 * Adds copies on top of everything, each under its own id, clipped to the image and moved together
 * by an offset in pixels: right and down, or back if the image ends. Leaves out copies whose
 * category does not exist here and copies that lie outside the image.
 */
export function pasteAnnotations(
  copies: readonly Annotation[],
  offset: number = copyOffset,
): Command {
  return (document) => {
    const { image, categories, annotations } = document
    const fitting = copies.flatMap((copy) => {
      const cut = categories.has(copy.categoryId) ? cutToImage(copy, image) : null
      return cut ?? []
    })
    const shift = {
      dx: roomFor(fitting, { dx: offset, dy: 0 }, image).dx,
      dy: roomFor(fitting, { dx: 0, dy: offset }, image).dy,
    }
    const first = nextPosition(annotations)
    return fitting.reduce((current, copy, i) => {
      return addAnnotation({ ...copy, ...shifted(copy, shift), position: first + i })(current)
    }, document)
  }
}

/** The part of the annotation inside the image; null if all of it is outside or has no area. */
export function cutToImage(copy: Annotation, image: ImageFrame): Annotation | null {
  const bounds = boxOfImage(image)
  const geometry = sanitise(copy.geometry, bounds)
  const lines = cleanLines(copy.lines, bounds)
  const cut = { ...copy, geometry, lines, keypoints: keypointsIn(copy.keypoints, bounds) }
  return extentOf(cut) === null && extentOf(copy) !== null ? null : cut
}

/** Those outside are no longer labelled. */
function keypointsIn(keypoints: readonly number[], bounds: Box): readonly number[] {
  return keypoints.map((value, i) => {
    const first = i - (i % 3)
    const at = { x: keypoints[first] ?? 0, y: keypoints[first + 1] ?? 0 }
    return boxContains(bounds, at) ? value : 0
  })
}

/** The requested direction if there is room, else the opposite one. */
function roomFor(
  annotations: readonly Annotation[],
  { dx, dy }: { dx: number; dy: number },
  image: ImageFrame,
): { dx: number; dy: number } {
  const forth = limitShift(annotations, { dx, dy }, image)
  return forth.dx === dx && forth.dy === dy
    ? forth
    : limitShift(annotations, { dx: -dx, dy: -dy }, image)
}
