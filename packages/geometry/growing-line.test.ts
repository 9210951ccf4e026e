import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { GrowingLine } from './growing-line.ts'
import {
  commonLength,
  finishedLine,
  growLine,
  lineOf,
  pointLimit,
  startLine,
} from './growing-line.ts'
import type { Point } from './point.ts'
import { distance, nearestOnSegment } from './point.ts'
import { pointOf } from './polygon.ts'

function grown(points: readonly Point[], tolerance: number): GrowingLine {
  const [first = { x: 0, y: 0 }, ...others] = points
  return others.reduce(growLine, startLine(first, tolerance))
}

function distanceToLine(point: Point, line: readonly number[]): number {
  const lengths = Array.from({ length: Math.max(1, line.length / 2 - 1) }, (_, i) => {
    const to = line.length === 2 ? pointOf(line, 0) : pointOf(line, i + 1)
    return distance(point, nearestOnSegment(point, pointOf(line, i), to))
  })
  return Math.min(...lengths)
}

describe('a growing line', () => {
  test('of one point is that point', () => {
    expect(lineOf(startLine({ x: 3, y: 4 }, 0.25))).toEqual([3, 4])
  })

  test('keeps of a straight line its ends', () => {
    const points = Array.from({ length: 500 }, (_, x) => ({ x, y: 2 * x }))
    expect(lineOf(grown(points, 0.25))).toEqual([0, 0, 499, 998])
  })

  test('keeps its turning points, including reversals', () => {
    const out = Array.from({ length: 50 }, (_, x) => ({ x, y: 0 }))
    const down = Array.from({ length: 50 }, (_, y) => ({ x: 49, y }))
    expect(lineOf(grown([...out, ...down], 0.25))).toEqual([0, 0, 49, 0, 49, 49])
    expect(lineOf(grown([...out, ...out.toReversed()], 0.25))).toEqual([0, 0, 49, 0, 0, 0])
  })

  test('does not grow while the hand trembles in one place', () => {
    const points = Array.from({ length: 1000 }, (_, i) => ({ x: (i % 3) / 20, y: (i % 5) / 30 }))
    expect(lineOf(grown(points, 0.25)).length).toBeLessThanOrEqual(4)
  })

  test('stays within the tolerance of every point, and ends at the last', () => {
    const coordinate = fc.integer({ min: 0, max: 60 }).map((value) => value / 4)
    const points = fc.array(fc.record({ x: coordinate, y: coordinate }), {
      minLength: 1,
      maxLength: 60,
    })
    fc.assert(
      fc.property(points, fc.constantFrom(0.1, 0.5, 2), (drawn, tolerance) => {
        const line = lineOf(grown(drawn, tolerance))
        for (const point of drawn) {
          expect(distanceToLine(point, line)).toBeLessThanOrEqual(tolerance + 1e-9)
        }
        expect(line.slice(-2)).toEqual([drawn.at(-1)?.x, drawn.at(-1)?.y])
      }),
    )
  })

  test('shares its points with its predecessors, and does not change them', () => {
    const zigzag = Array.from({ length: 40 }, (_, i) => ({ x: 10 * i, y: i % 2 }))
    const begun = grown(zigzag.slice(0, 20), 0.1)
    const before = lineOf(begun)
    const one = zigzag.slice(20).reduce(growLine, begun)
    const other = [
      { x: 0, y: 90 },
      { x: 50, y: 90 },
    ].reduce(growLine, begun)
    expect(one.points).toBe(begun.points)
    expect(lineOf(begun)).toEqual(before)
    expect(lineOf(one)).toEqual(zigzag.flatMap(({ x, y }) => [x, y]))
    expect(lineOf(other)).toEqual([...before, 0, 90, 50, 90])
    expect(lineOf(one, begun.length)).toEqual(lineOf(one).slice(begun.length))
    expect(commonLength(begun, one)).toBe(begun.length)
    expect(commonLength(one, finishedLine(lineOf(one)))).toBe(one.length)
    expect(commonLength(finishedLine([1, 2, 3, 4]), finishedLine([1, 2, 3, 5, 6, 7]))).toBe(2)
  })

  test('of a minute of drawing never keeps more points than its limit, within a pixel or two', () => {
    let line = startLine({ x: 200, y: 0 }, 0.25)
    let most = 0
    const drawn: Point[] = []
    for (let i = 0; i < 60_000; i++) {
      const [angle, tremble] = [(1.5 * i) / 200, (i % 7) / 10]
      const at = {
        x: i / 50 + (200 + tremble) * Math.cos(angle),
        y: (200 + tremble) * Math.sin(angle),
      }
      line = growLine(line, at)
      most = Math.max(most, line.length / 2)
      if (i % 500 === 0) drawn.push(at)
    }
    expect(most).toBe(pointLimit)
    expect(line.tolerance).toBeLessThan(1.5)
    for (const point of drawn) {
      expect(distanceToLine(point, lineOf(line))).toBeLessThanOrEqual(3 * line.tolerance)
    }
  })
})
