import type { MultiPolygon, Ring } from '#geometry/polygon'
import { ringsOf } from '#geometry/polygon'

import { type DetailLevel, thinnedOut } from './detail.ts'

const paths = new WeakMap<MultiPolygon, Map<DetailLevel, Path2D>>()

/** The outline of a shape for painting, cached for as long as the shape exists. */
export function pathOf(shape: MultiPolygon, level: DetailLevel): Path2D {
  const known = paths.get(shape) ?? new Map<DetailLevel, Path2D>()
  const path = known.get(level) ?? tracePath(thinnedOut(shape, level))
  known.set(level, path)
  paths.set(shape, known)
  return path
}

function tracePath(shape: MultiPolygon): Path2D {
  const path = new Path2D()
  for (const polygon of shape) {
    for (const ring of ringsOf(polygon)) {
      traceLine(path, ring)
      path.closePath()
    }
  }
  return path
}

/** Adds an open line to a path or a context; a single point becomes a line of zero length, a dot. */
export function traceLine(path: Pick<Path2D, 'moveTo' | 'lineTo'>, line: Ring): void {
  path.moveTo(line[0] ?? 0, line[1] ?? 0)
  if (line.length === 2) path.lineTo(line[0] ?? 0, line[1] ?? 0)
  for (let i = 2; i < line.length; i += 2) path.lineTo(line[i] ?? 0, line[i + 1] ?? 0)
}
