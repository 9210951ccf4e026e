import type { MultiPolygon, Ring } from '#geometry/polygon'
import { mapRings } from '#geometry/polygon'

/** Level of detail of a painted outline: null for every vertex, n for a tolerance of 0.5 * 2^n pixels. */
export type DetailLevel = number | null

const coarsest = 8

export function toleranceOf(level: DetailLevel): number {
  return level === null ? 0 : 0.5 * 2 ** level
}

/** The coarsest level whose tolerance stays below half a pixel of the display. */
export function detailFor(devicePixelsPerImagePixel: number): DetailLevel {
  const level = Math.floor(Math.log2(1 / devicePixelsPerImagePixel))
  return level < 0 ? null : Math.min(level, coarsest)
}

/** The shape without the vertices that lie within the level's tolerance of the previous one. */
export function thinnedOut(shape: MultiPolygon, level: DetailLevel): MultiPolygon {
  const tolerance = toleranceOf(level)
  return tolerance === 0 ? shape : mapRings(shape, (ring) => thinRing(ring, tolerance))
}

/** A ring keeps at least three points. */
function thinRing(ring: Ring, tolerance: number): Ring {
  const kept: number[] = []
  let lastX = Infinity
  let lastY = Infinity
  for (let i = 0; i < ring.length; i += 2) {
    const x = ring[i] ?? 0
    const y = ring[i + 1] ?? 0
    if (Math.abs(x - lastX) < tolerance && Math.abs(y - lastY) < tolerance) continue
    kept.push(x, y)
    lastX = x
    lastY = y
  }
  return kept.length < 6 ? ring.slice(0, 6) : kept
}
