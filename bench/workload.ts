import type { PolygonOperations } from '#geometry/boolean'
import type { Point } from '#geometry/point'
import { midpoint, snap } from '#geometry/point'
import { mapRings, type MultiPolygon, pointOf, pointsOf, type Ring } from '#geometry/polygon'
import type { RgbaImage } from '#raster/image'

/** Numbers from 0 to 1 that are the same in every run. Source: T. Ettinger, mulberry32, 2017. */
export function numbersFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

interface Outline extends Point {
  readonly radius: number
  readonly vertices: number
}

/** A wavy closed line around a place. */
function wavyRing({ x, y, radius, vertices }: Outline): Ring {
  return Array.from({ length: vertices }, (_, i) => {
    const angle = (2 * Math.PI * i) / vertices
    const away = radius * (1 + 0.12 * Math.sin(5 * angle) + 0.05 * Math.sin(17 * angle + 1))
    return [snap(x + away * Math.cos(angle)), snap(y + away * Math.sin(angle))]
  }).flat()
}

/** Shapes with the given number of vertices all over a square image, each at most a tenth of its size. */
export function scatteredShapes(side: number, count: number, vertices: number): MultiPolygon[] {
  const random = numbersFrom(count)
  return Array.from({ length: count }, () => {
    const radius = side * (0.005 + 0.035 * random())
    const [x, y] = [side * (0.05 + 0.9 * random()), side * (0.05 + 0.9 * random())]
    return [{ outer: wavyRing({ x, y, radius, vertices }), holes: [] }]
  })
}

/** An area over a third of a square image: 1,200 vertices outside, 50 holes of 16. */
export function largeShape(side: number, operations: PolygonOperations): MultiPolygon {
  const outer = wavyRing({ x: side / 2, y: side / 2, radius: 0.3 * side, vertices: 1200 })
  const holes = Array.from({ length: 50 }, (_, i) => {
    const [angle, away] = [i * 2.4, 0.034 * side * Math.sqrt(i + 0.5)]
    const [x, y] = [0.5 * side + away * Math.cos(angle), 0.5 * side + away * Math.sin(angle)]
    return { outer: wavyRing({ x, y, radius: 0.006 * side, vertices: 16 }), holes: [] }
  })
  return operations.difference([{ outer, holes: [] }], operations.union(holes, []))
}

/** Vessels that branch from a disc, with the given number of vertices in all. */
export function vesselTree(
  side: number,
  vertices: number,
  operations: PolygonOperations,
): MultiPolygon {
  const random = numbersFrom(20)
  const strokes: MultiPolygon[] = []
  for (let drawn = 0; drawn < vertices;) {
    const line = vesselLine(side, random)
    const stroke = operations.inflateLine(line, side * (0.0008 + 0.002 * random()))
    drawn += stroke.reduce((sum, { outer }) => sum + outer.length / 2, 0)
    strokes.push(stroke)
  }
  const tree = strokes.reduce<MultiPolygon>((all, stroke) => operations.union(all, stroke), [])
  return operations.clipToBox(tree, { x: 0, y: 0, width: side, height: side })
}

/** A shape with a vertex more on each edge, a third of a pixel beside it, as outlines of pixels have. */
export function roughened(shape: MultiPolygon): MultiPolygon {
  const random = numbersFrom(30)
  return mapRings(shape, (ring) =>
    pointsOf(ring).flatMap((point, vertex) => {
      const next = pointOf(ring, vertex + 1)
      const { x, y } = midpoint(point, next)
      const beside = (random() - 0.5) / 1.5
      return [point.x, point.y, snap(x + beside), snap(y - beside)]
    }),
  )
}

function vesselLine(side: number, random: () => number): Ring {
  const line: number[] = []
  let heading = 2 * Math.PI * random()
  let [x, y] = [0.5 * side, 0.5 * side]
  for (let i = 0; i < 100; i++) {
    line.push(x, y)
    heading += 0.6 * (random() - 0.5)
    x = Math.min(Math.max(x + 0.006 * side * Math.cos(heading), 0), side)
    y = Math.min(Math.max(y + 0.006 * side * Math.sin(heading), 0), side)
  }
  return line
}

/** The path of a hand that paints loops over the middle of a square image, every 10 pixels. */
export function loopingPath(side: number, steps: number, spacing = 10): Point[] {
  const points: Point[] = []
  let t = 0
  for (let i = 0; i < steps; i++) {
    const along = [0.52 * side * Math.cos(2 * t), 0.66 * side * Math.cos(3 * t + 0.4)] as const
    t += spacing / Math.hypot(...along)
    points.push({
      x: side * (0.5 + 0.26 * Math.sin(2 * t)),
      y: side * (0.5 + 0.22 * Math.sin(3 * t + 0.4)),
    })
  }
  return points
}

/**
 * A picture that challenges the magic wand as a photograph of the retina does: a bright round field with
 * noise and dark vessels, and one small dark lesion in the middle.
 */
export function fundus(side: number): RgbaImage {
  const random = numbersFrom(side)
  const data = new Uint8Array(side * side * 4)
  for (let pixel = 0; pixel < side * side; pixel++) {
    const [x, y] = [(pixel % side) / side - 0.5, Math.floor(pixel / side) / side - 0.5]
    const light = lightAt(x, y) + (random() - 0.5) * 0.06
    data[4 * pixel] = 200 * light
    data[4 * pixel + 1] = 100 * light
    data[4 * pixel + 2] = 45 * light
    data[4 * pixel + 3] = 255
  }
  return { width: side, height: side, data }
}

function lightAt(x: number, y: number): number {
  const away = Math.hypot(x, y)
  if (away > 0.47) return 0.04
  if (away < 0.008) return 0.3
  const vessel = Math.abs(Math.sin(22 * x + 2.2 * Math.sin(12 * y))) < 0.045 ? 0.62 : 1
  return (1 - 0.5 * away * away) * vessel
}
