import type { Box } from '#geometry/box'

/** Height and width of a mask in pixels, in COCO's order. */
export type RleSize = readonly [height: number, width: number]

/**
 * A mask in COCO's run lengths: runs go down the columns, left to right, and alternate between
 * background and foreground, background first (its first run may be 0).
 */
export interface Rle {
  readonly size: RleSize
  readonly counts: readonly number[]
}

/** The order in which a bitmap's bytes follow one another. */
export type PixelOrder = 'row-major' | 'column-major'

/** Faults of a run-length mask. */
export type RleFault =
  | {
      readonly kind: 'size'
      readonly height: number
      readonly width: number
      readonly mostPixels: number
    }
  | { readonly kind: 'run'; readonly index: number; readonly length: number }
  | {
      readonly kind: 'coverage'
      readonly covered: number
      readonly height: number
      readonly width: number
      readonly pixels: number
    }
  | { readonly kind: 'cut_run' }
  /** Positions in the compressed text, from 0. */
  | { readonly kind: 'character' | 'long_run'; readonly at: number }
  | { readonly kind: 'corners'; readonly most: number }

/** Thrown if the input is no run-length mask, or cannot become outlines. */
export class RleError extends Error {
  override readonly name: string = 'RleError'
  readonly fault: RleFault

  constructor(fault: RleFault) {
    super(fault.kind)
    this.fault = fault
  }
}

/** The largest mask accepted, in pixels. It keeps every run length within 30 bits. */
const maximumPixels: number = 2 ** 29

/** The number of pixels of a mask; throws RleError unless both sides are whole and in bounds. */
export function pixelCount([height, width]: RleSize): number {
  const pixels = height * width
  const whole = Number.isInteger(height) && Number.isInteger(width) && height > 0 && width > 0
  if (!whole || pixels > maximumPixels) {
    throw new RleError({ kind: 'size', height, width, mostPixels: maximumPixels })
  }
  return pixels
}

/** The same runs as an Rle, checked: whole, not negative, and covering the size exactly. */
export function rleOfCounts(size: RleSize, counts: readonly number[]): Rle {
  const pixels = pixelCount(size)
  let covered = 0
  for (const [index, count] of counts.entries()) {
    if (!Number.isInteger(count) || count < 0) {
      throw new RleError({ kind: 'run', index, length: count })
    }
    covered += count
  }
  if (covered !== pixels) {
    const [height, width] = size
    throw new RleError({ kind: 'coverage', covered, height, width, pixels })
  }
  return { size: [size[0], size[1]], counts: [...counts] }
}

/**
 * The run lengths of a bitmap with one byte a pixel; any byte but 0 is foreground. Throws RangeError
 * if the bitmap's length is not height x width.
 */
export function encodeBitmap(bitmap: Uint8Array, size: RleSize, order: PixelOrder): Rle {
  const pixels = pixelCount(size)
  if (bitmap.length !== pixels) {
    throw new RangeError(
      `The bitmap has ${bitmap.length} bytes, but ${size[0]} x ${size[1]} pixels were announced.`,
    )
  }
  const [height, width] = size
  const [stepDown, stepRight] = order === 'row-major' ? [width, 1] : [1, height]
  const counts: number[] = []
  let inside = false
  let run = 0
  for (let x = 0; x < width; x++) {
    for (let y = 0; y < height; y++) {
      const here = bitmap[x * stepRight + y * stepDown] !== 0
      if (here !== inside) {
        counts.push(run)
        run = 0
        inside = here
      }
      run++
    }
  }
  counts.push(run)
  return { size: [height, width], counts }
}

/** The bitmap of a mask: one byte a pixel, 1 in the foreground and 0 elsewhere. */
export function decodeToBitmap(rle: Rle, order: PixelOrder): Uint8Array {
  const columns = new Uint8Array(pixelCount(rle.size))
  for (const [start, end] of foregroundRuns(rle)) columns.fill(1, start, end)
  if (order === 'column-major') return columns
  const [height, width] = rle.size
  const rows = new Uint8Array(columns.length)
  for (let x = 0; x < width; x++) {
    for (let y = 0; y < height; y++) rows[y * width + x] = columns[x * height + y] ?? 0
  }
  return rows
}

/** The number of foreground pixels. */
export function rleArea(rle: Rle): number {
  let area = 0
  for (let index = 1; index < rle.counts.length; index += 2) area += rle.counts[index] ?? 0
  return area
}

/** The smallest box of whole pixels that holds the foreground; undefined for an empty mask. */
export function rleBoundingBox(rle: Rle): Box | undefined {
  const [height] = rle.size
  let [left, top, right, bottom] = [Infinity, Infinity, 0, 0]
  for (const [start, end] of foregroundRuns(rle)) {
    const firstColumn = Math.floor(start / height)
    const lastColumn = Math.floor((end - 1) / height)
    const spansColumns = lastColumn > firstColumn
    left = Math.min(left, firstColumn)
    right = Math.max(right, lastColumn + 1)
    top = spansColumns ? 0 : Math.min(top, start % height)
    bottom = spansColumns ? height : Math.max(bottom, ((end - 1) % height) + 1)
  }
  if (right === 0) return undefined
  return { x: left, y: top, width: right - left, height: bottom - top }
}

/** The pixels that are in any of the masks. Throws RleError on none, or on different sizes. */
export function unionOfRles(rles: readonly Rle[]): Rle {
  return mergeAll(rles, (inA, inB) => inA || inB)
}

/** The pixels that are in every mask. Throws RleError on none, or on different sizes. */
export function intersectionOfRles(rles: readonly Rle[]): Rle {
  return mergeAll(rles, (inA, inB) => inA && inB)
}

/** The pixels of the first mask that are not in the second. Throws RleError on different sizes. */
export function subtractRle(from: Rle, removed: Rle): Rle {
  return combine(from, removed, (inFrom, inRemoved) => inFrom && !inRemoved)
}

/**
 * Intersection over union; 0 if they do not overlap. With `truthIsCrowd`, intersection over the area of the
 * detection, as COCO scores a detection against a crowd region.
 */
export function rleIou(detection: Rle, truth: Rle, truthIsCrowd = false): number {
  const shared = sharedPixels(detection, truth)
  if (shared === 0) return 0
  const detected = rleArea(detection)
  return shared / (truthIsCrowd ? detected : detected + rleArea(truth) - shared)
}

/** The area of the intersection, without making it. */
function sharedPixels(a: Rle, b: Rle): number {
  refuseDifferentSizes(a, b)
  let [indexA, indexB] = [0, 0]
  let [endA, endB] = [a.counts[0] ?? 0, b.counts[0] ?? 0]
  let position = 0
  let shared = 0
  while (indexA < a.counts.length && indexB < b.counts.length) {
    const end = Math.min(endA, endB)
    if ((indexA & indexB & 1) === 1) shared += end - position
    position = end
    if (endA === end) endA += a.counts[++indexA] ?? 0
    if (endB === end) endB += b.counts[++indexB] ?? 0
  }
  return shared
}

function refuseDifferentSizes(a: Rle, b: Rle): void {
  if (a.size[0] === b.size[0] && a.size[1] === b.size[1]) return
  throw new RangeError(`Masks of ${a.size.join(' x ')} and ${b.size.join(' x ')} do not combine.`)
}

/** Start and end (exclusive) of each foreground run, as indices down the columns. */
function* foregroundRuns(rle: Rle): Generator<readonly [start: number, end: number]> {
  let position = 0
  for (const [index, count] of rle.counts.entries()) {
    if (index % 2 === 1 && count > 0) yield [position, position + count]
    position += count
  }
}

type Keep = (inA: boolean, inB: boolean) => boolean

/** Merges by halves: thousands of small islands one after the other would cost their square. */
function mergeAll(rles: readonly Rle[], keep: Keep): Rle {
  const [first] = rles
  if (first === undefined) throw new RangeError('There is no mask to merge.')
  if (rles.length === 1) return first
  const middle = Math.ceil(rles.length / 2)
  return combine(mergeAll(rles.slice(0, middle), keep), mergeAll(rles.slice(middle), keep), keep)
}

/** Walks both lists of runs at once; the result has no runs of 0 but perhaps the first. */
function combine(a: Rle, b: Rle, keep: Keep): Rle {
  refuseDifferentSizes(a, b)
  const pixels = pixelCount(a.size)
  const [nextA, nextB] = [runEnds(a), runEnds(b)]
  let [runA, runB] = [nextA(), nextB()]
  const counts: number[] = []
  let inside = false
  let runStart = 0
  let position = 0
  while (position < pixels) {
    const here = keep(runA.inside, runB.inside)
    if (here !== inside) {
      counts.push(position - runStart)
      runStart = position
      inside = here
    }
    position = Math.min(runA.end, runB.end)
    if (runA.end === position) runA = nextA()
    if (runB.end === position) runB = nextB()
  }
  counts.push(pixels - runStart)
  return { size: a.size, counts }
}

interface Run {
  readonly inside: boolean
  readonly end: number
}

/** Steps through the runs that are not empty; past the last one, an endless background. */
function runEnds(rle: Rle): () => Run {
  let index = -1
  let end = 0
  return () => {
    do index++
    while (rle.counts[index] === 0)
    const count = rle.counts[index]
    end = count === undefined ? Infinity : end + count
    return { inside: index % 2 === 1 && count !== undefined, end }
  }
}
