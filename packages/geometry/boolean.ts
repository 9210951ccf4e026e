import type { Box } from './box.ts'
import { boxHolds, boxOf, polygonOfBox } from './box.ts'
import type { Clipper, PathD, PathsD, PolyPathD } from './clipper.js'
import { loadClipper } from './clipper.js'
import type { Point } from './point.ts'
import { snap } from './point.ts'
import type { MultiPolygon, Polygon, Ring } from './polygon.ts'
import { ringOf, ringsOf, signedArea } from './polygon.ts'
import { orient } from './sanitise.ts'

/**
 * Set operations on areas. Shapes may overlap themselves: an outer ring holds what it winds around,
 * a hole takes away what it winds around. Answers are clean: disjoint polygons with their holes on
 * hundredths of a pixel, outer rings of positive and holes of negative signed area, rings from their
 * topmost point and polygons from the topmost one.
 */
export interface PolygonOperations {
  /** The area of either. `union(shape, [])` resolves a shape's own overlaps and crossings. */
  union(a: MultiPolygon, b: MultiPolygon): MultiPolygon
  /** The area of a that is not in b. */
  difference(a: MultiPolygon, b: MultiPolygon): MultiPolygon
  /** The area of both. */
  intersection(a: MultiPolygon, b: MultiPolygon): MultiPolygon
  /** The part in a box; a shape that lies wholly in it comes back untouched. */
  clipToBox(shape: MultiPolygon, box: Box): MultiPolygon
  /** The area within a radius in pixels of an open line: a stroke with round ends and corners. */
  inflateLine(line: readonly number[], radius: number): MultiPolygon
}

/** Thrown when the geometry library gives up, as on coordinates far outside any image. */
export class PolygonOperationError extends Error {
  override readonly name = 'PolygonOperationError'
}

const decimals = 2
/** How far a round end may lie inside the true circle, in pixels. */
const arcTolerance = 0.1
const miterLimit = 2
/** Rings below this area in square pixels are what rounding leaves of lines that touch. */
const sliverArea = 0.01

/**
 * Loads the WebAssembly build of Clipper2. In Node it finds its file itself; a browser's worker says
 * by `locateFile` at which address the named .wasm file is served.
 */
export async function loadPolygonOperations(
  options: { readonly locateFile?: (file: string) => string } = {},
): Promise<PolygonOperations> {
  return operationsOf(await loadClipper({ ...options }))
}

type Operation = 'Union' | 'Difference' | 'Intersection'

function operationsOf(clipper: Clipper): PolygonOperations {
  const combine = (operation: Operation, a: readonly Ring[], b: readonly Ring[]): MultiPolygon =>
    freeingAll((freed) => {
      const subjects = pathsOf(clipper, a, freed)
      const clips = pathsOf(clipper, b, freed)
      const solution = freed(new clipper.PolyPathD())
      const type = clipper.ClipType[operation]
      const rule = clipper.FillRule.NonZero
      clipper.BooleanOpOutD(type, rule, subjects, clips, solution, decimals)
      return polygonsIn(solution, freed).toSorted(byTop)
    })

  /**
   * Rings that wind around every solid place and around no other. A lone ring does so by itself;
   * rings that cross themselves could cancel each other out.
   */
  const resolve = (shape: MultiPolygon): readonly Ring[] =>
    shape.length === 1 && shape[0]?.holes.length === 0
      ? [shape[0].outer]
      : shape
          .flatMap(({ outer, holes }) => combine('Difference', [outer], holes))
          .flatMap((polygon) => ringsOf(polygon))

  const operate =
    (operation: Operation) =>
    (a: MultiPolygon, b: MultiPolygon): MultiPolygon =>
      explained(operation, () => combine(operation, resolve(a), resolve(b)))

  const intersection = operate('Intersection')
  return {
    union: operate('Union'),
    difference: operate('Difference'),
    intersection,
    clipToBox(shape, box) {
      const around = boxOf(shape)
      if (around === null || boxHolds(box, around)) return shape
      return intersection(shape, [polygonOfBox(box)])
    },
    inflateLine(line, radius) {
      return explained('Stroke', () => combine('Union', inflate(clipper, line, radius), []))
    },
  }
}

type Free = <T extends { delete(): void }>(object: T) => T

/** Runs work and then frees every library object that it has named; nothing else would free them. */
function freeingAll<T>(work: (freed: Free) => T): T {
  const objects: { delete(): void }[] = []
  try {
    return work((object) => {
      objects.push(object)
      return object
    })
  } finally {
    for (const object of objects) object.delete()
  }
}

function pathsOf(clipper: Clipper, rings: readonly (readonly number[])[], freed: Free): PathsD {
  const paths = freed(new clipper.PathsD())
  for (const ring of rings) {
    const path = freed(new clipper.PathD())
    const triples = new Float64Array((ring.length / 2) * 3)
    for (let i = 0, k = 0; i < ring.length; i += 2, k += 3) {
      triples[k] = ring[i] ?? 0
      triples[k + 1] = ring[i + 1] ?? 0
    }
    path.assign(triples)
    paths.push_back(path)
  }
  return paths
}

function inflate(clipper: Clipper, line: readonly number[], radius: number): readonly Ring[] {
  return freeingAll((freed) => {
    const lines = pathsOf(clipper, [line], freed)
    const { Round: join } = clipper.JoinType
    const { Round: end } = clipper.EndType
    const outlines = freed(
      clipper.InflatePathsD(lines, radius, join, end, miterLimit, decimals, arcTolerance),
    )
    return Array.from({ length: outlines.size() }, (_, i) => ringIn(freed(outlines.get(i))))
  })
}

/** The solid rings below a node, each with its holes; islands in holes are polygons of their own. */
function polygonsIn(node: PolyPathD, freed: Free): MultiPolygon {
  return childrenOf(node).flatMap((solid) => {
    const outer = orient(ringIn(freed(solid.polygon())), 1)
    if (isSliver(outer)) return []
    const holes = childrenOf(solid)
    const rings = holes.map((hole) => orient(ringIn(freed(hole.polygon())), -1))
    const polygon: Polygon = { outer, holes: rings.filter((ring) => !isSliver(ring)) }
    return [polygon, ...holes.flatMap((hole) => polygonsIn(hole, freed))]
  })
}

function childrenOf(node: PolyPathD): readonly PolyPathD[] {
  return Array.from({ length: node.count() }, (_, i) => node.child(i))
}

function byTop({ outer: a }: Polygon, { outer: b }: Polygon): number {
  const [ax = 0, ay = 0] = a
  const [bx = 0, by = 0] = b
  return ay - by || ax - bx
}

function isSliver(ring: Ring): boolean {
  return Math.abs(signedArea(ring)) < sliverArea
}

/** Starts at the topmost and then leftmost point, so that the same area reads the same. */
function ringIn(path: PathD): Ring {
  const triples = path.view()
  const points = Array.from({ length: triples.length / 3 }, (_, i) => ({
    x: snap(triples[3 * i] ?? 0),
    y: snap(triples[3 * i + 1] ?? 0),
  }))
  return startingAtTop(points)
}

function startingAtTop(points: readonly Point[]): Ring {
  let top = 0
  for (const [i, point] of points.entries()) {
    const highest = points[top]
    if (highest !== undefined && isAbove(point, highest)) top = i
  }
  return ringOf([...points.slice(top), ...points.slice(0, top)])
}

function isAbove(a: Point, b: Point): boolean {
  return a.y < b.y || (a.y === b.y && a.x < b.x)
}

/** The library throws addresses in its own memory; say what happened instead. */
function explained(operation: string, work: () => MultiPolygon): MultiPolygon {
  try {
    return work()
  } catch (cause) {
    const message = `${operation} of polygons failed; are all coordinates near the image?`
    throw new PolygonOperationError(message, { cause })
  }
}
