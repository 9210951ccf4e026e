import { describe, expect, test } from 'vitest'

import type { GreyImage } from '#raster/image'

import { tellArteriesFromVeins } from './arteries-veins.ts'
import type { DrawnLine } from './testing/drawn-eye.ts'
import { drawLines } from './testing/drawn-eye.ts'
import { mapVesselNetwork } from './vessel-network.ts'

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

/** What a network says that is sure of itself in some places and wrong in others. */
function says(map: GreyImage, probabilityAt: (x: number, y: number) => number): GreyImage {
  const data = map.data.map(
    (value, i) => value * probabilityAt(i % map.width, Math.floor(i / map.width)),
  )
  return { ...map, data }
}

describe('arterioles and venules', () => {
  test('are told by the maps along the whole vessel, not by its wrong places', () => {
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

  test('are undecided where the maps say nothing', () => {
    const map = drawLines(size, [level])
    const network = mapVesselNetwork(map)
    const nothing = says(map, () => 0)
    expect(tellArteriesFromVeins(network, { arteriole: nothing, venule: nothing }, null)).toEqual([
      0.5,
    ])
  })
})
