import type { MultiPolygon, Polygon, Ring } from '#geometry/polygon'
import { pixelCount, subtractRle, unionOfRles, type Rle, type RleSize } from './rle.ts'

/** Thrown for a ring that no image can have. */
export class RingError extends Error {
  override readonly name = 'RingError'
}

/** COCO traces boundaries on a grid five times as fine as the pixels. */
const scale = 5
/** Fine steps along one ring, above which the ring cannot belong to an image that we accept. */
const maximumSteps = 2 ** 26

/**
 * The mask of an area, pixel for pixel as pycocotools fills polygons: the union of all polygons, each its
 * outer ring minus its holes. Throws RingError on coordinates that are not pairs of finite numbers or
 * absurdly large.
 */
export function multiPolygonToRle(area: MultiPolygon, size: RleSize): Rle {
  const empty: Rle = { size: [size[0], size[1]], counts: [pixelCount(size)] }
  return unionOfRles([empty, ...area.map((polygon) => polygonToRle(polygon, size))])
}

function polygonToRle({ outer, holes }: Polygon, size: RleSize): Rle {
  const removed = holes.map((hole) => ringToRle(hole, size))
  return removed.reduce(subtractRle, ringToRle(outer, size))
}

/**
 * The mask of one ring by the rule of COCO's rleFrPoly (maskApi.c): the boundary is drawn on the fine grid,
 * and at each crossing of the middle of a pixel column the mask changes at the next pixel whose centre lies
 * below. Throws RingError as multiPolygonToRle does.
 */
export function ringToRle(ring: Ring, size: RleSize): Rle {
  const pixels = pixelCount(size)
  const [height, width] = size
  const changes: number[] = []
  traceBoundary(fineVertices(ring), (column, row) => {
    const x = (column + 0.5) / scale - 0.5
    if (!Number.isInteger(x) || x < 0 || x > width - 1) return
    const y = (row + 0.5) / scale - 0.5
    changes.push(x * height + Math.ceil(Math.min(Math.max(y, 0), height)))
  })
  return { size: [height, width], counts: runsBetween(changes, pixels) }
}

interface FineVertices {
  readonly xs: Int32Array
  readonly ys: Int32Array
}

/** The ring's points on the fine grid, the first one repeated at the end. */
function fineVertices(ring: Ring): FineVertices {
  if (ring.length % 2 !== 0) {
    throw new RingError(`A ring of ${ring.length} numbers is not a list of x, y pairs.`)
  }
  const points = ring.length / 2
  const xs = new Int32Array(points + 1)
  const ys = new Int32Array(points + 1)
  let steps = 0
  for (let index = 0; index <= points; index++) {
    const at = (index % points) * 2
    xs[index] = toFineGrid(ring[at])
    ys[index] = toFineGrid(ring[at + 1])
    if (index === 0) continue
    const dx = Math.abs((xs[index] ?? 0) - (xs[index - 1] ?? 0))
    const dy = Math.abs((ys[index] ?? 0) - (ys[index - 1] ?? 0))
    steps += Math.max(dx, dy)
  }
  if (steps > maximumSteps) throw new RingError('A ring is too long to be drawn on an image.')
  return { xs, ys }
}

function toFineGrid(coordinate: number | undefined): number {
  const fine = Math.trunc(scale * (coordinate ?? NaN) + 0.5)
  if (!(Math.abs(fine) <= maximumSteps)) {
    throw new RingError(`${coordinate} is not a coordinate in an image.`)
  }
  return fine
}

type Pen = (x: number, y: number) => void

/**
 * Walks the boundary step by step and calls back when it moves from one fine column to the next,
 * with the left one of the two and the upper one of the two rows.
 */
function traceBoundary({ xs, ys }: FineVertices, onColumnChange: Pen): void {
  let column = xs[0] ?? 0
  let row = ys[0] ?? 0
  const moveTo: Pen = (x, y) => {
    if (x !== column) onColumnChange(Math.min(x, column), Math.min(y, row))
    column = x
    row = y
  }
  for (let edge = 0; edge + 1 < xs.length; edge++) {
    const [x0, y0, x1, y1] = [xs[edge] ?? 0, ys[edge] ?? 0, xs[edge + 1] ?? 0, ys[edge + 1] ?? 0]
    if (Math.abs(x1 - x0) >= Math.abs(y1 - y0)) traceEdge([x0, y0], [x1, y1], moveTo)
    else traceEdge([y0, x0], [y1, x1], (y, x) => moveTo(x, y))
  }
}

type EdgeEnd = readonly [along: number, across: number]

/**
 * Draws one edge step by step along its longer axis. The other coordinate is reckoned from the
 * lower end whichever way the edge runs, so that neighbours sharing an edge share its pixels too.
 */
function traceEdge(from: EdgeEnd, to: EdgeEnd, moveTo: Pen): void {
  const length = Math.abs(to[0] - from[0])
  const direction = from[0] > to[0] ? -1 : 1
  const lower = direction > 0 ? from : to
  const slope = length === 0 ? 0 : (direction * (to[1] - from[1])) / length
  for (let step = 0; step <= length; step++) {
    const along = from[0] + direction * step
    moveTo(along, Math.trunc(lower[1] + slope * (along - lower[0]) + 0.5))
  }
}

/** Run lengths between the sorted positions of changes; pairs of equal changes cancel out. */
function runsBetween(changes: readonly number[], pixels: number): number[] {
  const sorted = Float64Array.from(changes).toSorted()
  const counts: number[] = []
  let start = 0
  let index = 0
  while (index < sorted.length) {
    const change = sorted[index] ?? 0
    let next = index + 1
    while (sorted[next] === change) next++
    if ((next - index) % 2 === 1 && change < pixels) {
      counts.push(change - start)
      start = change
    }
    index = next
  }
  counts.push(pixels - start)
  return counts
}
