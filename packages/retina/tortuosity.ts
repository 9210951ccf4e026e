import type { Point } from '#geometry/point'
import { distance } from '#geometry/point'

/** Between the places at which a line's direction is compared, in the unit of its length. */
const curvatureStep = 0.08

export interface Tortuosity {
  /** Arc over chord, 1 for a straight line. */
  readonly arcOverChord: number
  /** The mean absolute curvature, one over the unit of length; 1 / R on a circle of radius R. */
  readonly curvature: number
  readonly length: number
}

/**
 * How tortuous a line is; its points and the result in disc diameters. The curvature is the turn
 * from one chord of 0.08 to the next, over 0.08, so that the pixels' stairs do not count. Undefined
 * for lines shorter than three chords. Sources: W. E. Hart et al., Measurement and classification of
 * retinal vascular tortuosity, Int J Med Inform 1999;53:239-52; arc over chord: W. Lotmar et al., 1979.
 */
export function measureTortuosity(line: readonly Point[]): Tortuosity | undefined {
  const points = atSteps(line, curvatureStep)
  const [first, last] = [points[0], points.at(-1)]
  if (first === undefined || last === undefined || points.length < 4) return undefined
  let turns = 0
  for (let i = 2; i < points.length; i++) {
    turns += turnAt(points[i - 2] ?? first, points[i - 1] ?? first, points[i] ?? first)
  }
  const length = curvatureStep * (points.length - 1)
  const chord = distance(first, last)
  return {
    arcOverChord: chord === 0 ? Infinity : length / chord,
    curvature: turns / (curvatureStep * (points.length - 2)),
    length,
  }
}

function turnAt(a: Point, b: Point, c: Point): number {
  const [x1, y1, x2, y2] = [b.x - a.x, b.y - a.y, c.x - b.x, c.y - b.y]
  return Math.abs(Math.atan2(x1 * y2 - y1 * x2, x1 * x2 + y1 * y2))
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
