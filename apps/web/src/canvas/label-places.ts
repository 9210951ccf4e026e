import type { Box } from '#geometry/box'
import type { Point } from '#geometry/point'

/** A label beside a point, in screen pixels. */
export interface WantedLabel {
  readonly at: Point
  readonly width: number
  /** True for the label at the pointer: it avoids the other labels, and they do not avoid it. */
  readonly isPassing?: boolean
}

/**
 * Screen pixels: radius kept free around a point, and the height of text above and below its baseline.
 */
const pointRadius = 7
const ascent = 10
const descent = 3
const lineHeight = ascent + descent + 1

/** Candidate positions of a label, best first: its left end and baseline, relative to its point. */
const candidates: readonly ((width: number) => Point)[] = [
  () => ({ x: 9, y: -7 }),
  () => ({ x: 9, y: 16 }),
  (width) => ({ x: -9 - width, y: -7 }),
  (width) => ({ x: -9 - width, y: 16 }),
  () => ({ x: 11, y: 4 }),
  (width) => ({ x: -11 - width, y: 4 }),
  (width) => ({ x: -width / 2, y: -11 }),
  (width) => ({ x: -width / 2, y: 21 }),
  () => ({ x: 9, y: -7 - lineHeight }),
  () => ({ x: 9, y: 16 + lineHeight }),
  (width) => ({ x: -9 - width, y: -7 - lineHeight }),
  (width) => ({ x: -9 - width, y: 16 + lineHeight }),
]

/**
 * Places the labels of points, in their order: each at the first position around its point that covers
 * neither a point nor an earlier label, else at the position that covers least of them.
 */
export function placeLabels(labels: readonly WantedLabel[]): Point[] {
  const taken = labels.filter(({ isPassing }) => isPassing !== true).map(({ at }) => around(at))
  return labels.map(({ at, width }) => {
    let best: Point = at
    let least = Infinity
    for (const candidate of candidates) {
      const { x, y } = candidate(width)
      const place = { x: at.x + x, y: at.y + y }
      const covered = coveredBy(textBox(place, width), taken)
      if (covered < least) [best, least] = [place, covered]
      if (least === 0) break
    }
    taken.push(textBox(best, width))
    return best
  })
}

function around({ x, y }: Point): Box {
  const side = 2 * pointRadius
  return { x: x - pointRadius, y: y - pointRadius, width: side, height: side }
}

function textBox({ x, y }: Point, width: number): Box {
  return { x, y: y - ascent, width, height: ascent + descent }
}

/** The area of a box that others cover, in square pixels. */
function coveredBy(box: Box, others: readonly Box[]): number {
  return others.reduce((sum, other) => {
    const width = Math.min(box.x + box.width, other.x + other.width) - Math.max(box.x, other.x)
    const height = Math.min(box.y + box.height, other.y + other.height) - Math.max(box.y, other.y)
    return sum + Math.max(0, width) * Math.max(0, height)
  }, 0)
}
