import type { MultiPolygon, Ring } from './polygon.ts'
import { lengthOfLine, mapRings } from './polygon.ts'
import { simplifyRing } from './simplify.ts'

/** The kernel reaches this many standard deviations to each side. */
const reach = 3
/** Points per standard deviation. */
const pointsPerDeviation = 2
/** A ring is never smoothed by more than this part of its length: small rings keep their form. */
const largestPart = 1 / 24
const mostPoints = 20_000

/**
 * A shape with outlines on which bumps and dents narrower than a width in pixels are gone. Lengths and
 * areas of what is wider stay: outlines are low-pass filtered twice, the second time what the first has
 * taken away. Rings may cross themselves or each other afterwards where the shape is narrower than that.
 * Source: J. W. Tukey, Exploratory Data Analysis, 1977 (twicing).
 */
export function smoothOutline(shape: MultiPolygon, width: number): MultiPolygon {
  return mapRings(shape, (ring) => smoothRing(ring, width))
}

function smoothRing(ring: Ring, width: number): Ring {
  const length = lengthOfLine([...ring, ...ring.slice(0, 2)])
  const deviation = Math.min(width / 2, length * largestPart)
  if (deviation <= 0) return ring
  const count = Math.min(Math.ceil((pointsPerDeviation * length) / deviation), mostPoints)
  const even = evenPoints(ring, length, count)
  const kernel = kernelOf((deviation * count) / length)
  const once = filtered(even, kernel)
  const twice = filtered(once, kernel)
  const smooth = Array.from(even, (_, i) => 2 * (once[i] ?? 0) - (twice[i] ?? 0))
  return simplifyRing(smooth, deviation / 40)
}

/** Points of a ring at equal distances along it. */
function evenPoints(ring: Ring, length: number, count: number): Float64Array {
  const points = new Float64Array(2 * count)
  const step = length / count
  let passed = 0
  let next = 0
  for (let from = 0; from < ring.length && next < count; from += 2) {
    const to = (from + 2) % ring.length
    const [x = 0, y = 0, endX = 0, endY = 0] = [ring[from], ring[from + 1], ring[to], ring[to + 1]]
    const edge = Math.hypot(endX - x, endY - y)
    for (; next < count && next * step <= passed + edge; next++) {
      const along = edge === 0 ? 0 : (next * step - passed) / edge
      points[2 * next] = x + along * (endX - x)
      points[2 * next + 1] = y + along * (endY - y)
    }
    passed += edge
  }
  return points.subarray(0, 2 * next)
}

/** One half of a Gaussian, from the middle, whose whole adds up to 1. */
function kernelOf(deviation: number): readonly number[] {
  const half = Array.from({ length: Math.ceil(reach * deviation) + 1 }, (_, i) =>
    Math.exp(-((i / deviation) ** 2) / 2),
  )
  const sum = half.reduce((all, weight, i) => all + (i === 0 ? weight : 2 * weight), 0)
  return half.map((weight) => weight / sum)
}

function filtered(points: Float64Array, kernel: readonly number[]): Float64Array {
  const { length } = points
  return points.map((value, i) =>
    kernel.reduce((sum, weight, distance) => {
      if (distance === 0) return sum + weight * value
      const before = points[(i - 2 * distance + length * distance) % length] ?? 0
      return sum + weight * (before + (points[(i + 2 * distance) % length] ?? 0))
    }, 0),
  )
}
