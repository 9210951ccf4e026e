import type { Point } from '#geometry/point'

import { mean } from '../statistics.ts'

/** Sides of the boxes in pixels of a field of 1,024. */
const boxSides = [4, 6, 8, 12, 16, 24, 32, 48, 64] as const
export const fractalFieldPx = 1024
/** The grid is laid in so many places along each axis; the one that needs fewest boxes counts. */
const gridsPerAxis = 4
/** Grids are turned against each other so often, so that turning the photograph changes little. */
const gridTurns = 4
/** Fewer boxes tell nothing. */
const fewestBoxes = 4

/**
 * The box-counting dimension of lines: the slope of log N(s) over log 1/s for boxes of 4 to 64
 * pixels, with the slope's standard error. N is the fewest boxes of any grid. Takes points no more than two pixels apart, at a size at
 * which the field of view is 1,024 pixels wide: the dimension depends on the size. Undefined for
 * lines that a few boxes hold. Source: B. R. Masters, Fractal analysis of the vascular tree in the
 * human retina, Annu Rev Biomed Eng 2004;6:427-52.
 */
export function boxCountingDimension(
  points: readonly Point[],
): { value: number; standardError: number } | undefined {
  const views = Array.from({ length: gridTurns }, (_, i) =>
    turned(points, (i * Math.PI) / 2 / gridTurns),
  )
  const counts = boxSides.map((side) => ({
    side,
    boxes: Math.min(...views.map((view) => countBoxes(view, side))),
  }))
  if (counts.some(({ boxes }) => boxes < fewestBoxes)) return undefined
  return slopeOf(counts.map(({ side, boxes }) => ({ x: -Math.log(side), y: Math.log(boxes) })))
}

function turned(points: readonly Point[], angle: number): Point[] {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  return points.map(({ x, y }) => ({ x: x * cos - y * sin, y: x * sin + y * cos }))
}

function countBoxes(points: readonly Point[], side: number): number {
  const corner = points.reduce(
    (least, { x, y }) => ({ x: Math.min(least.x, x), y: Math.min(least.y, y) }),
    { x: Infinity, y: Infinity },
  )
  const columns =
    2 + Math.ceil(points.reduce((most, { x }) => Math.max(most, x - corner.x), 0) / side)
  const rows = 2 + Math.ceil(points.reduce((most, { y }) => Math.max(most, y - corner.y), 0) / side)
  let fewest = Infinity
  for (let grid = 0; grid < gridsPerAxis ** 2; grid++) {
    const left = corner.x - (side * (grid % gridsPerAxis)) / gridsPerAxis
    const top = corner.y - (side * Math.floor(grid / gridsPerAxis)) / gridsPerAxis
    const boxes = new Uint8Array(columns * rows)
    for (const { x, y } of points) {
      boxes[Math.floor((x - left) / side) + columns * Math.floor((y - top) / side)] = 1
    }
    fewest = Math.min(
      fewest,
      boxes.reduce((sum, box) => sum + box, 0),
    )
  }
  return fewest
}

/** Of the straight line with the least squared error. */
function slopeOf(points: readonly Point[]): { value: number; standardError: number } {
  const middleX = mean(points.map(({ x }) => x))
  const middleY = mean(points.map(({ y }) => y))
  const xx = points.reduce((sum, { x }) => sum + (x - middleX) ** 2, 0)
  const xy = points.reduce((sum, { x, y }) => sum + (x - middleX) * (y - middleY), 0)
  const value = xy / xx
  const squares = points.reduce(
    (sum, { x, y }) => sum + (y - middleY - value * (x - middleX)) ** 2,
    0,
  )
  return { value, standardError: Math.sqrt(squares / (points.length - 2) / xx) }
}
