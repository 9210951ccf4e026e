import type { Region } from './crop.ts'
import type { Bitmap, RgbaImage } from './image.ts'
import { assertRgbaImage } from './image.ts'

/** The filled area, cut out of the image. */
export interface Filled {
  readonly region: Region
  readonly bitmap: Bitmap
}

/** Pixels from one column to another of a row, and whether they were met on the way up or down. */
interface Span {
  readonly row: number
  readonly from: number
  readonly to: number
  readonly step: 1 | -1
}

/**
 * Fills areas of like colour in one image, with memory that is made once: one byte a pixel, and a
 * stack that grows with the most spans that waited at a time.
 */
export class FloodFill {
  readonly #width: number
  readonly #height: number
  readonly #colours: Uint32Array
  readonly #filled: Uint8Array
  readonly #waiting = new SpanStack()
  /** Pixels of the present fill. */
  #count = 0

  /** The image's bytes are read at every fill, not copied. Throws ImageSizeError. */
  constructor(image: RgbaImage) {
    assertRgbaImage(image)
    this.#width = image.width
    this.#height = image.height
    this.#colours = wordsOf(image.data)
    this.#filled = new Uint8Array(image.width * image.height)
  }

  contains(column: number, row: number): boolean {
    return column >= 0 && row >= 0 && column < this.#width && row < this.#height
  }

  /**
   * The pixels connected (4) to a pixel by way of pixels whose red, green and blue each differ from
   * that pixel's by at most a threshold (0 to 255): the largest difference counts. Opacity does not.
   * Null outside the image, and if there are more than `most`, which ends the search.
   */
  fill(column: number, row: number, threshold: number, most: number = Infinity): Filled | null {
    if (!this.contains(column, row)) return null
    const isAlike = likeness(
      this.#colours,
      Math.floor(row) * this.#width + Math.floor(column),
      Math.floor(threshold),
    )
    this.#count = 0
    const region = this.#spread(Math.floor(column), Math.floor(row), { isAlike, most })
    const bitmap = this.#takeOut(region)
    return this.#count > most ? null : { region, bitmap }
  }

  /**
   * Spreads spans to the rows above and below. A span remembers its origin, so that in the row behind it only
   * the parts that stick out are examined again.
   */
  #spread(
    column: number,
    row: number,
    { isAlike, most }: { isAlike: (pixel: number) => boolean; most: number },
  ): Region {
    let [left, right, top, bottom] = [column, column, row, row]
    this.#waiting.push({ row, from: column, to: column, step: 1 })
    this.#waiting.push({ row: row - 1, from: column, to: column, step: -1 })
    for (let span = this.#waiting.pop(); span !== null; span = this.#waiting.pop()) {
      if (this.#count > most) {
        this.#waiting.clear()
        break
      }
      if (span.row < 0 || span.row >= this.#height) continue
      const reached = this.#spreadFrom(span, isAlike)
      if (reached === null) continue
      left = Math.min(left, reached.from)
      right = Math.max(right, reached.to)
      top = Math.min(top, span.row)
      bottom = Math.max(bottom, span.row)
    }
    return { x: left, y: top, width: right - left + 1, height: bottom - top + 1 }
  }

  /** Fills the pixels that a span touches in its own row; returns their extent, if there are any. */
  #spreadFrom(
    span: Span,
    isAlike: (pixel: number) => boolean,
  ): { from: number; to: number } | null {
    const filled = this.#filled
    const start = span.row * this.#width
    const end = start + this.#width
    let [leftmost, rightmost] = [Infinity, -1]
    for (let pixel = start + span.from; pixel <= start + span.to; pixel++) {
      if (filled[pixel] === 1 || !isAlike(pixel)) continue
      let first = pixel
      while (first > start && filled[first - 1] === 0 && isAlike(first - 1)) first--
      let next = pixel + 1
      while (next < end && filled[next] === 0 && isAlike(next)) next++
      filled.fill(1, first, next)
      this.#count += next - first
      this.#goOn(span, first - start, next - 1 - start)
      leftmost = Math.min(leftmost, first - start)
      rightmost = next - 1 - start
      pixel = next
    }
    return rightmost === -1 ? null : { from: leftmost, to: rightmost }
  }

  #goOn({ row, from, to, step }: Span, first: number, last: number): void {
    const back = step === 1 ? -1 : 1
    this.#waiting.push({ row: row + step, from: first, to: last, step })
    if (first < from) this.#waiting.push({ row: row + back, from: first, to: from - 1, step: back })
    if (last > to) this.#waiting.push({ row: row + back, from: to + 1, to: last, step: back })
  }

  /** Takes the filled area, leaving the memory blank for the next fill. */
  #takeOut({ x, y, width, height }: Region): Bitmap {
    const data = new Uint8Array(width * height)
    for (let row = 0; row < height; row++) {
      const from = (y + row) * this.#width + x
      data.set(this.#filled.subarray(from, from + width), row * width)
      this.#filled.fill(0, from, from + width)
    }
    return { width, height, data }
  }
}

export function pixelsIn({ bitmap }: Filled): number {
  return bitmap.data.reduce((sum, pixel) => sum + pixel, 0)
}

/** The pixels of either area. */
export function union(a: Filled, b: Filled): Filled {
  const [x, y] = [Math.min(a.region.x, b.region.x), Math.min(a.region.y, b.region.y)]
  const right = Math.max(a.region.x + a.region.width, b.region.x + b.region.width)
  const bottom = Math.max(a.region.y + a.region.height, b.region.y + b.region.height)
  const region = { x, y, width: right - x, height: bottom - y }
  const data = new Uint8Array(region.width * region.height)
  for (const { region: part, bitmap } of [a, b]) {
    for (let row = 0; row < part.height; row++) {
      const from = (part.y - y + row) * region.width + part.x - x
      const start = row * part.width
      for (let i = 0; i < part.width; i++) {
        if (bitmap.data[start + i] === 1) data[from + i] = 1
      }
    }
  }
  return { region, bitmap: { width: region.width, height: region.height, data } }
}

/** Spans that wait, four numbers each; taken from the top. */
class SpanStack {
  #numbers = new Int32Array(1 << 12)
  #used = 0

  push({ row, from, to, step }: Span): void {
    if (this.#used === this.#numbers.length) {
      const larger = new Int32Array(2 * this.#numbers.length)
      larger.set(this.#numbers)
      this.#numbers = larger
    }
    this.#numbers[this.#used++] = row
    this.#numbers[this.#used++] = from
    this.#numbers[this.#used++] = to
    this.#numbers[this.#used++] = step
  }

  clear(): void {
    this.#used = 0
  }

  pop(): Span | null {
    if (this.#used === 0) return null
    const step = this.#numbers[--this.#used] === 1 ? 1 : -1
    const to = this.#numbers[--this.#used] ?? 0
    const from = this.#numbers[--this.#used] ?? 0
    const row = this.#numbers[--this.#used] ?? 0
    return { row, from, to, step }
  }
}

/** One number for the four bytes of a pixel, red lowest; a copy if the bytes are unaligned. */
function wordsOf(data: Uint8Array): Uint32Array {
  const aligned = data.byteOffset % 4 === 0 ? data : data.slice()
  return new Uint32Array(aligned.buffer, aligned.byteOffset, aligned.length / 4)
}

/** Whether a pixel is like the seed. */
function likeness(
  colours: Uint32Array,
  seed: number,
  threshold: number,
): (pixel: number) => boolean {
  const colour = colours[seed] ?? 0
  const red = (colour & 255) - threshold
  const green = ((colour >>> 8) & 255) - threshold
  const blue = ((colour >>> 16) & 255) - threshold
  const widest = 2 * threshold
  // A difference below zero is huge when read as unsigned: one comparison tests both ends.
  return (pixel) => {
    const word = colours[pixel] ?? 0
    return (
      ((word & 255) - red) >>> 0 <= widest &&
      (((word >>> 8) & 255) - green) >>> 0 <= widest &&
      (((word >>> 16) & 255) - blue) >>> 0 <= widest
    )
  }
}
