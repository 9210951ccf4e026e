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

/** The shape without the vertices that a line between the others passes within the level's tolerance. */
export function thinnedOut(shape: MultiPolygon, level: DetailLevel): MultiPolygon {
  return level === null ? shape : mapRings(shape, (ring) => thinnedRing(ring, level))
}

/** By level. A changed shape shares most of its rings with the one before. */
const thinned = new WeakMap<Ring, Map<number, Ring>>()

/** The same object for as long as the ring exists. */
export function thinnedRing(ring: Ring, level: DetailLevel): Ring {
  if (level === null) return ring
  const levels = thinned.get(ring) ?? new Map<number, Ring>()
  thinned.set(ring, levels)
  const thin = levels.get(level) ?? thinRing(ring, toleranceOf(level))
  levels.set(level, thin)
  return thin
}

/**
 * A ring keeps at least three points. Looks at each point once: one is kept when no single line can pass
 * those since the last kept one. Source: C. M. Williams, An efficient algorithm for the piecewise linear
 * approximation of planar curves, 1978.
 */
function thinRing(ring: Ring, tolerance: number): Ring {
  const kept = ring.slice(0, 2)
  const corridor = new Corridor(tolerance)
  let [x = 0, y = 0] = kept
  for (let i = 2; i < ring.length; i += 2) {
    if (!corridor.admits((ring[i] ?? 0) - x, (ring[i + 1] ?? 0) - y)) {
      x = ring[i - 2] ?? 0
      y = ring[i - 1] ?? 0
      kept.push(x, y)
      corridor.reopen()
    }
    corridor.narrow((ring[i] ?? 0) - x, (ring[i + 1] ?? 0) - y)
  }
  // The line back to the first point has to pass those since the last kept one, too.
  if (ring.length > 2) kept.push(...ring.slice(-2))
  return kept.length < 6 ? ring.slice(0, 6) : kept
}

/** The directions from a point in which a line passes some others within a tolerance. */
class Corridor {
  readonly #tolerance: number
  #left = { x: 0, y: 0 }
  #right = { x: 0, y: 0 }
  /** Distance of the farthest of those points; 0 while all directions are open. */
  #farthest = 0

  constructor(tolerance: number) {
    this.#tolerance = tolerance
  }

  reopen(): void {
    this.#farthest = 0
  }

  /** Whether the line may end at a point, which is not back from the others. */
  admits(dx: number, dy: number): boolean {
    if (this.#farthest === 0) return true
    const { x, y } = this.#right
    const isBetween = x * dy - y * dx >= 0 && dx * this.#left.y - dy * this.#left.x >= 0
    return isBetween && Math.hypot(dx, dy) >= this.#farthest - this.#tolerance
  }

  /** Passes a point too. One within the tolerance is passed in any direction. */
  narrow(dx: number, dy: number): void {
    const away = Math.hypot(dx, dy)
    if (away <= this.#tolerance) return
    const sine = this.#tolerance / away
    const cosine = Math.sqrt(1 - sine * sine)
    const left = { x: dx * cosine - dy * sine, y: dx * sine + dy * cosine }
    const right = { x: dx * cosine + dy * sine, y: dy * cosine - dx * sine }
    const isFirst = this.#farthest === 0
    if (isFirst || left.x * this.#left.y - left.y * this.#left.x > 0) this.#left = left
    if (isFirst || this.#right.x * right.y - this.#right.y * right.x > 0) this.#right = right
    this.#farthest = Math.max(this.#farthest, away)
  }
}
