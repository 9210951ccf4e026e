import type { Point } from '#geometry/point'
import { distance } from '#geometry/point'

import { mean } from '../statistics.ts'

/** The diameter of the field in the pixels that the lines and the boxes are measured in. */
export const fractalFieldPx = 1024
/**
 * In pixels: from the sharpest bends of a traced line to the distance between large vessels. Four octaves
 * hold two or more steps of exact fractals, whose counts oscillate with each.
 */
const boxSides: readonly number[] = Array.from({ length: 9 }, (_, i) => 3.5 * 2 ** (i / 2))
/** The diagonal of the largest box: pieces farther apart share none. */
const reach = Math.SQRT2 * Math.max(...boxSides)
/** Number of distance classes per pixel. */
const classesPerPx = 4
/**
 * Maximum number of pieces, whose pairs are counted: longer ones are taken beyond it. Twice as many as the
 * densest maps that experts have drawn; only noise has more.
 */
const mostPieces = 30_000
/** Minimum number of boxes for a result. */
const fewestBoxes = 4

/** For lines cut into pieces of about a pixel: position of the middle, and length. */
interface Piece extends Point {
  readonly length: number
}

/**
 * The correlation dimension D2 of lines by box counting, with its standard error: the slope of log N(s) over
 * log 1/s for boxes of a side s of 3.5 to 56 pixels. N(s) is 1 / Σ p², corrected for the ends of the lines,
 * where p is the share of the length that lies in a box. A box that a vessel only touches thus counts little.
 * Σ p² is the exact mean over all grids, however they are shifted and turned, so turning or shifting the
 * lines changes nothing. If all parts of a fractal are alike, D2 equals the dimension by numbers of boxes.
 * Takes the points along each line in pixels of a field of view that is 1,024 pixels wide: the dimension
 * depends on the size. Undefined for lines that cover only a few boxes. The standard error shows how far N(s)
 * deviates from a power of s. Sources: P. Grassberger, I. Procaccia, Measuring the strangeness of strange
 * attractors, Physica D 1983;9:189-208; for the retina T. Stošić, B. D. Stošić, Multifractal analysis of
 * human retinal vessels, IEEE Trans Med Imaging 2006;25:1101-7.
 */
export function correlationDimension(
  lines: readonly (readonly Point[])[],
): { value: number; standardError: number } | undefined {
  const total = lines.reduce((sum, line) => sum + lengthOf(line), 0)
  const step = Math.max(1, total / mostPieces)
  const pieces = lines.flatMap((line) => piecesOf(line, step))
  const pairs = countDistances(pieces)
  const counts = boxSides.map((side) => ({ side, share: sharedBy(pairs, side) / total ** 2 }))
  if (!counts.every(({ share }) => share < 1 / fewestBoxes)) return undefined
  return slopeOf(
    counts.map(({ side, share }) => ({ x: -Math.log(side), y: Math.log(boxesOf(share)) })),
  )
}

function lengthOf(line: readonly Point[]): number {
  return line.slice(1).reduce((sum, to, i) => sum + distance(line[i] ?? to, to), 0)
}

/** Pieces of equal length along a line, about a step long. */
function piecesOf(line: readonly Point[], step: number): Piece[] {
  const parts = line.slice(1).map((to, i) => {
    const from = line[i] ?? to
    return { from, to, length: distance(from, to) }
  })
  const total = parts.reduce((sum, part) => sum + part.length, 0)
  const length = total / Math.max(1, Math.round(total / step))
  const pieces: Piece[] = []
  let middle = length / 2
  let passed = 0
  for (const { from, to, length: part } of parts) {
    for (; middle < passed + part; middle += length) {
      const share = (middle - passed) / part
      const [x, y] = [from.x + share * (to.x - from.x), from.y + share * (to.y - from.y)]
      pieces.push({ x, y, length })
    }
    passed += part
  }
  return pieces
}

/**
 * For each class of distances the sum of the products of the lengths of two pieces at that distance, each
 * pair in both orders; complete up to the reach. Places on one piece are a third of it apart on average.
 */
function countDistances(pieces: readonly Piece[]): Float64Array {
  const pairs = new Float64Array(3 * reach * classesPerPx)
  const strips = stripsOf(pieces)
  for (const [i, strip] of strips.entries()) {
    const next = strips[i + 1]
    let first = 0
    for (let k = 0; k < strip.x.length; k++) {
      const [x, y, length] = [strip.x[k] ?? 0, strip.y[k] ?? 0, strip.length[k] ?? 0]
      const own = Math.round((length / 3) * classesPerPx)
      pairs[own] = (pairs[own] ?? 0) + length ** 2
      countFrom(pairs, { x, y, length }, strip, k + 1)
      if (next === undefined) continue
      while ((next.x[first] ?? Infinity) < x - reach) first++
      countFrom(pairs, { x, y, length }, next, first)
    }
  }
  return pairs
}

/** Adds the pairs of a piece with those of a strip from a place on. There are millions of them. */
function countFrom(pairs: Float64Array, piece: Piece, strip: Strip, from: number): void {
  const { x, y, length } = piece
  for (let j = from; j < strip.x.length; j++) {
    const dx = (strip.x[j] ?? 0) - x
    if (dx > reach) return
    const dy = (strip.y[j] ?? 0) - y
    const at = Math.floor(Math.sqrt(dx * dx + dy * dy) * classesPerPx + 0.5)
    pairs[at] = (pairs[at] ?? 0) + 2 * length * (strip.length[j] ?? 0)
  }
}

/** Pieces from left to right, in arrays of numbers, because these are fast. */
interface Strip {
  readonly x: Float64Array
  readonly y: Float64Array
  readonly length: Float64Array
}

/** The pieces of each strip of the picture that is as high as the reach. */
function stripsOf(pieces: readonly Piece[]): Strip[] {
  const top = pieces.reduce((least, { y }) => Math.min(least, y), Infinity)
  const strips: Piece[][] = []
  for (const piece of pieces) {
    const strip = Math.floor((piece.y - top) / reach)
    while (strips.length <= strip) strips.push([])
    strips[strip]?.push(piece)
  }
  return strips.map((strip) => {
    const sorted = strip.toSorted((a, b) => a.x - b.x)
    return {
      x: Float64Array.from(sorted, ({ x }) => x),
      y: Float64Array.from(sorted, ({ y }) => y),
      length: Float64Array.from(sorted, ({ length }) => length),
    }
  })
}

/** The part of all pairs that share a box, on average over all grids of boxes of a side. */
function sharedBy(pairs: Float64Array, side: number): number {
  return pairs.reduce((sum, pair, i) => sum + pair * sharing(i / classesPerPx / side), 0)
}

/**
 * Probability that two places this many sides apart lie in one box of a randomly placed grid: that a needle
 * of this length crosses no line of a square grid. Source: P. S. Laplace, Théorie analytique des
 * probabilités, 1812; for needles longer than a side by the same integral.
 */
function sharing(away: number): number {
  if (away <= 1) return 1 - (4 * away - away ** 2) / Math.PI
  if (away >= Math.SQRT2) return 0
  const corner = 4 * Math.sqrt(away ** 2 - 1) - 4 * Math.acos(1 / away)
  return (Math.PI - 2 - away ** 2 + corner) / Math.PI
}

/** The share of a straight line of n box sides is `one` / n - `ends` / n²: by the integral of sharing. */
const one = ((4 / 3) * (1 - Math.SQRT2) + 4 * Math.log(1 + Math.SQRT2)) / Math.PI
const ends = 1 / Math.PI

/** The length in box sides of the straight line whose pieces share boxes as often. */
function boxesOf(share: number): number {
  return (one + Math.sqrt(one ** 2 - 4 * ends * share)) / (2 * share)
}

/** The straight line with the least squared error. */
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
