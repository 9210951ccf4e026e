import { describe, expect, test } from 'vitest'

import type { GreyImage } from '#raster/image'

import { tellArteriesFromVeins } from './arteries-veins.ts'
import type { DrawnLine } from '../testing/drawn-eye.ts'
import { drawLines } from '../testing/drawn-eye.ts'
import { mapVesselNetwork } from '../vessels/network.ts'

const size = { width: 300, height: 300 }
const level: DrawnLine = {
  points: [
    { x: 10, y: 150 },
    { x: 290, y: 150 },
  ],
  widthPx: 8,
}
const upright: DrawnLine = {
  points: [
    { x: 150, y: 10 },
    { x: 150, y: 290 },
  ],
  widthPx: 6,
}

/** Output of a network that is confident but wrong in some places. */
function says(map: GreyImage, probabilityAt: (x: number, y: number) => number): GreyImage {
  const data = map.data.map(
    (value, i) => value * probabilityAt(i % map.width, Math.floor(i / map.width)),
  )
  return { ...map, data }
}

type Place = readonly [x: number, y: number]

function line([fromX, fromY]: Place, [toX, toY]: Place, widthPx = 6): DrawnLine {
  return {
    points: [
      { x: fromX, y: fromY },
      { x: toX, y: toY },
    ],
    widthPx,
  }
}

/** The resulting probabilities if the maps say arteriole with this probability, and 0 outside. */
function tell(map: GreyImage, arteriolar: (x: number, y: number) => number): number[] {
  const venular = (x: number, y: number): number => {
    const probability = arteriolar(x, y)
    return probability === 0 ? 0 : 1 - probability
  }
  const maps = { arteriole: says(map, arteriolar), venule: says(map, venular) }
  return tellArteriesFromVeins(mapVesselNetwork(map), maps, null)
}

describe('arterioles and venules', () => {
  test('are classified by the maps along the whole vessel, not by its wrong places', () => {
    const map = drawLines(size, [level])
    const arteriole = says(map, (x) => (x > 60 && x < 130 ? 0.2 : 0.8))
    const venule = says(map, (x) => (x > 60 && x < 130 ? 0.8 : 0.2))
    expect(
      tellArteriesFromVeins(mapVesselNetwork(map), { arteriole, venule }, null)[0],
    ).toBeGreaterThan(0.8)
  })

  test('go straight on through a crossing', () => {
    const map = drawLines(size, [level, upright])
    const network = mapVesselNetwork(map)
    const across = drawLines(size, [level])
    const isLevel = (x: number, y: number): boolean => (across.data[y * 300 + x] ?? 0) > 0
    // Right of the crossing the network is slightly wrong about the level vessel.
    const arteriole = says(map, (x, y) => (isLevel(x, y) ? (x < 150 ? 0.9 : 0.4) : 0.2))
    const venule = says(map, (x, y) => (isLevel(x, y) ? (x < 150 ? 0.1 : 0.5) : 0.8))
    const found = tellArteriesFromVeins(network, { arteriole, venule }, null)
    const isLevelSegment = network.segments.map(
      ({ points }) => Math.abs((points[Math.floor(points.length / 2)]?.x ?? 0) - 150) > 10,
    )
    expect(found.map((probability) => probability > 0.8)).toEqual(isLevelSegment)
    expect(found.map((probability) => probability >= 0.2)).toEqual(isLevelSegment)
  })

  test('are one vessel on both sides of a gap', () => {
    const [left, right] = [line([10, 150], [140, 150]), line([160, 150], [290, 150])]
    const map = drawLines(size, [left, right])
    const found = tell(map, (x) => (x < 145 ? 0.9 : 0))
    expect(found.map((probability) => probability > 0.8)).toEqual([true, true])
  })

  test('alternate if they run side by side', () => {
    const lines = [60, 90, 120].map((y) => line([10, y], [290, y]))
    const found = tell(drawLines(size, lines), (_, y) => (y < 75 ? 0.9 : 0))
    expect(found.map((probability) => Math.round(probability))).toEqual([1, 0, 1])
  })

  test('end before one of the other kind', () => {
    const lines = [line([10, 150], [290, 150]), line([150, 20], [150, 112])]
    const [across = 0.5, twig = 0.5] = tell(drawLines(size, lines), (_, y) =>
      y > 130 ? 0.9 : 0,
    ).toSorted((a, b) => b - a)
    expect(across).toBeGreaterThan(0.8)
    expect(twig).toBeLessThan(0.4)
  })

  test('continue straight at a branch that the maps classify as the other kind', () => {
    const lines = [line([10, 150], [290, 150]), line([150, 150], [230, 20], 3)]
    const map = drawLines(size, lines)
    const network = mapVesselNetwork(map)
    // Past the branch the maps are weakly wrong about the wide vessel.
    const found = tell(map, (x, y) => (y > 140 ? (x < 150 ? 0.95 : 0.45) : 0.5))
    const wide = network.segments.map(({ width }) => (width ?? 0) > 4.5)
    expect(found.filter((_, i) => wide[i]).every((probability) => probability > 0.8)).toBe(true)
  })

  test('are undecided if the maps are empty', () => {
    const map = drawLines(size, [level])
    const network = mapVesselNetwork(map)
    const nothing = says(map, () => 0)
    expect(tellArteriesFromVeins(network, { arteriole: nothing, venule: nothing }, null)).toEqual([
      0.5,
    ])
  })
})
