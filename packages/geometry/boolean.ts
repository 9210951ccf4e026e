import type { Box } from './box.ts'
import { boxesIntersect, boxHolds, boxOf, boxOfRing, polygonOfBox } from './box.ts'
import type { Clipper, PathsD } from './clipper.js'
import { loadClipper } from './clipper.js'
import { nested } from './nesting.ts'
import type { MultiPolygon, Ring } from './polygon.ts'
import { partUntouched } from './untouched.ts'

/**
 * Set operations on areas. Shapes may overlap themselves: an outer ring contains the area that it winds
 * around, a hole removes the area that it winds around. Results are clean: disjoint polygons with their holes
 * on hundredths of a pixel, outer rings of positive and holes of negative signed area, rings from their
 * topmost point and polygons from the topmost one.
 */
export interface PolygonOperations {
  /** The area of either. `union(shape, [])` resolves a shape's own overlaps and crossings. */
  union(a: MultiPolygon, b: MultiPolygon): MultiPolygon
  /** The area of a that is not in b. */
  difference(a: MultiPolygon, b: MultiPolygon): MultiPolygon
  /** The area of both. */
  intersection(a: MultiPolygon, b: MultiPolygon): MultiPolygon
  /** The part in a box; a shape that lies wholly in it is returned unchanged. */
  clipToBox(shape: MultiPolygon, box: Box): MultiPolygon
  /** The area within a radius in pixels of an open line: a stroke with round ends and corners. */
  inflateLine(line: readonly number[], radius: number): MultiPolygon
}

/** Thrown for coordinates far outside any image, and when the geometry library gives up. */
export class PolygonOperationError extends Error {
  override readonly name = 'PolygonOperationError'
}

/** More precise than the result, so that rounding at crossings does not mislead later steps. */
const decimals = 4
/** Maximum distance of a round end inside the true circle, in pixels. */
const arcTolerance = 0.1
const miterLimit = 2
const farthestCoordinate = 1e6
/** Points of a line that are inflated in one go. */
const longestPiece = 128

/**
 * Loads the WebAssembly build of Clipper2. In Node it finds its file itself; in a browser's worker
 * `locateFile` returns the address of the named .wasm file.
 */
export async function loadPolygonOperations(
  options: { readonly locateFile?: (file: string) => string } = {},
): Promise<PolygonOperations> {
  return operationsOf(await loadClipper({ ...options }))
}

type Operation = 'Union' | 'Difference' | 'Intersection'

function operationsOf(clipper: Clipper): PolygonOperations {
  const combine = (operation: Operation, a: readonly Ring[], b: readonly Ring[]) =>
    freeingAll((freed): readonly Ring[] => {
      const solution = freed(new clipper.PathsD())
      const engine = freed(new clipper.ClipperD(decimals))
      engine.AddSubject(pathsOf(clipper, a, freed))
      engine.AddClip(pathsOf(clipper, b, freed))
      engine.ExecutePath(clipper.ClipType[operation], clipper.FillRule.NonZero, solution)
      return ringsIn(solution, freed)
    })

  /**
   * Only rings that wind around the solid places. A ring that crosses itself could cancel another
   * where they overlap; rings whose boxes are apart cannot overlap.
   */
  const resolveRings = (rings: readonly Ring[]): readonly Ring[] => {
    const boxes = rings.map(boxOfRing)
    return rings.flatMap((ring, i) =>
      boxes.some((box, j) => i !== j && meet(box, boxes[i] ?? null))
        ? combine('Union', [ring], [])
        : [ring],
    )
  }

  const resolve = (shape: MultiPolygon): readonly Ring[] =>
    shape.every(({ holes }) => holes.length === 0)
      ? resolveRings(shape.map(({ outer }) => outer))
      : shape.flatMap(({ outer, holes }) => combine('Difference', [outer], resolveRings(holes)))

  /** Every crossing of a line costs time with every other: one that is scribbled goes in halves. */
  const inflatePieces = (line: readonly number[], radius: number): readonly Ring[] => {
    if (line.length <= 2 * longestPiece) return combine('Union', inflate(clipper, line, radius), [])
    const middle = 2 * (line.length >> 2)
    const first = inflatePieces(line.slice(0, middle + 2), radius)
    return combine('Union', first, inflatePieces(line.slice(middle), radius))
  }

  const operate =
    (operation: Operation) =>
    (a: MultiPolygon, b: MultiPolygon): MultiPolygon =>
      explained(operation, () => nested(combine(operation, resolve(a), resolve(b))))

  const operateWhereTouched =
    (operation: 'Union' | 'Difference') =>
    (a: MultiPolygon, b: MultiPolygon): MultiPolygon =>
      explained(operation, () => {
        const { settled, unsettled, untouched } = partUntouched(a, b)
        const subjects = [...settled, ...resolve(unsettled)]
        return nested([...combine(operation, subjects, resolve(b)), ...untouched])
      })

  const intersection = operate('Intersection')
  return {
    union: operateWhereTouched('Union'),
    difference: operateWhereTouched('Difference'),
    intersection,
    clipToBox(shape, box) {
      const around = boxOf(shape)
      if (around === null || boxHolds(box, around)) return shape
      return intersection(shape, [polygonOfBox(box)])
    },
    inflateLine(line, radius) {
      assertReasonable([radius])
      if (line.length === 0 || radius <= 0) return []
      return explained('Stroke', () => nested(inflatePieces(line, radius)))
    },
  }
}

function meet(a: Box | null, b: Box | null): boolean {
  return a !== null && b !== null && boxesIntersect(a, b)
}

type Free = <T extends { delete(): void }>(object: T) => T

/** Runs work and then frees every library object that it has registered; nothing else would free them. */
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
    assertReasonable(ring)
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

/** The library does not survive every number. */
function assertReasonable(coordinates: readonly number[]): void {
  const misfit = coordinates.find((value) => !(Math.abs(value) <= farthestCoordinate))
  if (misfit === undefined) return
  throw new PolygonOperationError(`A coordinate of ${misfit} pixels is too far from any image.`)
}

function inflate(clipper: Clipper, line: readonly number[], radius: number): readonly Ring[] {
  return freeingAll((freed) => {
    const lines = pathsOf(clipper, [line], freed)
    const { Round: join } = clipper.JoinType
    const { Round: end } = clipper.EndType
    const outlines = freed(
      clipper.InflatePathsD(lines, radius, join, end, miterLimit, decimals, arcTolerance),
    )
    return ringsIn(outlines, freed)
  })
}

function ringsIn(paths: PathsD, freed: Free): readonly Ring[] {
  return Array.from({ length: paths.size() }, (_, i) => {
    const triples = freed(paths.get(i)).view()
    const ring: number[] = []
    for (let k = 0; k < triples.length; k += 3) ring.push(triples[k] ?? 0, triples[k + 1] ?? 0)
    return ring
  })
}

/** The library throws memory addresses; throw a readable error instead. */
function explained(operation: string, work: () => MultiPolygon): MultiPolygon {
  try {
    return work()
  } catch (cause) {
    if (cause instanceof PolygonOperationError) throw cause
    throw new PolygonOperationError(`${operation} of polygons failed in the library.`, { cause })
  }
}
