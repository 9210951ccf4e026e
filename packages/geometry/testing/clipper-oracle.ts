import { createRequire } from 'node:module'
import type { MultiPolygon, Ring } from '../polygon.ts'

interface ClipperLib {
  readonly Clipper: {
    new (): {
      AddPaths(paths: Path[], type: number, closed: boolean): boolean
      Execute(type: number, solution: Path[], subjectFill: number, clipFill: number): boolean
    }
    Area(path: Path): number
  }
  readonly PolyType: { readonly ptSubject: number; readonly ptClip: number }
  readonly ClipType: Readonly<Record<'ctUnion' | 'ctDifference' | 'ctIntersection', number>>
  readonly PolyFillType: { readonly pftNonZero: number }
}

type Path = { X: number; Y: number }[]

const lib = createRequire(import.meta.url)('clipper-lib') as ClipperLib
const scale = 100
const types = {
  union: lib.ClipType.ctUnion,
  difference: lib.ClipType.ctDifference,
  intersection: lib.ClipType.ctIntersection,
}

/** The area in square pixels that another library finds for a boolean operation. */
export function areaByOracle(
  operation: keyof typeof types,
  a: MultiPolygon,
  b: MultiPolygon,
): number {
  const solution = execute(types[operation], resolved(a), resolved(b))
  return solution.reduce((sum, path) => sum + lib.Clipper.Area(path), 0) / scale ** 2
}

function execute(type: number, subjects: Path[], clips: Path[]): Path[] {
  const clipper = new lib.Clipper()
  const { pftNonZero } = lib.PolyFillType
  const solution: Path[] = []
  clipper.AddPaths(subjects, lib.PolyType.ptSubject, true)
  clipper.AddPaths(clips, lib.PolyType.ptClip, true)
  clipper.Execute(type, solution, pftNonZero, pftNonZero)
  return solution
}

/** The area that the outer rings wind around minus that of each hole, polygon by polygon. */
function resolved(shape: MultiPolygon): Path[] {
  return shape.flatMap(({ outer, holes }) =>
    execute(
      types.difference,
      [pathOf(outer)],
      holes.flatMap((hole) => execute(types.union, [pathOf(hole)], [])),
    ),
  )
}

function pathOf(ring: Ring): Path {
  return Array.from({ length: ring.length / 2 }, (_, i) => ({
    X: Math.round((ring[2 * i] ?? 0) * scale),
    Y: Math.round((ring[2 * i + 1] ?? 0) * scale),
  }))
}
