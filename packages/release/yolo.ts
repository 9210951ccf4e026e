import { ringsOf, type MultiPolygon } from '#geometry/polygon'

import type { Size } from './shape.ts'

const decimals = 6

/** A line of a label file (Ultralytics' form): the class, counted from 0, then shares of the image. */
export function yoloLine(classNumber: number, numbers: readonly number[]): string {
  return `${classNumber} ${numbers.map((value) => value.toFixed(decimals)).join(' ')}\n`
}

/**
 * The outline of an area as shares of the image. Joins all rings into one: from the first point of the first
 * ring to each other ring and back, so that zero-width lines join holes and separate parts.
 */
export function yoloOutline(shape: MultiPolygon, { width, height }: Size): readonly number[] {
  return joinedRings(shape).map((value, i) => value / (i % 2 === 0 ? width : height))
}

function joinedRings(shape: MultiPolygon): readonly number[] {
  const [first = [], ...others] = shape.flatMap(ringsOf)
  const start = first.slice(0, 2)
  return others.length === 0
    ? first
    : [...first, ...start, ...others.flatMap((ring) => [...ring, ...ring.slice(0, 2), ...start])]
}

/** Centre and size of a box, in pixels from its corner, as shares of the image. */
export function yoloBox(
  [x, y, boxWidth, boxHeight]: readonly [number, number, number, number],
  { width, height }: Size,
): readonly number[] {
  return [
    (x + boxWidth / 2) / width,
    (y + boxHeight / 2) / height,
    boxWidth / width,
    boxHeight / height,
  ]
}

/** The description of a data set: where each part is, and the names of the classes by their numbers. */
export function yoloDescription(
  names: readonly string[],
  folders: { readonly train: string; readonly val: string; readonly test?: string },
): string {
  const test = folders.test === undefined ? '' : `test: ${folders.test}\n`
  const lines = names.map((name, number) => `  ${number}: ${JSON.stringify(name)}\n`)
  return `path: .\ntrain: ${folders.train}\nval: ${folders.val}\n${test}names:\n${lines.join('')}`
}
