import { describe, expect, test } from 'vitest'

import type { Point } from '#geometry/point'
import { area } from '#geometry/polygon'
import type { GreyImage } from '#raster/image'

import type { TracingClick } from './pass-through.ts'
import type { RibbonPoint } from './ribbon.ts'
import { outlineOf, prepareTracing, type TraceablePhotograph, traceVessel } from './trace-vessel.ts'

const size = { width: 260, height: 200 }

/** Returns by how many levels a vessel darkens a place. */
type Vessel = (place: Point) => number

/** A soft band along a line given as a height over x. */
function vessel(heightAt: (x: number) => number, width: number, depth: number): Vessel {
  return ({ x, y }) => {
    const slope = heightAt(x + 0.5) - heightAt(x - 0.5)
    const away = Math.abs(y - heightAt(x)) / Math.hypot(1, slope)
    return depth / (1 + Math.exp(2 * (away - width / 2)))
  }
}

function greenOf(...vessels: readonly Vessel[]): GreyImage {
  const green: GreyImage = { ...size, data: new Float32Array(size.width * size.height) }
  for (let i = 0; i < green.data.length; i++) {
    const place = { x: (i % size.width) + 0.5, y: Math.floor(i / size.width) + 0.5 }
    const grain = 3 * Math.sin(12.9898 * i) * Math.cos(78.233 * i)
    green.data[i] = vessels.reduce((level, dark) => level - dark(place), 120 + grain)
  }
  return green
}

function photographOf(...vessels: readonly Vessel[]): TraceablePhotograph {
  return prepareTracing(greenOf(...vessels), null)
}

/** A vessel map at half of the photograph's size. */
function mapOf(...vessels: readonly Vessel[]): GreyImage {
  const half = { width: size.width / 2, height: size.height / 2 }
  const map: GreyImage = { ...half, data: new Float32Array(half.width * half.height) }
  for (let i = 0; i < map.data.length; i++) {
    const place = { x: 2 * (i % half.width) + 1, y: 2 * Math.floor(i / half.width) + 1 }
    map.data[i] = Math.max(0, ...vessels.map((certain) => certain(place)))
  }
  return map
}

function farthest(line: readonly RibbonPoint[], heightAt: (x: number) => number): number {
  return Math.max(...line.map(({ x, y }) => Math.abs(y - heightAt(x))))
}

const wave = (x: number): number => 100 + 25 * Math.sin(x / 35)
const gentle = (x: number): number => 90 + 0.1 * x
const steep = (x: number): number => 30 + 0.6 * x
const upper = (x: number): number => 100 - 40 * Math.sin((Math.PI * (x - 30)) / 200)
const lower = (x: number): number => 200 - upper(x)

describe('traceVessel', () => {
  test('follows the middle of a winding vessel between two clicks, with its width', () => {
    const line = traceVessel(photographOf(vessel(wave, 9, 40)), [
      { x: 30, y: wave(30) + 2 },
      { x: 230, y: wave(230) - 2 },
    ])
    expect(farthest(line, wave)).toBeLessThan(1.5)
    expect(line[0]?.x).toBeCloseTo(30, -1)
    expect(line.at(-1)?.x).toBeCloseTo(230, -1)
    for (const { width } of line) expect(Math.abs(width - 9)).toBeLessThan(1.5)
  })

  test('follows a vessel of the map that the photograph does not show', () => {
    const green = greenOf()
    const clicks = [
      { x: 30, y: wave(30) },
      { x: 230, y: wave(230) },
    ]
    const led = traceVessel(prepareTracing(green, mapOf(vessel(wave, 9, 255))), clicks)
    expect(farthest(led, wave)).toBeLessThan(1.5)
    expect(farthest(traceVessel(prepareTracing(green, null), clicks), wave)).toBeGreaterThan(10)
  })

  test('follows a vessel of the photograph that the map misses', () => {
    const green = greenOf(vessel(upper, 8, 40), vessel(lower, 8, 40))
    const line = traceVessel(prepareTracing(green, mapOf(vessel(upper, 8, 255))), [
      { x: 70, y: lower(70) },
      { x: 190, y: lower(190) },
    ])
    expect(farthest(line, lower)).toBeLessThan(1.5)
    for (const { width } of line) expect(Math.abs(width - 8)).toBeLessThan(1.5)
  })

  test('the outline of a straight vessel has its length times its width', () => {
    const line = traceVessel(photographOf(vessel(() => 100, 8, 40)), [
      { x: 30, y: 100 },
      { x: 230, y: 100 },
    ])
    const traced = area([{ outer: outlineOf(line), holes: [] }])
    expect(Math.abs(traced / (200 * 8) - 1)).toBeLessThan(0.1)
  })

  test('stays on a thin vessel where a wider and darker one crosses it at an acute angle', () => {
    const photograph = photographOf(vessel(gentle, 6, 25), vessel(steep, 12, 60))
    const line = traceVessel(photograph, [
      { x: 60, y: gentle(60) },
      { x: 200, y: gentle(200) },
    ])
    expect(farthest(line, gentle)).toBeLessThan(2)
  })

  test('a click between two leads along another vessel', () => {
    const photograph = photographOf(vessel(upper, 8, 40), vessel(lower, 8, 40))
    const ends = [
      { x: 40, y: 100 },
      { x: 220, y: 100 },
    ] as const
    const by = (heightAt: typeof upper) =>
      traceVessel(photograph, [ends[0], { x: 130, y: heightAt(130) }, ends[1]])
    for (const heightAt of [upper, lower]) {
      const middle = by(heightAt).filter(({ x }) => x > 80 && x < 180)
      expect(farthest(middle, heightAt)).toBeLessThan(1.5)
    }
  })

  describe('of a straight vessel', () => {
    const photograph = photographOf(vessel(() => 100, 12, 40))
    const by = (...clicks: readonly TracingClick[]) => {
      const line = traceVessel(photograph, clicks)
      return (x: number) => line.find((point) => point.x >= x)?.y ?? Number.NaN
    }
    const ends = [
      { x: 30, y: 100 },
      { x: 230, y: 100 },
    ] as const

    test('runs through a click that was placed exactly, and back to the middle', () => {
      const at = by(ends[0], { x: 130, y: 103, error: 0.1 }, ends[1])
      expect(at(130)).toBeGreaterThan(101.5)
      expect(at(130)).toBeLessThan(103)
      expect(Math.abs(at(60) - 100)).toBeLessThan(0.5)
      expect(Math.abs(at(200) - 100)).toBeLessThan(0.5)
    })

    test.each([
      ['rough', { x: 130, y: 103, error: 10 }],
      ['of unknown error', { x: 130, y: 103 }],
    ])('keeps to the middle if a click is %s', (_, click) => {
      const at = by(ends[0], click, ends[1])
      expect(Math.abs(at(130) - 100)).toBeLessThan(0.6)
    })
  })

  test('two clicks where no vessel is lead straight to each other', () => {
    const line = traceVessel(photographOf(), [
      { x: 50, y: 60 },
      { x: 200, y: 60 },
    ])
    expect(farthest(line, () => 60)).toBeLessThan(15)
  })
})
