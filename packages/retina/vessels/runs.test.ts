import { expect, test } from 'vitest'

import type { VesselKind } from '../calibres/calibre.ts'
import type { DrawnLine } from '../testing/drawn-eye.ts'
import { drawLines } from '../testing/drawn-eye.ts'
import type { TracedNetwork } from './traced-vessels.ts'
import type { VesselCourse } from './network.ts'
import { mapVesselNetwork } from './network.ts'
import { joinRuns } from './runs.ts'

type Place = readonly [x: number, y: number]

function line([fromX, fromY]: Place, [toX, toY]: Place, widthPx: number): DrawnLine {
  return {
    points: [
      { x: fromX, y: fromY },
      { x: toX, y: toY },
    ],
    widthPx,
  }
}

function trace(
  lines: readonly DrawnLine[],
  kindOf: (segment: VesselCourse) => VesselKind,
): TracedNetwork {
  const network = mapVesselNetwork(drawLines({ width: 300, height: 300 }, lines))
  const vessels = network.segments.map((segment) => ({
    points: segment.points.map(({ width, ...point }) => ({
      ...point,
      widthPx: width,
      blurErrorPx: null,
    })),
    medianWidthPx: segment.width,
    kind: kindOf(segment),
    certainty: 1,
  }))
  return { network, vessels }
}

const level = line([10, 150], [290, 150], 8)
const upright = line([150, 10], [150, 290], 6)

function isUpright({ points }: VesselCourse): boolean {
  return Math.abs((points[0]?.x ?? 0) - 150) < 10 && Math.abs((points.at(-1)?.x ?? 0) - 150) < 10
}

function kindByHalf(segment: VesselCourse): VesselKind {
  if (isUpright(segment)) return 'venule'
  const [from = 0, to = 0] = [segment.points[0]?.x, segment.points.at(-1)?.x]
  return from + to < 300 ? 'arteriole' : 'venule'
}

test('two vessels that cross are two, each from end to end and in its order', () => {
  const runs = joinRuns(
    trace([level, upright], (segment) => (isUpright(segment) ? 'venule' : 'arteriole')),
  )
  expect(runs).toHaveLength(2)
  expect(runs.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['arteriole', 'venule']))
  for (const { points } of runs) {
    const [first, last] = [points[0], points.at(-1)]
    const length = Math.hypot((last?.x ?? 0) - (first?.x ?? 0), (last?.y ?? 0) - (first?.y ?? 0))
    expect(length).toBeGreaterThan(270)
    const steps = points.map((point, i) => {
      const before = points[i - 1] ?? point
      return Math.hypot(point.x - before.x, point.y - before.y)
    })
    expect(Math.max(...steps)).toBeLessThan(15)
  }
})

test('a line that changes its kind at a node is not one vessel', () => {
  expect(joinRuns(trace([level, upright], kindByHalf))).toHaveLength(3)
})

test('at a branching, the straighter branch continues the vessel', () => {
  const trunk = line([10, 150], [150, 150], 8)
  const straight = line([150, 150], [290, 120], 7)
  const aside = line([150, 150], [230, 280], 6)
  const runs = joinRuns(trace([trunk, straight, aside], () => 'arteriole'))
  expect(runs).toHaveLength(2)
  const ends = runs.map(({ points }) => points.map(({ x }) => Math.round(x)))
  const long = ends.find((xs) => Math.min(...xs) < 20)
  expect(Math.max(...(long ?? []))).toBeGreaterThan(280)
})
