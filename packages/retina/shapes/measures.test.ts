import { describe, expect, test } from 'vitest'

import type { Point } from '#geometry/point'

import { correlationDimension } from './fractal-dimension.ts'
import { drawLines, polar } from '../testing/drawn-eye.ts'
import { measureTortuosity } from './tortuosity.ts'

function turned(points: readonly Point[], angle: number): Point[] {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  return points.map(({ x, y }) => ({ x: 500 + x * cos - y * sin, y: 500 + x * sin + y * cos }))
}

/** A Koch curve of a length from end to end, as points no farther apart than the last step. */
function koch(length: number, depth: number): Point[] {
  let points: Point[] = [
    { x: 0, y: 0 },
    { x: length, y: 0 },
  ]
  for (let i = 0; i < depth; i++) {
    points = [
      ...points.slice(0, -1).flatMap((a, k) => {
        const b = points[k + 1] ?? a
        const [dx, dy] = [(b.x - a.x) / 3, (b.y - a.y) / 3]
        const peak = {
          x: 1.5 * dx + (Math.sqrt(3) / 2) * dy,
          y: 1.5 * dy - (Math.sqrt(3) / 2) * dx,
        }
        return [
          a,
          { x: a.x + dx, y: a.y + dy },
          { x: a.x + peak.x, y: a.y + peak.y },
          { x: a.x + 2 * dx, y: a.y + 2 * dy },
        ]
      }),
      { x: length, y: 0 },
    ]
  }
  return points
}

/** Relative deviation of the dimension of lines from the expected one. */
function dimensionError(lines: readonly (readonly Point[])[], expected: number): number {
  return Math.abs((correlationDimension(lines)?.value ?? 0) / expected - 1)
}

describe('the fractal dimension', () => {
  const turns = [0, 0.3, Math.PI / 4, 1.2]
  const ofKoch = Math.log(4) / Math.log(3)

  test.each(turns)('of a straight line turned by %f is 1, however long it is', (angle) => {
    for (const length of [250, 500, 1000]) {
      const line = [
        { x: 0, y: 0 },
        { x: length, y: 0 },
      ]
      expect(dimensionError([turned(line, angle)], 1)).toBeLessThan(0.01)
    }
  })

  test('of a circle is 1', () => {
    expect(dimensionError([arc(400, 2 * Math.PI)], 1)).toBeLessThan(0.01)
  })

  test.each(turns)('of a Koch curve turned by %f is 1.262, at any size', (angle) => {
    for (const length of [500, 700, 1000]) {
      expect(dimensionError([turned(koch(length, 6), angle)], ofKoch)).toBeLessThan(0.01)
    }
  })

  test('changes little if lines are turned, shifted or cut', () => {
    const curve = koch(900, 6)
    const whole = correlationDimension([curve])
    const others = [
      correlationDimension([turned(curve, 0.7)]),
      correlationDimension([curve.map(({ x, y }) => ({ x: x + 31.3, y: y - 7.9 }))]),
      correlationDimension([curve.slice(0, 1001), curve.slice(1000)]),
    ]
    for (const other of others) expect(other?.value).toBeCloseTo(whole?.value ?? 0, 2)
  })

  test('of lines as close as the smallest boxes comes near to 2', () => {
    const lines = Array.from({ length: 51 }, (_, i) => [
      { x: 0, y: 4 * i },
      { x: 200, y: 4 * i },
    ])
    expect(correlationDimension(lines)?.value).toBeGreaterThan(1.6)
    expect(correlationDimension(lines)?.value).toBeLessThan(2.01)
  })

  test('has a larger error if no power law fits the lines', () => {
    const grid = Array.from({ length: 16 }, (_, i) => [
      [
        { x: 0, y: 20 * i },
        { x: 300, y: 20 * i },
      ],
      [
        { x: 20 * i, y: 0 },
        { x: 20 * i, y: 300 },
      ],
    ]).flat()
    const ofGrid = correlationDimension(grid)?.standardError ?? 0
    const ofCurve = correlationDimension([koch(1000, 6)])?.standardError ?? 1
    expect(ofGrid).toBeGreaterThan(5 * ofCurve)
  })

  test('of a dot, or of a few boxes, is not measurable', () => {
    const short = [
      { x: 5, y: 5 },
      { x: 150, y: 5 },
    ]
    expect(correlationDimension([short.slice(0, 1)])).toBeUndefined()
    expect(correlationDimension([short])).toBeUndefined()
    expect(correlationDimension([])).toBeUndefined()
  })
})

/** Half circles of a radius to either side of a straight line in turn. */
function serpentine(count: number, radius: number): Point[] {
  return Array.from({ length: count }, (_, k) => {
    const centre = { x: (2 * k + 1) * radius, y: 0 }
    const side = k % 2 === 0 ? 1 : -1
    return Array.from({ length: 400 }, (__, i) =>
      polar(centre, radius, Math.PI + (side * Math.PI * i) / 400),
    )
  }).flat()
}

function arc(radius: number, angle: number): Point[] {
  return Array.from({ length: 2000 }, (_, i) => polar({ x: 3, y: 4 }, radius, (i / 1999) * angle))
}

function wave(count: number): Point[] {
  return Array.from({ length: count }, (_, i) => ({
    x: (8 * i) / (count - 1),
    y: 0.3 * Math.sin((Math.PI * i * 4) / (count - 1)),
  }))
}

describe('tortuosity', () => {
  test.each([3, 6])('of %i alternating half circles has the density of the formula', (count) => {
    const radius = 0.5
    const found = measureTortuosity(serpentine(count, radius))
    const density = (((count - 1) / count) * count * (Math.PI / 2 - 1)) / (count * Math.PI * radius)
    expect(Math.abs((found?.density ?? 0) / density - 1)).toBeLessThan(0.1)
    expect(Math.abs((found?.squaredCurvature ?? 0) * radius ** 2 - 1)).toBeLessThan(0.1)
  })

  test('of a line that turns one way has no density', () => {
    expect(measureTortuosity(arc(2, 2))?.density).toBe(0)
    expect(measureTortuosity(arc(2, 2))?.squaredCurvature).toBeCloseTo(0.25, 2)
  })

  test('of a straight line is 1, its curvature 0', () => {
    const found = measureTortuosity(
      Array.from({ length: 200 }, (_, i) => ({ x: i / 100, y: i / 50 })),
    )
    expect(found?.arcOverChord).toBeCloseTo(1, 6)
    expect(found?.curvature).toBeCloseTo(0, 6)
  })

  test.each([1, 2.5])(
    'of a half circle of radius %f is pi / 2, its curvature 1 / radius',
    (radius) => {
      const found = measureTortuosity(arc(radius, Math.PI))
      expect(found?.arcOverChord).toBeCloseTo(Math.PI / 2, 1)
      expect((found?.curvature ?? 0) * radius).toBeCloseTo(1, 1)
    },
  )

  test('of a wave is the length of its arc over that of its chord', () => {
    const fine = wave(100_000)
    const length = fine.slice(1).reduce((sum, b, i) => {
      const a = fine[i] ?? b
      return sum + Math.hypot(b.x - a.x, b.y - a.y)
    }, 0)
    const found = measureTortuosity(wave(2000))
    expect(Math.abs((found?.arcOverChord ?? 0) / (length / 8) - 1)).toBeLessThan(0.01)
  })

  test('does not change when the line is turned', () => {
    const line = arc(1.5, 1.9)
    const [before, after] = [measureTortuosity(line), measureTortuosity(turned(line, 0.7))]
    expect(after?.arcOverChord).toBeCloseTo(before?.arcOverChord ?? 0, 6)
    expect(after?.curvature).toBeCloseTo(before?.curvature ?? 0, 6)
  })

  test('of too short a line is not measurable', () => {
    expect(
      measureTortuosity([
        { x: 0, y: 0 },
        { x: 0.1, y: 0 },
      ]),
    ).toBeUndefined()
    expect(measureTortuosity([])).toBeUndefined()
  })
})

test('drawn lines cover the area that they have', () => {
  const map = drawLines({ width: 100, height: 100 }, [
    {
      points: [
        { x: 20, y: 30 },
        { x: 80, y: 66 },
      ],
      widthPx: 3.4,
    },
  ])
  const covered = map.data.reduce((sum, value) => sum + value, 0)
  const expected = 3.4 * Math.hypot(60, 36) + (Math.PI * 3.4 ** 2) / 4
  expect(Math.abs(covered / expected - 1)).toBeLessThan(0.02)
})
