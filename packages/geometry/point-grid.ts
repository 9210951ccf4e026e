import { type Box, boxOfRing } from './box.ts'
import type { Point } from './point.ts'
import { pointOf, type Ring } from './polygon.ts'

/** Points to a cell if they lie evenly. */
const perCell = 4
/** So many points are all looked at: cells would take longer to make than they save. */
const fewPoints = 32

/** Points, as flat coordinates, in square cells: a question about one place looks at those near it only. */
export class PointGrid {
  readonly points: Ring
  readonly #cells: Cells | null

  constructor(points: Ring) {
    this.points = points
    this.#cells = points.length <= 2 * fewPoints ? null : new Cells(points)
  }

  /** Indices of the points in a box, in their order. */
  in(box: Box): number[] {
    const found: number[] = []
    const { x, y } = box
    const [right, bottom] = [x + box.width, y + box.height]
    const look = (index: number) => {
      const [px, py] = [this.points[2 * index] ?? 0, this.points[2 * index + 1] ?? 0]
      if (px >= x && px <= right && py >= y && py <= bottom) found.push(index)
    }
    if (this.#cells !== null) {
      this.#cells.forEachNear(box, look)
      return found.toSorted((a, b) => a - b)
    }
    for (let index = 0; 2 * index < this.points.length; index++) look(index)
    return found
  }
}

/** The cells of points. */
class Cells {
  readonly #left: number
  readonly #top: number
  readonly #cell: number
  readonly #columns: number
  readonly #rows: number
  /** Where the points of each cell begin in the order, and the end of the last. */
  readonly #begins: Uint32Array
  /** Indices of the points, cell by cell. */
  readonly #order: Uint32Array

  constructor(points: Ring) {
    const { x, y, width, height } = boxOfRing(points) ?? { x: 0, y: 0, width: 0, height: 0 }
    const count = points.length / 2
    this.#left = x
    this.#top = y
    // All on one line would otherwise have a cell of no size.
    const evenly = Math.sqrt((perCell * width * height) / count)
    this.#cell = Math.max(evenly, (perCell * Math.max(width, height)) / count) || 1
    this.#columns = Math.floor(width / this.#cell) + 1
    this.#rows = Math.floor(height / this.#cell) + 1
    this.#begins = new Uint32Array(this.#columns * this.#rows + 1)
    this.#order = new Uint32Array(count)
    this.#fill(points)
  }

  /** By counting: the number of each cell's points first, then each point at its place. */
  #fill(points: Ring): void {
    const cells = new Uint32Array(this.#order.length)
    for (let i = 0; i < cells.length; i++) {
      const cell = this.#cellOf(pointOf(points, i))
      cells[i] = cell
      this.#begins[cell + 1] = (this.#begins[cell + 1] ?? 0) + 1
    }
    for (let cell = 1; cell < this.#begins.length; cell++) {
      this.#begins[cell] = (this.#begins[cell] ?? 0) + (this.#begins[cell - 1] ?? 0)
    }
    const next = this.#begins.slice()
    for (const [i, cell] of cells.entries()) {
      const place = next[cell] ?? 0
      this.#order[place] = i
      next[cell] = place + 1
    }
  }

  #cellOf({ x, y }: Point): number {
    return this.#row(y) * this.#columns + this.#column(x)
  }

  #column(x: number): number {
    return clamped((x - this.#left) / this.#cell, this.#columns)
  }

  #row(y: number): number {
    return clamped((y - this.#top) / this.#cell, this.#rows)
  }

  /** Calls back with the index of each point of the cells that a box touches. */
  forEachNear({ x, y, width, height }: Box, visit: (index: number) => void): void {
    const [left, right] = [this.#column(x), this.#column(x + width)]
    const [top, bottom] = [this.#row(y), this.#row(y + height)]
    for (let row = top; row <= bottom; row++) {
      // The cells of a row follow each other.
      const begin = this.#begins[row * this.#columns + left] ?? 0
      const end = this.#begins[row * this.#columns + right + 1] ?? 0
      for (let i = begin; i < end; i++) visit(this.#order[i] ?? 0)
    }
  }
}

function clamped(place: number, count: number): number {
  return Math.min(Math.max(Math.floor(place), 0), count - 1)
}
