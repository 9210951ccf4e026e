/** A place in image pixels: x to the right, y down, the image's corner at (0, 0). */
export interface Point {
  readonly x: number
  readonly y: number
}

export function distance(a: Point, b: Point): number {
  // `Math.hypot` would take ten times as long.
  return Math.sqrt((a.x - b.x) ** 2 + (a.y - b.y) ** 2)
}

/** The place half way between two points. */
export function midpoint(a: Point, b: Point): Point {
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }
}

/** The point of the straight line from a to b that is nearest to a point. */
export function nearestOnSegment(point: Point, a: Point, b: Point): Point {
  const dx = b.x - a.x
  const dy = b.y - a.y
  const lengthSquared = dx * dx + dy * dy
  if (lengthSquared === 0) return a
  const along = ((point.x - a.x) * dx + (point.y - a.y) * dy) / lengthSquared
  const t = Math.min(1, Math.max(0, along))
  return { x: a.x + t * dx, y: a.y + t * dy }
}

/** Coordinates are kept to a hundredth of a pixel, in memory as in the database. */
export const stepsPerPixel = 100

/** The nearest coordinate that can be kept. */
export function snap(coordinate: number): number {
  return Math.round(coordinate * stepsPerPixel) / stepsPerPixel + 0
}

/** More than an image has steps across, and a shape has points. */
export const manySteps: number = 2 ** 26

/** A number that is the same for the same place, to a hundredth of a pixel. */
export function placeNumber(x: number, y: number): number {
  return Math.round(x * stepsPerPixel) * manySteps + Math.round(y * stepsPerPixel)
}
