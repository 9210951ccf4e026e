import type { Point } from './point.ts'
import { snap } from './point.ts'
import type { MultiPolygon, Polygon, Ring } from './polygon.ts'
import { pointOf } from './polygon.ts'

/** An ellipse in image pixels. */
export interface Ellipse {
  readonly centre: Point
  /** Half the axis that is turned by `angle` from the x axis, and half the other. */
  readonly radii: readonly [along: number, across: number]
  /** Radians from the x axis towards the y axis. */
  readonly angle: number
}

/** Greatest distance in pixels between an ellipse and its polygon, unless that takes too many corners. */
const sagitta = 0.2
const fewestCorners = 16
const mostCorners = 128
/** Pixels that a corner may be off; coordinates are rounded to hundredths. */
const tolerance = 0.02
/** Ellipses whose radii differ less, in pixels, are circles. */
const leastDifference = 0.05

/**
 * The polygon of an ellipse, on hundredths of a pixel. Its corners lie on the ellipse at equal steps
 * of the eccentric angle, with one at each end of both axes, so that width and height are exact.
 */
export function polygonOfEllipse(ellipse: Ellipse): Polygon {
  const corners = cornersFor(Math.max(...ellipse.radii))
  const outer = Array.from({ length: corners }, (_, corner) => {
    const { x, y } = pointOnEllipse(ellipse, (2 * Math.PI * corner) / corners)
    return [snap(x), snap(y)]
  })
  return { outer: outer.flat(), holes: [] }
}

function cornersFor(radius: number): number {
  if (radius <= sagitta) return fewestCorners
  const needed = 4 * Math.ceil(Math.PI / Math.acos(1 - sagitta / radius) / 4)
  return Math.min(Math.max(needed, fewestCorners), mostCorners)
}

/** The point at an eccentric angle in radians, counted from the end of the first axis. */
export function pointOnEllipse({ centre, radii, angle }: Ellipse, eccentric: number): Point {
  const along = radii[0] * Math.cos(eccentric)
  const across = radii[1] * Math.sin(eccentric)
  return {
    x: centre.x + along * Math.cos(angle) - across * Math.sin(angle),
    y: centre.y + along * Math.sin(angle) + across * Math.cos(angle),
  }
}

/**
 * The ellipse whose polygon a shape is, with the axis nearest to the horizontal first; null for any
 * other shape. It is recognised by its corners (see `polygonOfEllipse`): the discrete Fourier
 * transform of such corners has no harmonics but the first, and no hand draws sixteen of them.
 */
export function ellipseIn(shape: MultiPolygon): Ellipse | null {
  const known = recognised.get(shape)
  if (known !== undefined) return known
  const ellipse = recognise(shape)
  recognised.set(shape, ellipse)
  return ellipse
}

const recognised = new WeakMap<MultiPolygon, Ellipse | null>()

function recognise(shape: MultiPolygon): Ellipse | null {
  const [polygon, ...others] = shape
  if (polygon === undefined || others.length > 0 || polygon.holes.length > 0) return null
  const corners = polygon.outer.length / 2
  if (corners < fewestCorners || corners > mostCorners) return null
  const harmonics = harmonicsOf(polygon.outer)
  return isThrough(polygon.outer, harmonics) ? ellipseFrom(harmonics) : null
}

/** Corners in the complex plane: centre + forth · exp(iφ) + back · exp(-iφ). */
interface Harmonics {
  readonly centre: Point
  readonly forth: Point
  readonly back: Point
}

function harmonicsOf(ring: Ring): Harmonics {
  const corners = ring.length / 2
  const mean = (turns: number): Point => {
    let [x, y] = [0, 0]
    for (let corner = 0; corner < corners; corner++) {
      const point = turned(pointOf(ring, corner), (2 * Math.PI * turns * corner) / corners)
      x += point.x
      y += point.y
    }
    return { x: x / corners, y: y / corners }
  }
  return { centre: mean(0), forth: mean(-1), back: mean(1) }
}

function isThrough(ring: Ring, { centre, forth, back }: Harmonics): boolean {
  const corners = ring.length / 2
  for (let corner = 0; corner < corners; corner++) {
    const at = pointOf(ring, corner)
    const angle = (2 * Math.PI * corner) / corners
    const [a, b] = [turned(forth, angle), turned(back, -angle)]
    if (Math.hypot(centre.x + a.x + b.x - at.x, centre.y + a.y + b.y - at.y) > tolerance) {
      return false
    }
  }
  return true
}

function ellipseFrom({ centre, forth, back }: Harmonics): Ellipse | null {
  const [a, b] = [Math.hypot(forth.x, forth.y), Math.hypot(back.x, back.y)]
  const [long, short] = [a + b, Math.abs(a - b)]
  if (short <= tolerance) return null
  if (long - short < leastDifference) return { centre, radii: [long, long], angle: 0 }
  const angle = (Math.atan2(forth.y, forth.x) + Math.atan2(back.y, back.x)) / 2
  return upright({ centre, radii: [long, short], angle })
}

/** The same ellipse with an angle of at most 45° either way. */
function upright({ centre, radii: [along, across], angle }: Ellipse): Ellipse {
  const quarters = Math.round(angle / (Math.PI / 2))
  const isSwapped = quarters % 2 !== 0
  return {
    centre,
    radii: isSwapped ? [across, along] : [along, across],
    angle: angle - (quarters * Math.PI) / 2,
  }
}

function turned({ x, y }: Point, angle: number): Point {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  return { x: x * cos - y * sin, y: x * sin + y * cos }
}
