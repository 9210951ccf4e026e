import type { Box } from './box.ts'
import { boxContains, boxOfRing, growBox } from './box.ts'
import type { Line, MultiLine } from './line.ts'
import { nearestOnLines } from './line.ts'
import type { Point } from './point.ts'
import { stepsPerPixel } from './point.ts'
import { pointOf } from './polygon.ts'

/** In pixels: the end of a branch is stored on hundredths of a pixel, so rarely exactly on the stem. */
const touching = 1 / stepsPerPixel

/** Whether a point lies on a line, as exactly as points are stored. */
export function liesOnLine(point: Point, line: Line): boolean {
  const nearest = nearestOnLines([line], point)
  return nearest !== null && nearest.distance <= touching
}

interface PlacedLine {
  readonly line: Line
  readonly box: Box | null
  /** The ends by which it may be connected to others. */
  readonly ends: readonly Point[]
}

/**
 * Lines in groups that are connected: an end of one lies on another. Lines that only cross are not connected,
 * as vessels are not.
 * @param isLoose whether an end connects nothing, such as one at which a line was just cut
 */
export function connectedLines(
  lines: MultiLine,
  isLoose: (end: Point) => boolean = () => false,
): readonly MultiLine[] {
  let groups: readonly (readonly PlacedLine[])[] = []
  for (const line of lines) {
    const placed = placedLine(line, isLoose)
    const met = groups.filter((group) => group.some((other) => areConnected(placed, other)))
    groups = [...groups.filter((group) => !met.includes(group)), [...met.flat(), placed]]
  }
  return groups.map((group) => group.map(({ line }) => line))
}

function placedLine(line: Line, isLoose: (end: Point) => boolean): PlacedLine {
  const box = boxOfRing(line)
  const ends = [pointOf(line, 0), pointOf(line, line.length / 2 - 1)]
  return {
    line,
    box: box && growBox(box, touching),
    ends: ends.filter((end) => !isLoose(end)),
  }
}

function areConnected(a: PlacedLine, b: PlacedLine): boolean {
  return a.ends.some((end) => touches(end, b)) || b.ends.some((end) => touches(end, a))
}

/** Whether an end of another line lies on a line. */
function touches(end: Point, { box, line }: PlacedLine): boolean {
  return box !== null && boxContains(box, end) && liesOnLine(end, line)
}
