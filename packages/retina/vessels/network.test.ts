import { describe, expect, test } from 'vitest'

import type { GreyImage } from '#raster/image'

import { noise } from '../testing/drawn-fundus.ts'
import type { DrawnLine } from '../testing/drawn-eye.ts'
import { drawLines, polar } from '../testing/drawn-eye.ts'
import type { VesselNetwork } from './network.ts'
import { mapVesselNetwork } from './network.ts'

const size = { width: 240, height: 240 }
const middle = { x: 120, y: 120 }

function ray(angle: number, widthPx: number, length = 100): DrawnLine {
  return { points: [middle, polar(middle, length, (angle * Math.PI) / 180)], widthPx }
}

function across(angle: number, widthPx: number): DrawnLine {
  const turn = (angle * Math.PI) / 180
  return { points: [polar(middle, -100, turn), polar(middle, 100, turn)], widthPx }
}

function kindsOf({ nodes }: VesselNetwork): Record<string, number> {
  const count = (kind: string): number => nodes.filter((node) => node.kind === kind).length
  return { end: count('end'), bifurcation: count('bifurcation'), crossing: count('crossing') }
}

describe('a width', () => {
  test.each([2.3, 3, 4.7, 6.5, 9.1, 14.6])(
    'of %f pixels is measured in any direction',
    (widthPx) => {
      for (const angle of [0, 11, 30, 45, 63, 90, 117, 160]) {
        const { segments } = mapVesselNetwork(drawLines(size, [across(angle, widthPx)]))
        expect(segments).toHaveLength(1)
        const error = Math.abs((segments[0]?.width ?? 0) / widthPx - 1)
        expect(error, `${angle} degrees`).toBeLessThan(0.035)
      }
    },
  )

  test('does not take in a neighbour one pixel away', () => {
    const beside = {
      points: [
        { x: 20, y: 128.5 },
        { x: 220, y: 128.5 },
      ],
      widthPx: 8,
    }
    const thinner = {
      points: [
        { x: 20, y: 120 },
        { x: 220, y: 120 },
      ],
      widthPx: 5,
    }
    const { segments } = mapVesselNetwork(drawLines(size, [beside, thinner]))
    const widths = segments.map(({ width }) => width ?? 0).toSorted((a, b) => a - b)
    expect(widths).toHaveLength(2)
    expect(widths[0]).toBeCloseTo(5, 0)
    expect(widths[1]).toBeCloseTo(8, 0)
  })

  test('takes in the light reflex along the middle of the vessel', () => {
    const whole = drawLines(size, [across(20, 14)])
    const reflex = drawLines(size, [across(20, 4)])
    const data = whole.data.map((value, i) => value - 0.25 * (reflex.data[i] ?? 0))
    const { segments } = mapVesselNetwork({ ...whole, data })
    expect(segments).toHaveLength(1)
    expect(segments[0]?.width).toBeCloseTo(13, 0)
  })

  test('lies on the middle of the vessel, between pixels too', () => {
    const line = {
      points: [
        { x: 20, y: 100.3 },
        { x: 220, y: 100.3 },
      ],
      widthPx: 6,
    }
    const { segments } = mapVesselNetwork(drawLines(size, [line]))
    const measured = (segments[0]?.points ?? []).filter(({ width }) => width !== null)
    expect(measured.length).toBeGreaterThan(150)
    expect(Math.max(...measured.map(({ y }) => Math.abs(y - 100.3)))).toBeLessThan(0.1)
  })
})

describe('the graph', () => {
  test('of a vessel that branches has three segments and a bifurcation', () => {
    const network = mapVesselNetwork(drawLines(size, [ray(180, 8), ray(-35, 6), ray(30, 5)]))
    expect(kindsOf(network)).toEqual({ end: 3, bifurcation: 1, crossing: 0 })
    expect(
      network.segments.map(({ width }) => Math.round(width ?? 0)).toSorted((a, b) => a - b),
    ).toEqual([5, 6, 8])
  })

  test.each([40, 60, 90])(
    'of two vessels that cross at %i degrees knows which goes on',
    (angle) => {
      const network = mapVesselNetwork(drawLines(size, [across(0, 9), across(angle, 5)]))
      expect(kindsOf(network)).toEqual({ end: 4, bifurcation: 0, crossing: 1 })
      const crossing = network.nodes.find(({ kind }) => kind === 'crossing')
      for (const [a, b] of crossing?.continuations ?? []) {
        const [first, second] = [network.segments[a]?.width ?? 0, network.segments[b]?.width ?? 1]
        expect(Math.abs(first - second)).toBeLessThan(0.3)
      }
    },
  )

  test('two branches on either side of a trunk do not cross it', () => {
    const left = {
      points: [
        { x: 110, y: 120 },
        { x: 160, y: 60 },
      ],
      widthPx: 4,
    }
    const right = {
      points: [
        { x: 113, y: 120 },
        { x: 163, y: 180 },
      ],
      widthPx: 4,
    }
    const network = mapVesselNetwork(drawLines(size, [across(0, 8), left, right]))
    expect(kindsOf(network).crossing).toBe(0)
  })

  test('has no spurs from a rough edge', () => {
    const smooth = drawLines(size, [across(20, 12)])
    const rough: GreyImage = {
      ...smooth,
      data: smooth.data.map((value, i) => (value > 0 && value < 1 && i % 7 < 3 ? 1 : value)),
    }
    expect(kindsOf(mapVesselNetwork(rough))).toEqual({ end: 2, bifurcation: 0, crossing: 0 })
  })

  test.each([1, 2, 3, 4, 5, 6])('of tangle %i hangs together', (seed) => {
    const random = noise(seed)
    const place = () => ({ x: 10 + (220 * random()) / 255, y: 10 + (220 * random()) / 255 })
    const tangle = Array.from({ length: 14 }, () => ({
      points: [place(), place(), place()],
      widthPx: 2 + random() / 40,
    }))
    const { segments, nodes } = mapVesselNetwork(drawLines(size, tangle))
    expect(segments.length).toBeGreaterThan(10)
    for (const [i, { from, to }] of segments.entries()) {
      expect(nodes[from]?.segments).toContain(i)
      expect(nodes[to]?.segments).toContain(i)
    }
    for (const [i, node] of nodes.entries()) {
      for (const segment of node.segments) {
        expect([segments[segment]?.from, segments[segment]?.to]).toContain(i)
      }
      expect(node.continuations.flat().every((segment) => node.segments.includes(segment))).toBe(
        true,
      )
    }
  })

  test('of an empty map is empty', () => {
    const { segments, nodes } = mapVesselNetwork(drawLines(size, []))
    expect([segments, nodes]).toEqual([[], []])
  })
})
