import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { Point } from '#geometry/point'
import { distance } from '#geometry/point'
import type { GreyImage } from '#raster/image'
import { neighbourOffsets } from '#raster/thin'
import type { VesselCourse } from '#retina/vessels/network'
import { mapVesselNetwork } from '#retina/vessels/network'

/** A place on a vessel whose kind a person marked by eye, in pixels of the photograph. */
export interface KindMark extends Point {
  readonly kind: 'arteriole' | 'venule'
}

/** A mark lies on a segment if it is no farther from its line, in map pixels. */
const reachPx = 3

/** The marks of `kinds.csv` by the path of their photograph. */
export async function readKindMarks(): Promise<ReadonlyMap<string, readonly KindMark[]>> {
  const table = await readFile(join(import.meta.dirname, 'kinds.csv'), 'utf8')
  const rows = table.trim().split('\n').slice(1)
  return Map.groupBy(rows.map(markOf), ({ photograph }) => photograph)
}

function markOf(row: string): KindMark & { readonly photograph: string } {
  const [photograph = '', x, y, kind] = row.split(',')
  if (kind !== 'arteriole' && kind !== 'venule') throw new Error(`kinds.csv: ${row}: no such kind`)
  return { photograph, x: Number(x), y: Number(y), kind }
}

/**
 * The kinds of a map of vessels by marks in map pixels: 1 arteriole, 2 venule, 0 unknown or no vessel. A mark
 * applies to its whole segment, from node to node of the map's graph.
 */
export function spreadMarks(vessels: GreyImage, marks: readonly KindMark[]): Uint8Array {
  const { segments } = mapVesselNetwork(vessels)
  const nearest = segmentOfPixels(vessels, segments)
  const kinds = new Uint8Array(segments.length)
  for (const mark of marks) {
    const segment = segmentAt(mark, segments)
    if (segment !== null) kinds[segment] = mark.kind === 'arteriole' ? 1 : 2
  }
  return Uint8Array.from(nearest, (segment) => kinds[segment] ?? 0)
}

function segmentAt(mark: Point, segments: readonly VesselCourse[]): number | null {
  const distances = segments.map(({ points }) =>
    Math.min(...points.map((point) => distance(point, mark))),
  )
  const least = Math.min(...distances)
  return least > reachPx ? null : distances.indexOf(least)
}

/** For each pixel of a vessel the segment whose line is nearest along vessels; else -1. */
function segmentOfPixels(
  { width, height, data }: GreyImage,
  segments: readonly VesselCourse[],
): Int32Array {
  const found = new Int32Array(width * height).fill(-1)
  const queue: number[] = []
  const reach = (pixel: number, segment: number): void => {
    if (found[pixel] !== -1 || (data[pixel] ?? 0) === 0) return
    found[pixel] = segment
    queue.push(pixel)
  }
  for (const [segment, { points }] of segments.entries()) {
    for (const { x, y } of points) reach(Math.round(y) * width + Math.round(x), segment)
  }
  for (const pixel of queue) {
    for (const offset of neighbourOffsets(width)) reach(pixel + offset, found[pixel] ?? -1)
  }
  return found
}
