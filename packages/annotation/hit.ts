import type { Box } from '#geometry/box'
import { boxContains, boxesIntersect, growBox } from '#geometry/box'
import type { Point } from '#geometry/point'
import { nearestOnLines } from '#geometry/line'
import { distance } from '#geometry/point'
import { area } from '#geometry/polygon'
import { coversPoint, distanceWithin } from '#geometry/spans'
import { extentOf, labelledPoints } from './commands.ts'
import type { Annotation, AnnotationDocument, AnnotationId, Annotations } from './document.ts'
import { isLocked } from './looks.ts'
import type { Aim } from './reach.ts'
import { reachOf } from './reach.ts'
import { selectSettings } from './tools/select/settings.ts'
import type { View } from './view.ts'

interface Entry {
  readonly annotation: Annotation
  readonly box: Box
}

/** Annotations by the squares of a grid over the image that their boxes touch, row by row. */
interface Grid {
  readonly cellSize: number
  readonly cells: readonly (readonly Entry[])[]
}

const cellsAcross = 32
const grids = new WeakMap<Annotations, Grid>()
const entries = new WeakMap<Annotation, Entry | null>()

function gridOf(document: AnnotationDocument): Grid {
  const known = grids.get(document.annotations)
  if (known !== undefined) return known
  const grid = buildGrid(document)
  grids.set(document.annotations, grid)
  return grid
}

function buildGrid({ image, annotations }: AnnotationDocument): Grid {
  const cellSize = Math.max(image.width, image.height, 1) / cellsAcross
  const cells = Array.from({ length: cellsAcross ** 2 }, (): Entry[] => [])
  for (const annotation of annotations.values()) {
    const entry = entryOf(annotation)
    if (entry === null) continue
    for (const cell of cellsUnder(entry.box, cellSize)) cells[cell]?.push(entry)
  }
  return { cellSize, cells }
}

function entryOf(annotation: Annotation): Entry | null {
  const known = entries.get(annotation)
  if (known !== undefined) return known
  const box = extentOf(annotation)
  const entry = box === null ? null : { annotation, box }
  entries.set(annotation, entry)
  return entry
}

/** Points outside the grid belong to the cells at its border. */
function cellsUnder(box: Box, cellSize: number): number[] {
  const [left, right] = cellRange(box.x, box.width, cellSize)
  const [top, bottom] = cellRange(box.y, box.height, cellSize)
  const cells: number[] = []
  for (let row = top; row <= bottom; row++) {
    for (let column = left; column <= right; column++) cells.push(row * cellsAcross + column)
  }
  return cells
}

function cellRange(start: number, length: number, cellSize: number): [number, number] {
  const cellOf = (place: number) =>
    Math.min(Math.max(Math.floor(place / cellSize), 0), cellsAcross - 1)
  return [cellOf(start), cellOf(start + length)]
}

/** The annotations whose boxes touch a box, each once, from bottom to top. */
export function annotationsTouching(document: AnnotationDocument, box: Box): Annotation[] {
  const { cellSize, cells } = gridOf(document)
  const found = new Set<Annotation>()
  for (const cell of cellsUnder(box, cellSize)) {
    for (const entry of cells[cell] ?? []) {
      if (boxesIntersect(entry.box, box)) found.add(entry.annotation)
    }
  }
  return [...found].toSorted((a, b) => a.position - b.position)
}

/**
 * The visible annotation, unless it is locked, that a click at a point selects. Annotations that contain the point come
 * before those with a close outline, the smallest first; else the nearest within the tolerance, in
 * screen pixels. An annotation smaller on the screen than the tolerance can also be hit around it,
 * within half the tolerance.
 */
export function annotationAt(view: View, aim: Aim): AnnotationId | null {
  const point = aim.at
  const reach = reachOf(aim, view, selectSettings.valuesIn(view.preferences).tolerance)
  const around = growBox({ ...point, width: 0, height: 0 }, reach)
  const hits = annotationsTouching(view.document, around)
    .filter((annotation) => !view.hidden.has(annotation.id) && !isLocked(view.looks, annotation))
    .map((annotation) => ({ annotation, away: distanceTo(annotation, point, reach) }))
    .filter(({ away }) => away <= reach)
    .map((hit) => ({ ...hit, size: sizeOf(hit.annotation) }))
    .toSorted(
      (a, b) => a.away - b.away || a.size - b.size || b.annotation.position - a.annotation.position,
    )
  return hits[0]?.annotation.id ?? null
}

const sizes = new WeakMap<Annotation, number>()

/** In square pixels. */
function sizeOf(annotation: Annotation): number {
  const size = sizes.get(annotation) ?? area(annotation.geometry)
  sizes.set(annotation, size)
  return size
}

/** In image pixels; Infinity if it is out of reach. */
function distanceTo(annotation: Annotation, point: Point, reach: number): number {
  const { geometry, lines, keypoints } = annotation
  if (coversPoint(geometry, point) || isSmall(annotation, point, reach)) return 0
  const toKeypoints = labelledPoints(keypoints).map((keypoint) => distance(keypoint, point))
  const toLines = nearestOnLines(lines, point)?.distance ?? Infinity
  return Math.min(distanceWithin(geometry, point, reach), toLines, ...toKeypoints)
}

function isSmall(annotation: Annotation, point: Point, reach: number): boolean {
  const box = extentOf(annotation)
  return (
    box !== null &&
    box.width <= reach &&
    box.height <= reach &&
    boxContains(growBox(box, reach / 2), point)
  )
}
