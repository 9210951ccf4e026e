import type { MultiPolygon, Polygon, Ring } from '#geometry/polygon'
import { signedArea } from '#geometry/polygon'

import type { Bitmap } from './image.ts'
import type { Run } from './runs.ts'
import { findRuns } from './runs.ts'

/** East, south, west, north: each is the one before turned right. */
const stepX = [1, 0, -1, 0] as const
const stepY = [0, 1, 0, -1] as const

/**
 * The outlines of an area along the edges of its pixels, in image pixels (the first pixel spans
 * (0, 0) to (1, 1)), with points at corners only. Each part connected along edges is a polygon, in
 * the order of their first pixels; outer rings turn from x to y, holes the other way. No ring
 * touches itself; rings may touch at corners. The polygons' area is that of the pixels.
 */
export function traceContours(bitmap: Bitmap): MultiPolygon {
  const trace: Trace = { ...bitmap, traced: new Uint8Array(bitmap.data.length) }
  const outers: Ring[] = []
  const holes: Ring[][] = []
  for (const run of findRuns(bitmap)) {
    for (const start of topEdges(bitmap, run)) {
      if (trace.traced[start] === 1) continue
      for (const ring of splitAtTouches(followEdge(trace, start), bitmap.width + 1)) {
        if (signedArea(ring) > 0) outers[run.part] = ring
        else (holes[run.part] ??= []).push(ring)
      }
    }
  }
  return outers.map((outer, part): Polygon => ({ outer, holes: holes[part] ?? [] }))
}

interface Trace extends Bitmap {
  /** 1 if the upper edge of a pixel has been followed. */
  readonly traced: Uint8Array
}

/**
 * The pixels of a run at which an upper edge begins: inside below and outside above. Every ring has such an
 * edge.
 */
function* topEdges({ data, width }: Bitmap, { start, end }: Run): Generator<number> {
  if (start < width) {
    yield start
    return
  }
  const above = data.subarray(start - width, end - width)
  for (let edge = above.indexOf(0); edge !== -1;) {
    yield start + edge
    const next = above.indexOf(1, edge)
    edge = next === -1 ? -1 : above.indexOf(0, next)
  }
}

/** The closed line from the upper left corner of a pixel, with the area always on its right. */
function followEdge(trace: Trace, start: number): number[] {
  const { width, traced } = trace
  const startX = start % width
  const startY = (start - startX) / width
  const ring: number[] = []
  let [x, y, heading] = [startX, startY, 0]
  do {
    if (heading === 0) traced[y * width + x] = 1
    x += stepX[heading] ?? 0
    y += stepY[heading] ?? 0
    const turn = turnAt(trace, { x, y, heading })
    if (turn !== 0) ring.push(x, y)
    heading = (heading + turn) & 3
  } while (x !== startX || y !== startY || heading !== 0)
  return ring
}

/** 1 right, 3 left, 0 straight on; right if two pixels of the area touch only at the corner. */
function turnAt(bitmap: Bitmap, at: { x: number; y: number; heading: number }): 0 | 1 | 3 {
  if (!isInside(bitmap, at, 1)) return 1
  return isInside(bitmap, at, 0) ? 3 : 0
}

/** Whether the pixel ahead of a corner, to the left (0) or right (1) of the heading, is inside. */
function isInside(
  { width, height, data }: Bitmap,
  { x, y, heading }: { x: number; y: number; heading: number },
  side: 0 | 1,
): boolean {
  const quadrant = (heading + side) & 3
  const column = quadrant === 0 || quadrant === 1 ? x : x - 1
  const row = quadrant === 1 || quadrant === 2 ? y : y - 1
  return (
    column >= 0 && row >= 0 && column < width && row < height && data[row * width + column] === 1
  )
}

/** Splits a ring that returns to one of its corners into two that touch there. */
function splitAtTouches(ring: readonly number[], cornersPerRow: number): Ring[] {
  const rings: Ring[] = []
  const path: number[] = []
  const placeOf = new Map<number, number>()
  for (let i = 0; i < ring.length; i += 2) {
    const [x = 0, y = 0] = [ring[i], ring[i + 1]]
    const corner = y * cornersPerRow + x
    const place = placeOf.get(corner)
    if (place !== undefined) {
      const loop = path.splice(place)
      for (let j = 2; j < loop.length; j += 2) {
        placeOf.delete((loop[j + 1] ?? 0) * cornersPerRow + (loop[j] ?? 0))
      }
      rings.push(loop)
    }
    placeOf.set(corner, path.length)
    path.push(x, y)
  }
  return [...rings, path]
}
