import type { Point } from '#geometry/point'
import { distance } from '#geometry/point'

/** Between the places at which a line's direction is compared, in the unit of its length. */
const curvatureStep = 0.1
/** Turns of less, in radians, are the wavering of a traced line. */
const leastTurnBack = 0.12

export interface Tortuosity {
  /** Arc over chord, 1 for a straight line. */
  readonly arcOverChord: number
  /** The mean absolute curvature, one over the unit of length; 1 / R on a circle of radius R. */
  readonly curvature: number
  /** The mean squared curvature, one over the squared unit of length; 1 / R² on a circle. */
  readonly squaredCurvature: number
  /** How much the turns in alternating directions lengthen the line, one over the unit of length; 0 without a turn back. */
  readonly density: number
  readonly length: number
}

/**
 * Tortuosity of a line; its points and the result in disc diameters. The curvature is the turn from one chord
 * of 0.1 to the next, divided by 0.1. Shorter chords pick up the pixels' stairs: with 0.08 the curvature of
 * arcs of radius 8 is up to 1.8 % off, with 0.1 up to 0.8 % (bench/ruler). Undefined for lines shorter than
 * three chords. Sources: W. E. Hart et al., Measurement and classification of retinal vascular tortuosity,
 * Int J Med Inform 1999;53:239-52; arc over chord: W. Lotmar et al., 1979.
 */
export function measureTortuosity(line: readonly Point[]): Tortuosity | undefined {
  const points = atSteps(line, curvatureStep)
  const [first, last] = [points[0], points.at(-1)]
  if (first === undefined || last === undefined || points.length < 4) return undefined
  const turns = points
    .slice(2)
    .map((point, i) => turnAt(points[i] ?? first, points[i + 1] ?? first, point))
  const sumOf = (value: (turn: number) => number): number =>
    turns.reduce((sum, turn) => sum + value(turn), 0)
  const length = curvatureStep * (points.length - 1)
  const chord = distance(first, last)
  return {
    arcOverChord: chord === 0 ? Infinity : length / chord,
    curvature: sumOf(Math.abs) / (curvatureStep * turns.length),
    squaredCurvature: sumOf((turn) => turn ** 2) / (curvatureStep ** 2 * turns.length),
    density: densityOf(points, turns) / length,
    length,
  }
}

/**
 * The sum over the pieces between inflections of arc over chord less one, times (n - 1) / n. Source: E.
 * Grisan, M. Foracchia, A. Ruggeri, A novel method for the automatic grading of retinal vessel
 * tortuosity, IEEE Trans Med Imaging 2008;27:310-9.
 */
function densityOf(points: readonly Point[], turns: readonly number[]): number {
  const bounds = [0, ...inflections(turns), points.length - 1]
  const pieces = bounds.slice(1).map((to, i) => points.slice(bounds[i], to + 1))
  const sum = pieces.reduce((total, piece) => {
    const [first, last] = [piece[0], piece.at(-1)]
    const chord = first && last ? distance(first, last) : 0
    return chord === 0 ? total : total + (curvatureStep * (piece.length - 1)) / chord - 1
  }, 0)
  return ((pieces.length - 1) / pieces.length) * sum
}

/** The points at which the line begins to turn the other way, by more than its course wavers. */
function inflections(turns: readonly number[]): number[] {
  const found: number[] = []
  let [side, back] = [0, 0]
  for (const [i, turn] of turns.entries()) {
    back = Math.sign(turn) === side ? 0 : back + turn
    if (Math.abs(back) < leastTurnBack) continue
    if (side !== 0) found.push(i + 1)
    side = Math.sign(back)
    back = 0
  }
  return found
}

/** Below 0 to the left, above 0 to the right. */
function turnAt(a: Point, b: Point, c: Point): number {
  const [x1, y1, x2, y2] = [b.x - a.x, b.y - a.y, c.x - b.x, c.y - b.y]
  return Math.atan2(x1 * y2 - y1 * x2, x1 * x2 + y1 * y2)
}

/** Points of a line, each so far (along the line) from the one before. */
function atSteps(line: readonly Point[], step: number): Point[] {
  const points: Point[] = line.slice(0, 1)
  let until = step
  for (let i = 1; i < line.length; i++) {
    const [a, b] = [line[i - 1], line[i]]
    if (a === undefined || b === undefined) continue
    const length = distance(a, b)
    for (; until <= length; until += step) {
      const t = until / length
      points.push({ x: a.x + t * (b.x - a.x), y: a.y + t * (b.y - a.y) })
    }
    until -= length
  }
  return points
}
