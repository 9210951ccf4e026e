import { boxOf } from './box.ts'
import type { Ring } from './polygon.ts'

/** Whether a ring meets itself or another ring of its shape, and whether it meets the other shape. */
export interface Meetings {
  readonly own: boolean
  readonly other: boolean
}

/**
 * Finds which rings each ring of a shape meets, in its own shape and in another. Touching counts as meeting,
 * but adjacent edges of a ring do not. Use it to prove that rings do not meet: if comparing edges would take
 * long, because many of them are long, every ring is reported to meet everything.
 */
export function meetingsOf(rings: readonly Ring[], others: readonly Ring[]): Meetings[] {
  const own = new Uint8Array(rings.length)
  const other = new Uint8Array(rings.length)
  const isComplete = eachMeeting([...rings, ...others], (a, b) => {
    if (a < rings.length && b < rings.length) own[a] = own[b] = 1
    else if (Math.min(a, b) < rings.length) other[Math.min(a, b)] = 1
  })
  return rings.map((_, i) => ({
    own: !isComplete || own[i] === 1,
    other: !isComplete || other[i] === 1,
  }))
}

/** In square pixels, far below the stored precision: a corner closer to a line lies on it. */
const leastTurn = 1e-6
/** How many cells of the grid an edge may lie in, and with how many others, on average. */
const roomPerEdge = 16
const comparisonsPerEdge = 200

/** Edge number i goes from (at[4i], at[4i + 1]) to (at[4i + 2], at[4i + 3]). */
interface Edges {
  readonly count: number
  readonly at: Float64Array
  readonly ring: Int32Array
}

/**
 * Reports the rings of each pair of edges that meet, possibly more than once; false if it gave up. Each edge
 * is compared with the earlier edges in the grid cells under its box.
 */
function eachMeeting(rings: readonly Ring[], found: (a: number, b: number) => void): boolean {
  const edges = edgesOf(rings)
  const grid = gridFor(rings, edges.count)
  let comparisons = comparisonsPerEdge * edges.count
  const compareIn = (cell: number, edge: number) => {
    for (let place = grid.latest[cell] ?? -1; place >= 0; place = grid.before[place] ?? -1) {
      const earlier = grid.edge[place] ?? 0
      comparisons--
      if (meet(edges, earlier, edge)) found(edges.ring[earlier] ?? 0, edges.ring[edge] ?? 0)
    }
  }
  for (let edge = 0; edge < edges.count; edge++) {
    const { firstColumn, lastColumn, firstRow, lastRow } = cellsUnder(grid, edges.at, 4 * edge)
    for (let row = firstRow; row <= lastRow; row++) {
      for (let column = firstColumn; column <= lastColumn; column++) {
        const cell = row * grid.across + column
        compareIn(cell, edge)
        if (comparisons < 0 || grid.used === grid.edge.length) return false
        grid.edge[grid.used] = edge
        grid.before[grid.used] = grid.latest[cell] ?? -1
        grid.latest[cell] = grid.used++
      }
    }
  }
  return true
}

function edgesOf(rings: readonly Ring[]): Edges {
  const count = rings.reduce((sum, ring) => sum + ring.length / 2, 0)
  const at = new Float64Array(4 * count)
  const owner = new Int32Array(count)
  let edge = 0
  for (const [i, ring] of rings.entries()) {
    for (let k = 0; k < ring.length; k += 2, edge++) {
      at[4 * edge] = ring[k] ?? 0
      at[4 * edge + 1] = ring[k + 1] ?? 0
      at[4 * edge + 2] = ring[k + 2] ?? ring[0] ?? 0
      at[4 * edge + 3] = ring[k + 3] ?? ring[1] ?? 0
      owner[edge] = i
    }
  }
  return { count, at, ring: owner }
}

/** For each cell a chain of edges, from the last to the first inserted. */
interface Grid {
  readonly left: number
  readonly top: number
  readonly cellSize: number
  readonly across: number
  readonly latest: Int32Array
  readonly edge: Int32Array
  readonly before: Int32Array
  used: number
}

function gridFor(rings: readonly Ring[], count: number): Grid {
  const box = boxOf(rings.map((outer) => ({ outer, holes: [] })))
  const across = Math.ceil(Math.sqrt(count)) + 1
  return {
    left: box?.x ?? 0,
    top: box?.y ?? 0,
    cellSize: Math.max(box?.width ?? 0, box?.height ?? 0, 1) / (across - 1),
    across,
    latest: new Int32Array(across * across).fill(-1),
    edge: new Int32Array(roomPerEdge * count),
    before: new Int32Array(roomPerEdge * count),
    used: 0,
  }
}

interface Cells {
  readonly firstColumn: number
  readonly lastColumn: number
  readonly firstRow: number
  readonly lastRow: number
}

function cellsUnder({ left, top, cellSize }: Grid, at: Float64Array, edge: number): Cells {
  const x1 = ((at[edge] ?? 0) - left) / cellSize
  const y1 = ((at[edge + 1] ?? 0) - top) / cellSize
  const x2 = ((at[edge + 2] ?? 0) - left) / cellSize
  const y2 = ((at[edge + 3] ?? 0) - top) / cellSize
  return {
    firstColumn: Math.floor(Math.min(x1, x2)),
    lastColumn: Math.floor(Math.max(x1, x2)),
    firstRow: Math.floor(Math.min(y1, y2)),
    lastRow: Math.floor(Math.max(y1, y2)),
  }
}

function meet({ at, ring }: Edges, i: number, j: number): boolean {
  const [a, b] = [4 * i, 4 * j]
  if (ring[i] === ring[j]) {
    if (at[a + 2] === at[b] && at[a + 3] === at[b + 1]) return turnsBack(at, a, b)
    if (at[b + 2] === at[a] && at[b + 3] === at[a + 1]) return turnsBack(at, b, a)
  }
  return boxesMeet(at, a, b) && !isBeside(at, a, b) && !isBeside(at, b, a)
}

function boxesMeet(at: Float64Array, a: number, b: number): boolean {
  return spansMeet(at, a, b) && spansMeet(at, a + 1, b + 1)
}

function spansMeet(at: Float64Array, a: number, b: number): boolean {
  const a1 = at[a] ?? 0
  const a2 = at[a + 2] ?? 0
  const b1 = at[b] ?? 0
  const b2 = at[b + 2] ?? 0
  return Math.max(a1, a2) >= Math.min(b1, b2) && Math.max(b1, b2) >= Math.min(a1, a2)
}

/** Whether an edge lies wholly on one side of another's line. */
function isBeside(at: Float64Array, line: number, edge: number): boolean {
  const from = turn(at, line, edge)
  const to = turn(at, line, edge + 2)
  return (from > leastTurn && to > leastTurn) || (from < -leastTurn && to < -leastTurn)
}

/** Twice the area of the triangle that an edge makes with a point; its sign gives the side. */
function turn(at: Float64Array, line: number, point: number): number {
  const x = at[line] ?? 0
  const y = at[line + 1] ?? 0
  const alongX = (at[line + 2] ?? 0) - x
  const alongY = (at[line + 3] ?? 0) - y
  return alongX * ((at[point + 1] ?? 0) - y) - alongY * ((at[point] ?? 0) - x)
}

/** Whether an edge goes back along the one before it. */
function turnsBack(at: Float64Array, before: number, edge: number): boolean {
  const [x = 0, y = 0, toX = 0, toY = 0] = at.subarray(edge, edge + 4)
  const ahead = (x - (at[before] ?? 0)) * (toX - x) + (y - (at[before + 1] ?? 0)) * (toY - y)
  return ahead < 0 && Math.abs(turn(at, before, edge + 2)) <= leastTurn
}
