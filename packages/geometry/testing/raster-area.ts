import type { MultiPolygon, Ring } from '../polygon.ts'

type Inside = (row: number) => (x: number) => boolean

/**
 * The area in square pixels, counted as the places of a fine raster that a test of its rows finds inside.
 * Independent of polygon clipping, so that it can verify clipping.
 */
export function areaByRaster(
  size: number,
  perPixel: number,
  solid: (a: boolean, b: boolean) => boolean,
  shapes: readonly MultiPolygon[],
): number {
  const [inA, inB] = shapes.map(insideOf)
  let count = 0
  for (let j = 0; j < size * perPixel; j++) {
    const y = (j + 0.5) / perPixel + 1e-7
    const [a, b] = [inA?.(y), inB?.(y)]
    for (let i = 0; i < size * perPixel; i++) {
      const x = (i + 0.5) / perPixel
      if (solid(a?.(x) ?? false, b?.(x) ?? false)) count++
    }
  }
  return count / perPixel ** 2
}

function insideOf(shape: MultiPolygon): Inside {
  return (y) => {
    const rows = shape.map(({ outer, holes }) => ({
      outer: windingAt(outer, y),
      holes: holes.map((hole) => windingAt(hole, y)),
    }))
    return (x) =>
      rows.some(({ outer, holes }) => outer(x) !== 0 && holes.every((hole) => hole(x) === 0))
  }
}

/** How often a ring winds around the points of a row. */
function windingAt(ring: Ring, y: number): (x: number) => number {
  const crossings: [x: number, turn: number][] = []
  for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
    const [xa = 0, ya = 0, xb = 0, yb = 0] = [ring[j], ring[j + 1], ring[i], ring[i + 1]]
    if (ya <= y === yb <= y) continue
    crossings.push([xa + ((y - ya) * (xb - xa)) / (yb - ya), yb > ya ? 1 : -1])
  }
  return (x) => crossings.reduce((turns, [at, turn]) => (at > x ? turns + turn : turns), 0)
}
