import type { Point } from './point.ts'
import type { MultiPolygon, Polygon, Ring } from './polygon.ts'

/** An upright rectangle in image pixels. */
export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** The upright rectangle with two opposite corners, in whichever order they come. */
export function boxBetween(a: Point, b: Point): Box {
  return {
    x: Math.min(a.x, b.x),
    y: Math.min(a.y, b.y),
    width: Math.abs(a.x - b.x),
    height: Math.abs(a.y - b.y),
  }
}

/** The smallest box around flat coordinates, or null if there are none. */
export function boxOfRing(ring: Ring): Box | null {
  let left = Infinity
  let top = Infinity
  let right = -Infinity
  let bottom = -Infinity
  for (let i = 0; i + 1 < ring.length; i += 2) {
    const x = ring[i] ?? 0
    const y = ring[i + 1] ?? 0
    if (x < left) left = x
    if (x > right) right = x
    if (y < top) top = y
    if (y > bottom) bottom = y
  }
  return left > right ? null : { x: left, y: top, width: right - left, height: bottom - top }
}

/** The smallest box around a shape, or null for a shape without area. */
export function boxOf(shape: MultiPolygon): Box | null {
  return boxAround(shape.flatMap(({ outer }) => boxOfRing(outer) ?? []))
}

/** The smallest box that holds both. */
export function unionOfBoxes(a: Box, b: Box): Box {
  const x = Math.min(a.x, b.x)
  const y = Math.min(a.y, b.y)
  return {
    x,
    y,
    width: Math.max(a.x + a.width, b.x + b.width) - x,
    height: Math.max(a.y + a.height, b.y + b.height) - y,
  }
}

/** The smallest box that holds all, or null if there are none. */
export function boxAround(boxes: readonly Box[]): Box | null {
  return boxes.reduce<Box | null>((all, box) => (all === null ? box : unionOfBoxes(all, box)), null)
}

/** The box with its sides moved outwards by a distance in pixels. */
export function growBox(box: Box, by: number): Box {
  return { x: box.x - by, y: box.y - by, width: box.width + 2 * by, height: box.height + 2 * by }
}

/** Whether two boxes share at least a point; touching sides count. */
export function boxesIntersect(a: Box, b: Box): boolean {
  return (
    a.x <= b.x + b.width && b.x <= a.x + a.width && a.y <= b.y + b.height && b.y <= a.y + a.height
  )
}

/** Whether a point lies in the box or on its sides. */
export function boxContains(box: Box, point: Point): boolean {
  return (
    point.x >= box.x &&
    point.x <= box.x + box.width &&
    point.y >= box.y &&
    point.y <= box.y + box.height
  )
}

export function sameBox(a: Box, b: Box): boolean {
  return a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height
}

/** Whether the second box lies wholly in the first; shared sides count. */
export function boxHolds(box: Box, inner: Box): boolean {
  return (
    inner.x >= box.x &&
    inner.y >= box.y &&
    inner.x + inner.width <= box.x + box.width &&
    inner.y + inner.height <= box.y + box.height
  )
}

/** The point of the box that is nearest to a point. */
export function nearestInBox(box: Box, point: Point): Point {
  return {
    x: Math.min(Math.max(point.x, box.x), box.x + box.width),
    y: Math.min(Math.max(point.y, box.y), box.y + box.height),
  }
}

/** The box as a polygon of four corners, starting at its top left. */
export function polygonOfBox({ x, y, width, height }: Box): Polygon {
  const right = x + width
  const bottom = y + height
  return { outer: [x, y, right, y, right, bottom, x, bottom], holes: [] }
}

/** Whether a shape is one upright rectangle: four corners, no hole. */
export function isUprightRectangle(shape: MultiPolygon): boolean {
  const [polygon, ...others] = shape
  if (polygon === undefined || others.length > 0 || polygon.holes.length > 0) return false
  const { outer } = polygon
  if (outer.length !== 8) return false
  const box = boxOfRing(outer)
  if (box === null || box.width === 0 || box.height === 0) return false
  const onCorner = (i: number) =>
    (outer[i] === box.x || outer[i] === box.x + box.width) &&
    (outer[i + 1] === box.y || outer[i + 1] === box.y + box.height)
  const sharesOneSide = (i: number) =>
    (outer[i] === outer[(i + 2) % 8]) !== (outer[i + 1] === outer[(i + 3) % 8])
  return [0, 2, 4, 6].every((i) => onCorner(i) && sharesOneSide(i))
}
