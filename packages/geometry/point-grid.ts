import { type Box, boxContains, boxOfRing } from './box.ts'
import type { Point } from './point.ts'
import { pointOf, type Ring } from './polygon.ts'

/** Points to a cell if they lie evenly. */
const perCell = 4

/** Points, as flat coordinates, in square cells: a question about one place looks at those near it only. */
export class PointGrid {
  readonly points: Ring
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
    this.points = points
    this.#left = x
    this.#top = y
    // All on one line would otherwise have a cell of no size.
    const evenly = Math.sqrt((perCell * width * height) / Math.max(count, 1))
    this.#cell = Math.max(evenly, (perCell * Math.max(width, height)) / Math.max(count, 1)) || 1
    this.#columns = Math.floor(width / this.#cell) + 1
    this.#rows = Math.floor(height / this.#cell) + 1
    this.#begins = new Uint32Array(this.#columns * this.#rows + 1)
    this.#order = new Uint32Array(count)
    this.#fill(count)
  }

  /** By counting: the number of each cell's points first, then each point at its place. */
  #fill(count: number): void {
    const cells = new Uint32Array(count)
    for (let i = 0; i < count; i++) {
      const cell = this.#cellOf(pointOf(this.points, i))
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

  /** Indices of the points in a box, in their order. */
  in(box: Box): number[] {
    const found: number[] = []
    const [left, right] = [this.#column(box.x), this.#column(box.x + box.width)]
    const [top, bottom] = [this.#row(box.y), this.#row(box.y + box.height)]
    for (let row = top; row <= bottom; row++) {
      // The cells of a row follow each other.
      const begin = this.#begins[row * this.#columns + left]
      const end = this.#begins[row * this.#columns + right + 1]
      for (const index of this.#order.subarray(begin, end)) {
        if (boxContains(box, pointOf(this.points, index))) found.push(index)
      }
    }
    return found.toSorted((a, b) => a - b)
  }
}

function clamped(place: number, count: number): number {
  return Math.min(Math.max(Math.floor(place), 0), count - 1)
}
