import type { Line, MultiLine } from './line.ts'
import type { MultiPolygon, Ring } from './polygon.ts'
import { lengthOfLine, mapRings } from './polygon.ts'
import { simplifyLine, simplifyRing } from './simplify.ts'

/** The kernel reaches this many standard deviations to each side. */
const reach = 3
/** Points per standard deviation. */
const pointsPerDeviation = 2
/** A ring is never smoothed by more than this part of its length: small rings keep their form. */
const largestPart = 1 / 24
const mostPoints = 20_000
/** Smoothed lines are simplified by this part of the standard deviation. */
const toleranceParts = 40

/**
 * A shape with outlines on which bumps and dents narrower than a width in pixels are gone. Lengths and
 * areas of what is wider stay: outlines are low-pass filtered twice, the second time what the first has
 * taken away. Rings may cross themselves or each other afterwards where the shape is narrower than that.
 * Source: J. W. Tukey, Exploratory Data Analysis, 1977 (twicing).
 */
export function smoothOutline(shape: MultiPolygon, width: number): MultiPolygon {
  return mapRings(shape, (ring) => smoothRing(ring, width))
}

/** Open lines smoothed like outlines; their ends stay. */
export function smoothLines(lines: MultiLine, width: number): MultiLine {
  return lines.map((line) => smoothLine(line, width))
}

function smoothRing(ring: Ring, width: number): Ring {
  const length = lengthOfLine([...ring, ...ring.slice(0, 2)])
  const deviation = deviationFor(length, width)
  if (deviation <= 0) return ring
  const count = countFor(length, deviation)
  const even = evenPoints(ring, length, count)
  const smooth = lowPassed(even, (deviation * count) / length)
  return simplifyRing(smooth, deviation / toleranceParts)
}

/** Smooths how a line departs from the straight way, which continues mirrored, so that its ends stay. */
function smoothLine(line: Line, width: number): Line {
  const length = lengthOfLine(line)
  const deviation = deviationFor(length, width)
  if (deviation <= 0 || line.length <= 4) return line
  const count = countFor(length, deviation)
  const even = evenPoints(line, length, count)
  const [startX = 0, startY = 0] = line
  const [endX = 0, endY = 0] = line.slice(-2)
  const straight = (i: number) => {
    const passed = (i >> 1) / count
    return i % 2 === 0 ? startX + passed * (endX - startX) : startY + passed * (endY - startY)
  }
  const departure = even.map((value, i) => value - straight(i))
  const mirrored = new Float64Array(2 * even.length)
  mirrored.set(departure)
  for (let i = 2; i < even.length; i++) {
    mirrored[mirrored.length - i + 2 * (i % 2)] = -(departure[i] ?? 0)
  }
  const smooth = lowPassed(mirrored, (deviation * count) / length)
  const points = smooth.slice(0, even.length).map((value, i) => straight(i) + value)
  return simplifyLine([...points, endX, endY], deviation / toleranceParts)
}

function deviationFor(length: number, width: number): number {
  return Math.min(width / 2, length * largestPart)
}

function countFor(length: number, deviation: number): number {
  return Math.min(Math.ceil((pointsPerDeviation * length) / deviation), mostPoints)
}

/** The points of a ring filtered by a deviation in steps. */
function lowPassed(points: Float64Array, deviation: number): number[] {
  const kernel = kernelOf(deviation)
  const once = filtered(points, kernel)
  const twice = filtered(once, kernel)
  return Array.from(points, (_, i) => 2 * (once[i] ?? 0) - (twice[i] ?? 0))
}

/** Points at equal distances along a ring, or along an open line, whose length ends before its last point. */
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
